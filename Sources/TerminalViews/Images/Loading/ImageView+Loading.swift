import FoundationEssentials
import ImageCoding
import ImageLoading

/// The loads of an image view: events are passed to the slot's ``LoadBinding``, and the view performs the actions that
/// it returns.
extension ImageView {
    /// The values that the actions for an event may need.
    private struct Occasion {
        var request: Request?
        var preview: Image?
        var result: Result<LoadedImage, ImageError>?
    }

    /// Binds a slot to a URL and loads its image.
    ///
    /// The slot's earlier load ends first, with `.cancelled`, and a running transition is dropped. An image in memory
    /// is set before this method returns, without placeholder or indicator. If another size of the image is in memory,
    /// it is displayed, scaled, until the requested size has loaded. Otherwise the placeholder and the indicator are
    /// displayed until the load ends. With `ImageOptions.delayPlaceholder` the view keeps its content, unless that is
    /// the image of another URL. With `ImageOptions.progressiveLoad` partial images are displayed as they arrive.
    /// Without a URL the placeholder is displayed, the completion receives `.invalidURL`, and the method returns `nil`.
    /// The image is decoded to the present size of the view, unless the context specifies a size; to its own size if
    /// the view is empty.
    ///
    /// The completion is called after the image was set, as documented for `ImageLoadOperation`; it receives partial
    /// images only with `ImageOptions.avoidAutoSetImage`. It may call this method again: the newest load wins, and a
    /// call from the completion of a load that this call cancels counts as older than this call. With
    /// `ImageOptions.waitTransition` the completion is called when the transition has ended or was dropped.
    ///
    /// A slot that the view does not display has its load managed only: its image is passed to ``Request/set`` and the
    /// completion.
    ///
    /// - Returns: the operation; `nil` if there is no URL.
    @discardableResult
    public func load(_ request: Request) -> ImageLoadOperation? {
        let slot = request.slot
        latestSlot = slot
        if !request.options.contains(.avoidAutoCancelImage) { cancelImageLoad(in: slot) }
        perform(slots[slot]?.binding.leave() ?? [], in: slot)
        let load = bind(request)
        slots[slot]?.loads.begin()
        let operation = (request.manager ?? environment.manager).loadImage(
            request.url, options: request.options, context: context(of: request),
            progress: { [weak self] received, expected in
                self?.react(in: slot) { $0.didProgress(load, received: received, expected: expected) }
                request.progress?(received, expected)
            },
            completion: { [weak self] result in
                guard let self else { return request.completion?(result) ?? () }
                react(in: slot, Occasion(request: request, result: result)) { $0.didEnd(load, result) }
            })
        // a completion in the call may have canceled the load before its operation was known
        if slots[slot]?.loads.end(with: operation) == true { operation.cancel() }
        let isUnanswered = slots[slot]?.binding.isUnanswered(load) == true
        let preview = isUnanswered ? preview(for: request) : nil
        react(in: slot, Occasion(request: request, preview: preview)) {
            $0.didStart(load, preview: preview?.size.area)
        }
        return request.url == nil ? nil : operation
    }

    private func bind(_ request: Request) -> LoadBinding.Load {
        var slot = slots[request.slot] ?? Slot()
        if request.slot == .image {
            // an image that stays although it is not this URL's is a stale paint, and must be recorded as one
            if request.url != slot.binding.url { hasPainted = false }
            row = request.context.row
        }
        let load = slot.binding.bind(to: request.url, options: request.options)
        slots[request.slot] = slot
        if request.slot == .image { record(.bind) }
        slot.progress.reset()
        return load
    }

    private func context(of request: Request) -> ImageContext {
        var context = request.context
        complete(&context)
        context.operationKey = request.slot.rawValue
        return context
    }

    /// Returns another size of the image to display meanwhile; `nil` if none is in memory or the request excludes
    /// memory.
    private func preview(for request: Request) -> Image? {
        guard let url = request.url, !request.options.contains(.fromLoaderOnly),
            request.context.queryCacheType.contains(.memory)
        else { return nil }
        return (request.manager ?? environment.manager).preview(for: url, context: context(of: request))
    }

    // MARK: - Events

    private func react(
        in slot: ImageSlot, _ occasion: Occasion = Occasion(), to event: (inout LoadBinding) -> [LoadBinding.Action]
    ) {
        perform(event(&slots[slot, default: Slot()].binding), in: slot, occasion)
    }

    /// Ends the running transition. `isWhole`: it has run to its end, so its completion is called.
    func endTransition(isWhole: Bool = false) {
        guard let ended = running else { return }
        dropTransition()
        let generation = bindingGeneration
        if isWhole { ended.transition.completion?(self, ended.subject) }
        guard generation == bindingGeneration else { return }
        react(in: .image) { $0.didEndTransition() }
    }

    /// Starts a transition for the image slot's load.
    func begin(_ transition: RunningTransition) {
        running = transition
        slots[.image]?.binding.didBeginTransition()
    }

    /// The generation of the view's image, which changes with every load and reuse: results for an older one are
    /// dropped.
    public var bindingGeneration: Int { slots[.image]?.binding.generation ?? 0 }

    /// Sets an image that does not come from a load, or clears the view with `nil`.
    func setByHand(_ image: Image?) {
        var binding = slots[.image, default: Slot()].binding
        let actions = binding.didSet(image == nil ? .nothing : .image(of: binding.url))
        slots[.image, default: Slot()].binding = binding
        if let image { show(image, of: binding.url) } else { show(.placeholder(.none)) }
        perform(actions, in: .image)
    }

    /// Displays a placeholder, replacing any content. A running load continues.
    public func showPlaceholder(_ placeholder: Placeholder) {
        let actions = slots[.image, default: Slot()].binding.didSet(.placeholder)
        record(.placeholder)
        show(.placeholder(placeholder))
        perform(actions, in: .image)
    }

    // MARK: - Actions

    func perform(_ actions: [LoadBinding.Action], in slot: ImageSlot) { perform(actions, in: slot, Occasion()) }

    private func perform(_ actions: [LoadBinding.Action], in slot: ImageSlot, _ occasion: Occasion) {
        let generation = slots[slot]?.binding.generation
        for action in actions where !action.isVisible || slots[slot]?.binding.generation == generation {
            perform(action, in: slot, occasion)
        }
    }

    private func perform(_ action: LoadBinding.Action, in slot: ImageSlot, _ occasion: Occasion) {
        switch action {
        case .showNothing: set(.placeholder(.none), in: slot, occasion, isAnimated: false)
        case .showPlaceholder:
            if slot == .image { record(.placeholder) }
            set(.placeholder(occasion.request?.placeholder ?? .none), in: slot, occasion, isAnimated: false)
        case .showPreview:
            if let preview = occasion.preview { set(.preview(preview), in: slot, occasion, isAnimated: false) }
        case .showImage(let isAnimated):
            if case .success(let loaded) = occasion.result {
                set(.image(loaded), in: slot, occasion, isAnimated: isAnimated)
            }
        case .startIndicator: if slot == .image { startIndicator() }
        case .stopIndicator: if slot == .image { stopIndicator() }
        case .showProgress(let received, let expected):
            slots[slot]?.progress.set(received, of: expected)
            if slot == .image { setProgress(expected.map { $0 > 0 ? Double(received) / Double($0) : 0 }) }
        case .fillProgress: slots[slot]?.progress.fill()
        case .dropTransition: if slot == .image { dropTransition() }
        case .complete: complete(occasion)
        case .completeAfterTransition:
            guard slots[slot]?.binding.waitForTransition() == true else { return complete(occasion) }
            slots[slot]?.waiting = { Self.complete(occasion) }
        case .completeWaiting:
            let waiting = slots[slot]?.waiting
            slots[slot]?.waiting = nil
            waiting?()
        case .countLate: record(.late)
        }
    }

    private func complete(_ occasion: Occasion) { Self.complete(occasion) }

    private static func complete(_ occasion: Occasion) {
        if let result = occasion.result { occasion.request?.completion?(result) }
    }

    /// Displays content in a slot: through the request's `set` if it has one, otherwise in the view.
    private func set(_ setting: ImageSetting, in slot: ImageSlot, _ occasion: Occasion, isAnimated: Bool) {
        let show = { [self] in
            if let custom = occasion.request?.set { return custom(setting) }
            switch (slot, setting) {
            case (.image, .placeholder(let placeholder)): self.show(.placeholder(placeholder))
            case (.image, .preview(let image)): self.show(.preview(image))
            case (.image, .image(let loaded)): self.show(loaded.image, of: loaded.url)
            case (.highlighted, .placeholder): highlightedImage = nil
            case (.highlighted, .preview(let image)): highlightedImage = image
            case (.highlighted, .image(let loaded)): highlightedImage = loaded.image
            default: break  // only the completion uses a custom slot's image
            }
        }
        guard isAnimated, slot == .image, case .image(let loaded) = setting else { return show() }
        makeTransition(to: loaded, show)
    }

    /// Records an event of the view's image in the trace.
    func record(_ name: TraceEvent.Name) {
        let url = name == .late ? nil : imageURL?.absoluteString
        environment.manager.trace.record(TraceEvent(name, view: id, row: row, url: url))
    }
}

extension LoadBinding {
    /// Returns the actions for a load's result.
    fileprivate mutating func didEnd(_ load: Load, _ result: Result<LoadedImage, ImageError>) -> [Action] {
        switch result {
        case .success(let loaded):
            didReceive(
                load,
                Arrival(
                    cacheType: loaded.cacheType, isFinal: loaded.isFinal, isIncremental: loaded.image.isIncremental,
                    area: loaded.image.size.area))
        case .failure(let error): didFail(load, isCancelled: error == .cancelled)
        }
    }
}
