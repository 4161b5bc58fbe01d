import ImageCoding

/// The settings that can be changed after a manager was created. Safe from any thread. A load uses the settings of its
/// start to its end.
extension ImageManager {
    /// The transformer of loads that bring none; ``Configuration/transformer`` at first.
    public var transformer: (any ImageTransformer)? {
        get { defaults.configuration.transformer }
        set { changeDefaults { configuration, _ in configuration.transformer = newValue } }
    }

    /// The serializer of loads that bring none; ``Configuration/cacheSerializer`` at first.
    public var cacheSerializer: CacheSerializer? {
        get { defaults.configuration.cacheSerializer }
        set { changeDefaults { configuration, _ in configuration.cacheSerializer = newValue } }
    }

    /// Changes the options and context of every load before anything else happens; ``Configuration/optionsProcessor``
    /// at first.
    public var optionsProcessor: OptionsProcessor? {
        get { defaults.configuration.optionsProcessor }
        set { changeDefaults { configuration, _ in configuration.optionsProcessor = newValue } }
    }

    /// Returns the cache key of a URL, for loads that bring no filter. Images cached under other keys are not found any
    /// more.
    public var cacheKeyFilter: CacheKeyFilter {
        get { defaults.cacheKeyFilter }
        set { changeDefaults { _, filter in filter = newValue } }
    }

    private func changeDefaults(_ change: (inout Configuration, inout CacheKeyFilter) -> Void) {
        let old = state.withLock { state in
            var (configuration, filter) = (state.defaults.configuration, state.defaults.cacheKeyFilter)
            change(&configuration, &filter)
            defer { state.defaults = state.defaults.with(configuration, cacheKeyFilter: filter) }
            return state.defaults
        }
        withExtendedLifetime(old) {}  // releases the program's objects here, outside the lock
    }
}
