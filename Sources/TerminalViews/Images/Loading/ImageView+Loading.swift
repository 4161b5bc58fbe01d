import FoundationEssentials
import ImageCoding
import ImageLoading

/// The loads of an image view: each slot has an ``ImageBinding``, which decides what the view shows.
extension ImageView {
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
        latestSlot = request.slot
        let slot = makeSlot(request.slot)
        slot.binding.manager = request.manager ?? environment.manager
        return slot.binding.load(
            request.url, request.options, context(of: request), progress: request.progress,
            completion: request.completion
        ) { former in
            slot.target.request = request
            guard request.slot == .image else { return }
            // an image that stays although it is not this URL's is a stale paint, and must be recorded as one
            if request.url != former { hasPainted = false }
            row = request.context.row
            record(.bind)
        }
    }

    private func context(of request: Request) -> ImageContext {
        var context = request.context
        complete(&context)
        context.operationKey = request.slot.rawValue
        return context
    }

    // MARK: - Transitions and other content

    /// Ends the running transition. `isWhole`: it has run to its end, so its completion is called.
    func endTransition(isWhole: Bool = false) {
        guard let ended = running else { return }
        dropTransition()
        let generation = bindingGeneration
        if isWhole { ended.transition.completion?(self, ended.subject) }
        guard generation == bindingGeneration else { return }
        slots[.image]?.binding.didEndTransition()
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
        let binding = makeSlot(.image).binding
        if let image { show(image, of: binding.url) } else { show(.placeholder(.none)) }
        binding.didShow(image == nil ? .nothing : .image)
    }

    /// Displays a placeholder, replacing any content. A running load continues.
    public func showPlaceholder(_ placeholder: Placeholder) {
        record(.placeholder)
        show(.placeholder(placeholder))
        makeSlot(.image).binding.didShow(.placeholder)
    }

    // MARK: - Display

    /// Displays content in a slot: through the request's `set` if it has one, otherwise in the view.
    func show(_ content: ImageBinding.Content, in slot: ImageSlot, of request: Request?, isAnimated: Bool) {
        if slot == .image, case .placeholder = content { record(.placeholder) }
        let setting = ImageSetting(content, placeholder: request?.placeholder ?? .none)
        let show = { [self] in
            if let custom = request?.set { return custom(setting) }
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
