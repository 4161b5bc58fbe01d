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

    /// The content that the slot displays.
    enum Shown: Equatable {
        case nothing
        case placeholder
        /// The image of a URL in another size, or a partial image.
        case preview(of: URL?)
        /// The image of a URL; `nil` if it was set directly in a view without one.
        case image(of: URL?)
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
        /// Drops the running transition.
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

    private enum Phase {
        case unbound
        /// The call that starts the load has not returned: its results are there before anything is drawn.
        case starting
        case loading
        case over
    }

    /// The relevant properties of an image that arrived.
    struct Arrival: Equatable {
        var cacheType = CacheType.none
        /// Whether the load brings no further image.
        var isFinal = true
        /// Whether the image is still arriving.
        var isIncremental = false
        /// Number of pixels.
        var area = 0
    }

    /// The URL that the slot was last given; it remains when the load fails.
    private(set) var url: URL?
    private(set) var shown = Shown.nothing
    /// Number of pixels of the displayed content, if it came from a load or from memory.
    private var shownArea = 0
    /// Whether an image of this load has arrived, though a newer one of the same load may follow.
    private var hasImage = false
    private var hasPreview = false
    private var phase = Phase.unbound
    /// The number of the present binding.
    private(set) var generation = 0
    private var options: ImageOptions = []
    private var isTransitioning = false
    private var isCompletionWaiting = false

    init() {}

    // MARK: - Binding

    /// Returns the actions before a new binding. The old binding's completion among them may bind the slot to something
    /// else, which counts as older than the binding that the caller is about to make.
    mutating func leave() -> [Action] {
        isTransitioning = false
        return [.dropTransition] + takeWaiting()
    }

    /// Binds the slot to a URL, whose load is about to start.
    mutating func bind(to url: URL?, options: ImageOptions) -> Load {
        generation += 1
        self.url = url
        self.options = options
        (phase, hasImage, hasPreview) = (.starting, false, false)
        return Load(generation: generation)
    }

    /// Returns whether the load has neither ended nor brought an image so far, so that other content must be displayed
    /// meanwhile.
    func isUnanswered(_ load: Load) -> Bool { isCurrent(load) && phase == .starting && !hasImage }

    /// Returns the actions after the call that started the load returned without a result.
    ///
    /// - Parameter preview: the number of pixels of another size in memory; `nil` if there is none.
    mutating func didStart(_ load: Load, preview: Int?) -> [Action] {
        guard isCurrent(load), phase == .starting else { return [] }
        phase = .loading
        guard !hasImage else { return [] }
        hasPreview = preview != nil
        if let preview { return show(.preview(of: url), preview, by: .showPreview) }
        return showWhileLoading() + [.startIndicator]
    }

    /// Returns the actions to reset the view for another row.
    mutating func reuse() -> [Action] {
        generation += 1
        url = nil
        (phase, hasImage, hasPreview) = (.unbound, false, false)
        return [.stopIndicator] + show(.nothing, by: .showNothing)
    }

    // MARK: - Results

    /// Returns the actions for progress. The first, within the call that starts the load, says only that it has begun.
    func didProgress(_ load: Load, received: Int, expected: Int?) -> [Action] {
        isCurrent(load) && phase != .starting ? [.showProgress(received: received, expected: expected)] : []
    }

    mutating func didReceive(_ load: Load, _ arrival: Arrival) -> [Action] {
        let isPartial = arrival.isIncremental && !arrival.isFinal
        guard isCurrent(load) else { return isPartial ? [.countLate] : [.countLate, .complete] }
        let isForTheCaller = options.contains(.avoidAutoSetImage)
        if isPartial {
            guard !hasImage else { return [] }  // a complete image is better
            guard !isForTheCaller else { return [.complete] }
            guard !isShowingMore(than: arrival) else { return [] }
            hasPreview = true
            return show(.preview(of: url), arrival.area, by: .showImage(isAnimated: false))
        }
        let isStarting = phase == .starting
        let isAnimated = animates(arrival)
        if arrival.isFinal { phase = .over }
        hasImage = true
        let before: [Action] = arrival.isFinal ? [.stopIndicator, .fillProgress] : [.stopIndicator]
        guard !isForTheCaller else { return before + (isStarting ? showWhileLoading() : []) + [.complete] }
        let end: Action =
            isAnimated && options.contains(.waitTransition) ? .completeAfterTransition : .complete
        return before + show(.image(of: url), arrival.area, by: .showImage(isAnimated: isAnimated)) + [end]
    }

    mutating func didFail(_ load: Load, isCancelled: Bool) -> [Action] {
        guard isCurrent(load) else { return isCancelled ? [.complete] : [.countLate, .complete] }
        let isStarting = phase == .starting
        phase = .over
        // a failed refresh keeps the image it was to replace, and a preview is better than no image
        let isKept = hasImage || hasPreview || keepsOwnImage
        let showsPlaceholder = !isKept && (isStarting || options.contains(.delayPlaceholder))
        return [.stopIndicator] + (showsPlaceholder ? show(.placeholder, by: .showPlaceholder) : []) + [.complete]
    }

    // MARK: - Direct changes

    /// Returns the actions after an image, or nothing, was set in the slot directly.
    mutating func didSet(_ shown: Shown) -> [Action] {
        (self.shown, shownArea) = (shown, 0)
        isTransitioning = false
        return [.dropTransition] + takeWaiting()
    }

    // MARK: - Transitions

    mutating func didBeginTransition() { isTransitioning = true }

    mutating func didEndTransition() -> [Action] {
        isTransitioning = false
        return takeWaiting()
    }

    /// Returns whether a completion has to wait for a transition; if so, an ``Action/completeWaiting`` always follows.
    mutating func waitForTransition() -> Bool {
        isCompletionWaiting = isTransitioning
        return isTransitioning
    }

    private mutating func takeWaiting() -> [Action] {
        defer { isCompletionWaiting = false }
        return isCompletionWaiting ? [.completeWaiting] : []
    }

    // MARK: -

    private func isCurrent(_ load: Load) -> Bool { load.generation == generation }

    /// Returns whether more pixels of the same image are displayed already. Its embedded thumbnail, or its beginning at
    /// a smaller size, would be a step back.
    private func isShowingMore(than arrival: Arrival) -> Bool {
        switch shown {
        case .preview(let shownURL), .image(let shownURL): shownURL == url && shownArea > arrival.area
        case .nothing, .placeholder: false
        }
    }

    private mutating func show(_ shown: Shown, _ area: Int = 0, by action: Action) -> [Action] {
        let isDropping = isTransitioning
        isTransitioning = false
        (self.shown, shownArea) = (shown, area)
        return (isDropping ? [.dropTransition] : []) + [action] + takeWaiting()
    }

    /// Returns the actions for a running load: the placeholder, or none if the content is of the same image and is
    /// kept.
    private mutating func showWhileLoading() -> [Action] {
        guard options.contains(.delayPlaceholder) else { return show(.placeholder, by: .showPlaceholder) }
        switch shown {
        case .nothing, .placeholder: return []
        case .image, .preview: return keepsOwnImage ? [] : show(.nothing, by: .showNothing)
        }
    }

    /// Whether the view shows the image of its URL, which a delayed placeholder does not replace.
    private var keepsOwnImage: Bool {
        options.contains(.delayPlaceholder) && (shown == .image(of: url) || shown == .preview(of: url))
    }

    /// Returns whether an image arrives with a transition. An image that was near at hand appears immediately, and one
    /// that replaces another size of itself only becomes sharper.
    private func animates(_ arrival: Arrival) -> Bool {
        guard arrival.isFinal else { return false }
        if options.contains(.forceTransition) { return true }
        return phase != .starting && !hasPreview && arrival.cacheType == .none && url?.isFileURL != true
    }
}
