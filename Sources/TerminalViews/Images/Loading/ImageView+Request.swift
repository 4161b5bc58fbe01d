import FoundationEssentials
import ImageCoding
import ImageLoading

extension ImageView {
    /// A load for a slot of an image view, with all that can be said about it.
    public struct Request {
        public var url: URL?
        public var slot = ImageSlot.image
        /// Shown until the image is there; with ``ImageOptions/delayPlaceholder`` only if it never comes.
        public var placeholder = Placeholder.none
        public var options: ImageOptions
        public var context: ImageContext
        /// Who loads it instead of the engine of the view's environment.
        public var manager: ImageManager?
        /// Shows what the slot is to show, in place of the view.
        public var set: (@MainActor (ImageSetting) -> Void)?
        public var progress: ImageLoadOperation.Progress?
        /// See ``ImageView/load(_:)``.
        public var completion: Completion?

        public init(url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext()) {
            self.url = url
            self.options = options
            self.context = context
        }
    }

    /// Everything that belongs to one slot.
    @MainActor
    struct Slot {
        var binding = LoadBinding()
        var loads = SlotLoads()
        let progress = ImageProgress()
        /// A completion that waits for the end of a transition.
        var waiting: (@MainActor () -> Void)?
    }

    // MARK: - What became of loads

    /// The latest load of the view's image, while it is under way.
    public var latestOperation: ImageLoadOperation? { latestOperation(in: .image) }

    /// The latest load of a slot, while it is under way.
    public func latestOperation(in slot: ImageSlot) -> ImageLoadOperation? { slots[slot]?.loads.latest }

    /// How much of the view's image has arrived. The same object for every load of the view.
    public var imageProgress: ImageProgress { progress(of: .image) }

    /// What became of the latest load of a slot; `nil` if there was none.
    public func loadState(of slot: ImageSlot) -> ImageLoadState? {
        guard let state = slots[slot] else { return nil }
        return ImageLoadState(
            url: state.binding.url, progress: state.progress, isLoading: state.loads.latest != nil)
    }

    private func progress(of slot: ImageSlot) -> ImageProgress {
        let state = slots[slot] ?? Slot()
        slots[slot] = state
        return state.progress
    }

    // MARK: - Cancelling

    /// Cancels the load of the view's image; its completion runs before this returns.
    public func cancelCurrentImageLoad() { cancelImageLoad(in: .image) }

    /// Cancels the loads of a slot.
    public func cancelImageLoad(in slot: ImageSlot) {
        for operation in slots[slot]?.loads.takeAll() ?? [] { operation.cancel() }
    }

    /// Cancels the loads of the slot that was loaded last.
    public func cancelLatestImageLoad() { cancelImageLoad(in: latestSlot) }

    /// Makes the view as new for another row: its loads end, and neither image nor transition is left.
    public func prepareForReuse() {
        let all = slots.keys.sorted { $0.rawValue < $1.rawValue }
        // What is being started further out is not wanted any more, before any completion can start something else.
        let operations = all.flatMap { slots[$0]?.loads.takeAll() ?? [] }
        for operation in operations { operation.cancel() }
        for slot in all {
            perform(slots[slot]?.binding.leave() ?? [], in: slot)
            cancelImageLoad(in: slot)
            perform(slots[slot]?.binding.reuse() ?? [], in: slot)
        }
        row = nil
        isHighlighted = false
    }
}
