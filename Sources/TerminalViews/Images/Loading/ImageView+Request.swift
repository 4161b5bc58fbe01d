import FoundationEssentials
import ImageCoding
import ImageLoading

extension ImageView {
    /// A load request for a slot of an image view, with all its parameters.
    public struct Request {
        /// The URL to load; `nil` displays the placeholder and ends with `.invalidURL`.
        public var url: URL?
        /// The slot to load for. ``ImageSlot/image`` by default.
        public var slot = ImageSlot.image
        /// The placeholder until the image has loaded; with `ImageOptions.delayPlaceholder` only if the load fails.
        public var placeholder = Placeholder.none
        /// The options of the load; none by default.
        public var options: ImageOptions
        /// The values that replace those of the manager, such as the size; none by default.
        public var context: ImageContext
        /// The manager to load with; `nil`, the default, for the one of the view's environment.
        public var manager: ImageManager?
        /// Displays the content of the slot instead of the view; `nil`, the default, lets the view do it.
        public var set: (@MainActor (ImageSetting) -> Void)?
        /// Called as bytes arrive, with the number received and the number expected.
        public var progress: ImageLoadOperation.Progress?
        /// Called with each result; see ``ImageView/load(_:)``.
        public var completion: Completion?

        /// Creates a request for the ``ImageSlot/image`` slot, without a placeholder or callbacks.
        public init(url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext()) {
            self.url = url
            self.options = options
            self.context = context
        }
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

    /// Returns the state of the latest load of a slot; `nil` if there was none.
    public func loadState(of slot: ImageSlot) -> ImageLoadState? {
        guard let binding = slots[slot]?.binding else { return nil }
        return ImageLoadState(
            url: binding.url, progress: binding.progress, isLoading: binding.latestOperation != nil)
    }

    // MARK: - Canceling

    /// Cancels the load of the view's image; its completion is called before this returns.
    public func cancelCurrentImageLoad() { cancelImageLoad(in: .image) }

    /// Cancels the loads of a slot; their completions are called before this returns.
    public func cancelImageLoad(in slot: ImageSlot) { slots[slot]?.binding.cancel() }

    /// Cancels the loads of the slot that was loaded last.
    public func cancelLatestImageLoad() { cancelImageLoad(in: latestSlot) }

    /// Resets the view for another row: its loads are canceled, and its image and transition are removed.
    public func prepareForReuse() {
        let all = slots.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
        // marks loads that are being started further up the stack, before a completion can start others
        for operation in all.flatMap({ $0.binding.takeLoads() }) { operation.cancel() }
        for slot in all {
            slot.binding.leave()
            slot.target.request = nil
            slot.binding.reset()
        }
        row = nil
        isHighlighted = false
    }
}
