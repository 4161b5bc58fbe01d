import FoundationEssentials
/// The binding of a view's slot to a URL: a state machine that maps the events of loads to actions of the view.
///
/// A value without views, image manager or clock. Each event returns its actions, in the order in which to perform
/// them. A binding to a URL is a generation; a result for an older generation changes nothing here but is counted, so
/// that a reused view cannot display the image of its former row.
struct LoadBinding {
    /// The identity of one load of the slot.
    struct Load: Hashable, Sendable {
        fileprivate let generation: Int
    }

    /// The image that the slot displays: whole, partial or in another size.
    struct Shown: Equatable {
        /// The URL of the image; `nil` if it was set directly in a view without one.
        let url: URL?
        /// Number of pixels; 0 for an image that was set directly.
        let area: Int
    }

    /// An action of the view.
    enum Action: Equatable {
        case showNothing
        case showPlaceholder
        /// Displays another size of the image, scaled.
        case showPreview
        /// Displays the image that arrived, with the view's transition or immediately.
        case showImage(isAnimated: Bool)
        case startIndicator
        case stopIndicator
        case showProgress(received: Int, expected: Int?)
        /// Sets the progress to its total.
        case fillProgress
        case dropTransition
        /// Calls the caller's completion with the result.
        case complete
        /// Calls the caller's completion with the result when the started transition ends; immediately if none started.
        case completeAfterTransition
        /// Calls the completion that waits for a transition.
        case completeWaiting
        /// Counts a result for an older load.
        case countLate

        /// Whether the action changes what the view displays. Such an action must be skipped once the slot is bound to
        /// something else, which a completion may do in the middle of a list of actions.
        var isVisible: Bool {
            switch self {
            case .showNothing, .showPlaceholder, .showPreview, .showImage, .startIndicator, .stopIndicator,
                .showProgress, .fillProgress, .dropTransition:
                true
            case .complete, .completeAfterTransition, .completeWaiting, .countLate: false
            }
        }
    }

    /// The URL that the slot was last given; it remains when the load fails.
    private(set) var url: URL?
    /// `nil` while the slot is empty or displays a placeholder.
    private(set) var shown: Shown?
    /// Whether an image of this load has arrived, though a newer one of the same load may follow.
    private var hasImage = false
    private var hasPreview = false
    /// Whether the call that starts the load has not returned: its results are there before anything is drawn.
    private var isStarting = false
    /// The number of the present binding.
    private(set) var generation = 0
    private var options: ImageOptions = []
    /// Whether a transition runs, for whose end a completion may wait.
    private(set) var isTransitioning = false

    // MARK: - Binding

    /// Returns the actions before a new binding. The old binding's completion among them may bind the slot to something
    /// else, which counts as older than the binding that the caller is about to make.
    mutating func leave() -> [Action] {
        isTransitioning = false
        return [.dropTransition, .completeWaiting]
    }

    /// Binds the slot to a URL, whose load is about to start.
    mutating func bind(to url: URL?, options: ImageOptions) -> Load {
        generation += 1
        self.url = url
        self.options = options
        (isStarting, hasImage, hasPreview) = (true, false, false)
        return Load(generation: generation)
    }

    /// Returns whether the load has neither ended nor brought an image so far, so that other content must be displayed
    /// meanwhile.
    func isUnanswered(_ load: Load) -> Bool { isCurrent(load) && isStarting && !hasImage }

    /// Returns the actions after the call that started the load returned without a result.
    ///
    /// - Parameter preview: the number of pixels of another size in memory; `nil` if there is none.
    mutating func didStart(_ load: Load, preview: Int?) -> [Action] {
        guard isCurrent(load), isStarting else { return [] }
        isStarting = false
        guard !hasImage else { return [] }
        hasPreview = preview != nil
        if let preview { return show(preview, by: .showPreview) }
        return showWhileLoading() + [.startIndicator]
    }

    /// Returns the actions after an operation of the program replaced the loads, whose results are late from now on.
    mutating func replace() -> [Action] {
        generation += 1
        (isStarting, hasImage, hasPreview) = (false, false, false)
        return [.stopIndicator]
    }

    /// Returns the actions to reset the view for another row.
    mutating func reuse() -> [Action] {
        url = nil
        return replace() + show(nil, by: .showNothing)
    }

    // MARK: - Results

    /// Returns the actions for progress. The first, within the call that starts the load, says only that it has begun.
    func didProgress(_ load: Load, received: Int, expected: Int?) -> [Action] {
        isCurrent(load) && !isStarting ? [.showProgress(received: received, expected: expected)] : []
    }

    mutating func didReceive(_ load: Load, _ loaded: LoadedImage) -> [Action] {
        let isPartial = loaded.image.isIncremental && !loaded.isFinal
        guard isCurrent(load) else { return isPartial ? [.countLate] : [.countLate, .complete] }
        let isForTheCaller = options.contains(.avoidAutoSetImage)
        if isPartial {
            guard !hasImage else { return [] }  // a complete image is better
            guard !isForTheCaller else { return [.complete] }
            // Its embedded thumbnail, or its beginning at a smaller size, would be a step back.
            if let shown, shown.url == url, shown.area > loaded.image.size.area { return [] }
            hasPreview = true
            return show(loaded.image.size.area, by: .showImage(isAnimated: false))
        }
        let wasStarting = isStarting
        let isAnimated = animates(loaded)
        if loaded.isFinal { isStarting = false }
        hasImage = true
        let before: [Action] = loaded.isFinal ? [.stopIndicator, .fillProgress] : [.stopIndicator]
        guard !isForTheCaller else { return before + (wasStarting ? showWhileLoading() : []) + [.complete] }
        let end: Action =
            isAnimated && options.contains(.waitTransition) ? .completeAfterTransition : .complete
        return before + show(loaded.image.size.area, by: .showImage(isAnimated: isAnimated)) + [end]
    }

    mutating func didFail(_ load: Load, isCancelled: Bool) -> [Action] {
        guard isCurrent(load) else { return isCancelled ? [.complete] : [.countLate, .complete] }
        let wasStarting = isStarting
        isStarting = false
        // a failed refresh keeps the image it was to replace, and a preview is better than no image
        let isKept = hasImage || hasPreview || keepsOwnImage
        let showsPlaceholder = !isKept && (wasStarting || options.contains(.delayPlaceholder))
        return [.stopIndicator] + (showsPlaceholder ? show(nil, by: .showPlaceholder) : []) + [.complete]
    }

    // MARK: - Direct changes

    /// Returns the actions after other content was set in the slot directly; an image counts as that of the URL.
    mutating func didSet(image: Bool) -> [Action] {
        shown = image ? Shown(url: url, area: 0) : nil
        isTransitioning = false
        return [.dropTransition, .completeWaiting]
    }

    // MARK: - Transitions

    mutating func didBeginTransition() { isTransitioning = true }

    mutating func didEndTransition() -> [Action] {
        isTransitioning = false
        return [.completeWaiting]
    }

    // MARK: -

    private func isCurrent(_ load: Load) -> Bool { load.generation == generation }

    /// Returns the actions to display other content: an image of the URL with that number of pixels, or none.
    private mutating func show(_ area: Int?, by action: Action) -> [Action] {
        let isDropping = isTransitioning
        isTransitioning = false
        shown = area.map { Shown(url: url, area: $0) }
        return isDropping ? [.dropTransition, action, .completeWaiting] : [action]
    }

    /// Returns the actions for a running load: the placeholder, or none if the content is of the same image and is
    /// kept.
    private mutating func showWhileLoading() -> [Action] {
        guard options.contains(.delayPlaceholder) else { return show(nil, by: .showPlaceholder) }
        return shown == nil || keepsOwnImage ? [] : show(nil, by: .showNothing)
    }

    /// Whether the view shows the image of its URL, which a delayed placeholder does not replace.
    private var keepsOwnImage: Bool {
        guard options.contains(.delayPlaceholder), let shown else { return false }
        return shown.url == url
    }

    /// Returns whether an image arrives with a transition. An image that was near at hand appears immediately, and one
    /// that replaces another size of itself only becomes sharper.
    private func animates(_ loaded: LoadedImage) -> Bool {
        guard loaded.isFinal else { return false }
        if options.contains(.forceTransition) { return true }
        return !isStarting && !hasPreview && loaded.cacheType == .none && url?.isFileURL != true
    }
}
