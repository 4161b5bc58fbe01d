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
        public var context: ImageContext
        /// The manager to load with; `nil`, the default, for the one of the view's environment.
        public var manager: ImageManager?
        /// Displays the content of the slot instead of the view; `nil`, the default, lets the view do it.
        public var set: (@MainActor (ImageSetting) -> Void)?
        /// Called as bytes arrive, with the number received and the number expected.
        public var progress: ImageLoadOperation.Progress?
        /// Called with each result; see ``ImageView/load(_:)``.
        public var completion: Completion?

        public init(url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext()) {
            self.url = url
            self.options = options
            self.context = context
        }
    }

    /// The state of one slot.
    @MainActor
    struct Slot {
        var binding = LoadBinding()
        var loads = SlotLoads()
        let progress = ImageProgress()
        /// A completion that waits for the end of a transition.
        var waiting: (@MainActor () -> Void)?
    }

    // MARK: - Load state

    /// The latest load of the view's image; `nil` if none is in progress.
    public var latestOperation: ImageLoadOperation? { latestOperation(in: .image) }

    /// Returns the latest load of a slot; `nil` if none is in progress.
    public func latestOperation(in slot: ImageSlot) -> ImageLoadOperation? { slots[slot]?.loads.latest }

    /// The progress of the view's image, the same object for every load of the view.
    public var imageProgress: ImageProgress { progress(of: .image) }

    /// Returns the state of the latest load of a slot; `nil` if there was none.
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

    // MARK: - Canceling

    /// Cancels the load of the view's image; its completion is called before this returns.
    public func cancelCurrentImageLoad() { cancelImageLoad(in: .image) }

    /// Cancels the loads of a slot; their completions are called before this returns.
    public func cancelImageLoad(in slot: ImageSlot) {
        for operation in slots[slot]?.loads.takeAll() ?? [] { operation.cancel() }
    }

    /// Cancels the loads of the slot that was loaded last.
    public func cancelLatestImageLoad() { cancelImageLoad(in: latestSlot) }

    /// Resets the view for another row: its loads are canceled, and its image and transition are removed.
    public func prepareForReuse() {
        let all = slots.keys.sorted { $0.rawValue < $1.rawValue }
        // marks loads that are being started further up the stack, before a completion can start others
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
