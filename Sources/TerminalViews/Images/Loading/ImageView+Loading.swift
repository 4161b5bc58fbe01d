import FoundationEssentials
import ImageCoding
import ImageLoading

/// The loads of an image view: each slot has an ``ImageBinding``, which decides what the view shows.
extension ImageView {
    /// Binds a slot to a URL and loads its image.
    @discardableResult
    func load(_ request: Request) -> ImageLoadOperation? {
        let slot = makeSlot(request.slot)
        return slot.binding.load(
            request.url, request.options, context(of: request), progress: request.progress,
            completion: request.completion
        ) { former in
            slot.target.request = request
            guard request.slot == .image else { return }
            loadWait = LoadWait()
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

    func endTransition() {
        guard running != nil else { return }
        dropTransition()
        slots[.image]?.binding.didEndTransition()
    }

    /// The generation of the view's image, which changes with every load and reuse: results for an older one are
    /// dropped.
    public var bindingGeneration: Int { slots[.image]?.binding.generation ?? 0 }

    /// Sets an image that does not come from a load, or clears the view with `nil`.
    func setByHand(_ image: Image?) {
        let binding = makeSlot(.image).binding
        if let image { show(image, of: binding.url) } else { show(.placeholder(.none)) }
        binding.didShow(image: image != nil)
    }

    /// Displays a placeholder, replacing any content. A running load continues.
    public func showPlaceholder(_ placeholder: Placeholder) {
        record(.placeholder)
        show(.placeholder(placeholder))
        makeSlot(.image).binding.didShow(image: false)
    }

    // MARK: - Display

    /// Displays content in a slot. Only the completion uses the image of a slot of the caller's own.
    func show(_ content: ImageBinding.Content, in slot: ImageSlot, of request: Request?, isAnimated: Bool) {
        switch slot {
        case .image: show(content, of: request, isAnimated: isAnimated)
        case .highlighted: highlightedImage = content.image
        default: break
        }
    }

    private func show(_ content: ImageBinding.Content, of request: Request?, isAnimated: Bool) {
        switch content {
        case .nothing: show(.placeholder(.none))
        case .placeholder:
            record(.placeholder)
            show(.placeholder(request?.placeholder ?? .none))
        case .preview(let image): show(.preview(image))
        case .image(let loaded):
            let isLong =
                loadWait.duration >= transitionThreshold || request?.options.contains(.forceTransition) == true
            let set = { self.show(loaded.image, of: loaded.url) }
            if isAnimated, isLong { makeTransition(set) } else { set() }
        }
    }

    /// Records an event of the view's image in the trace.
    func record(_ name: TraceEvent.Name) {
        let url = name == .late ? nil : imageURL?.absoluteString
        environment.manager.trace.record(TraceEvent(name, view: id, row: row, url: url))
    }
}
