import FoundationEssentials
import ImageCoding
import ImageLoading

extension ImageView {
    /// A load for a slot, with the parameters of ``setImage(url:placeholder:options:context:progress:completion:)``.
    struct Request {
        var url: URL?
        var slot = ImageSlot.image
        var placeholder = Placeholder.none
        var options: ImageOptions
        var context: ImageContext
        var progress: ImageLoadOperation.Progress?
        var completion: Completion?
    }

    /// The state of one slot: its binding, and the object through which the binding shows images in the view.
    struct Slot {
        let target: SlotTarget
        let binding: ImageBinding
    }

    /// Returns a slot, created by the first call.
    func makeSlot(_ name: ImageSlot) -> Slot {
        if let slot = slots[name] { return slot }
        let target = SlotTarget(view: self, slot: name)
        let slot = Slot(target: target, binding: ImageBinding(manager: environment.manager, target: target))
        slots[name] = slot
        return slot
    }

    // MARK: - Load state

    /// The latest load of the view's image; `nil` if none is in progress.
    public var latestOperation: ImageLoadOperation? { latestOperation(in: .image) }

    /// Returns the latest load of a slot; `nil` if none is in progress.
    public func latestOperation(in slot: ImageSlot) -> ImageLoadOperation? { slots[slot]?.binding.latestOperation }

    /// The progress of the view's image, the same object for every load of the view.
    public var imageProgress: ImageProgress { makeSlot(.image).binding.progress }

    // MARK: - Canceling

    /// Cancels the load of the view's image; its completion is called before this returns.
    public func cancelCurrentImageLoad() { cancelImageLoad(in: .image) }

    /// Cancels the loads of a slot; their completions are called before this returns.
    public func cancelImageLoad(in slot: ImageSlot) { slots[slot]?.binding.cancel() }

    /// Detaches the loads of a slot from the view, which no longer cancels them; see `ImageBinding.detachLoads()`.
    public func detachImageLoad(in slot: ImageSlot = .image) { slots[slot]?.binding.detachLoads() }

    /// Replaces the loads of a slot with an operation of the program's own, which the slot cancels like a load; see
    /// `ImageBinding.replaceLoad(cancel:)`.
    public func replaceImageLoad(in slot: ImageSlot = .image, cancel: @escaping @MainActor () -> Void) {
        makeSlot(slot).binding.replaceLoad(cancel: cancel)
    }

    /// Resets the view for another row: its loads are cancelled, and its image and transition are removed.
    public func prepareForReuse() {
        let all = slots.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        // marks loads that are being started further up the stack, before a completion can start others
        for operation in all.flatMap({ $0.binding.takeOperations() }) { operation.cancel() }
        for slot in all {
            slot.binding.leave()
            slot.target.request = nil
            slot.binding.reset()
        }
        row = nil
        isHighlighted = false
    }
}
