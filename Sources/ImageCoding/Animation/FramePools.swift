import HalftoneCore

/// A registry of frame pools: one for each animation, held weakly. Safe from any thread.
public final class FramePools: Sendable {
    private struct Entry {
        weak var pool: FramePool?
    }

    private let maximumBytes: Int
    private let executor: FrameExecutor
    private let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// Creates a registry. `maximumBytes` is the limit for each animation, not for all together.
    public init(maximumBytes: Int = 32_000_000, executor: @escaping FrameExecutor) {
        self.maximumBytes = maximumBytes
        self.executor = executor
    }

    /// Returns the shared pool of an animation. A new pool copies the frames of `predecessor`.
    public func pool(of provider: any AnimatedImageProvider, succeeding predecessor: FramePool? = nil) -> FramePool {
        let key = ObjectIdentifier(provider)  // the key stays unique because the pool retains the provider
        return entries.withLock { entries in
            if let pool = entries[key]?.pool { return pool }
            let pool = FramePool(
                provider: provider, maximumBytes: maximumBytes, succeeding: predecessor, executor: executor)
            entries = entries.filter { $0.value.pool != nil }
            entries[key] = Entry(pool: pool)
            return pool
        }
    }

    /// Removes the frames of all pools, when memory is short.
    public func removeAllFrames() {
        for pool in entries.withLock({ $0.values.map(\.pool) }) { pool?.removeAll() }
    }
}
