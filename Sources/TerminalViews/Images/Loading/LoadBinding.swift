import FoundationEssentials
import ImageLoading

/// What one slot of a view is bound to, and what is to be done about whatever happens to its load.
///
/// A value: no views, no engine, no clock. Each event returns the actions that follow from it, in the order in which they
/// are to be carried out. A binding to a URL is a generation; what arrives for an older one changes nothing here but is
/// counted, so that a reused view cannot show the picture of its former row.
struct LoadBinding {
    /// Names one load of the slot; the options are those it was asked with.
    struct Load: Hashable, Sendable {
        let generation: Int
        let options: ImageOptions
    }

    /// What the slot shows.
    enum Shown: Equatable {
        case nothing
        case placeholder
        /// The picture of this URL in another size, or as far as it has arrived.
        case preview(of: URL?)
        /// The picture of this URL; `nil` if it was set by hand into a view without one.
        case image(of: URL?)
    }

    /// What the view is to do.
    enum Action: Equatable {
        case showNothing
        case showPlaceholder
        /// Another size of the picture, scaled.
        case showPreview
        /// The image that arrived; with the view's transition, or at once.
        case showImage(isAnimated: Bool)
        case startIndicator
        case stopIndicator
        case showProgress(received: Int, expected: Int?)
        /// Everything that was expected has arrived.
        case fillProgress
        /// The running transition is over, wherever it is.
        case dropTransition
        /// The caller's completion hears of what arrived.
        case complete
        /// The same once the transition that has begun is over; at once if none has.
        case completeAfterTransition
        /// The completion that waited for a transition hears of it now.
        case completeWaiting
        /// Something arrived for an older load.
        case countLate

        /// Whether it changes what the view shows: not to be carried out any more once the slot is bound to something
        /// else, which a completion may do in the middle of a list of actions.
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
        /// The load is being started: what it brings now is there before anything is drawn.
        case starting
        case loading
        case over
    }

    /// What arrived with an image.
    struct Arrival: Equatable {
        var cacheType = CacheType.none
        /// `false` when the same load may bring another image.
        var isFinal = true
        /// `true` for a picture that is still arriving.
        var isIncremental = false
        /// Its pixels.
        var area = 0
    }

    /// The URL that the slot was last given; it stays when the load fails.
    private(set) var url: URL?
    private(set) var shown = Shown.nothing
    /// The pixels of what is shown, if that came from a load or from memory.
    private var shownArea = 0
    /// Whether an image of this load is shown while a newer one is on its way from the same load, or was.
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

    /// Before a new binding: what the old one still owes. Its completion may bind the slot to something else, which is
    /// then older than what the caller is about to do.
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
        return Load(generation: generation, options: options)
    }

    /// Whether the load has neither ended nor brought an image so far. Then something else must be shown meanwhile.
    func isUnanswered(_ load: Load) -> Bool { isCurrent(load) && phase == .starting && !hasImage }

    /// The call that started the load is over, and its answer will come later.
    ///
    /// `preview` is the area of the other size that is in memory, `nil` if there is none.
    mutating func didStart(_ load: Load, preview: Int?) -> [Action] {
        guard isCurrent(load), phase == .starting else { return [] }
        phase = .loading
        guard !hasImage else { return [] }
        hasPreview = preview != nil
        if let preview { return show(.preview(of: url), preview, by: .showPreview) }
        return showWhileLoading() + [.startIndicator]
    }

    /// The view is to be as new, for another row.
    mutating func reuse() -> [Action] {
        generation += 1
        url = nil
        (phase, hasImage, hasPreview) = (.unbound, false, false)
        return [.stopIndicator] + show(.nothing, by: .showNothing)
    }

    // MARK: - What arrives

    mutating func didProgress(_ load: Load, received: Int, expected: Int?) -> [Action] {
        isCurrent(load) ? [.showProgress(received: received, expected: expected)] : []
    }

    mutating func didReceive(_ load: Load, _ arrival: Arrival) -> [Action] {
        let isPartial = arrival.isIncremental && !arrival.isFinal
        guard isCurrent(load) else { return isPartial ? [.countLate] : [.countLate, .complete] }
        let isForTheCaller = options.contains(.avoidAutoSetImage)
        if isPartial {
            guard !hasImage else { return [] }  // there is a better one
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
        // A failed refresh keeps the image that it was to renew, and a preview is better than no image.
        let showsPlaceholder = !hasImage && !hasPreview && (isStarting || options.contains(.delayPlaceholder))
        return [.stopIndicator] + (showsPlaceholder ? show(.placeholder, by: .showPlaceholder) : []) + [.complete]
    }

    // MARK: - What is done by hand

    /// Somebody put an image, or nothing, into the slot.
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

    /// Whether a completion has to wait. If so, ``Action/completeWaiting`` follows for certain.
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

    /// Whether the same picture is seen sharper already: its small version that came with it, or its beginning at a smaller
    /// size, would be a step back.
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

    /// What a load that is under way shows: its placeholder, or what was there if that is the same picture.
    private mutating func showWhileLoading() -> [Action] {
        guard options.contains(.delayPlaceholder) else { return show(.placeholder, by: .showPlaceholder) }
        switch shown {
        case .nothing, .placeholder: return []
        case .image(let shownURL), .preview(let shownURL):
            return shownURL == url ? [] : show(.nothing, by: .showNothing)
        }
    }

    /// What is there within the call that asked for it appears at once, and what was there in another size only grows
    /// sharper; everything else may arrive with a transition.
    private func animates(_ arrival: Arrival) -> Bool {
        guard arrival.isFinal else { return false }
        if options.contains(.forceTransition) { return true }
        return phase != .starting && !hasPreview && !arrival.cacheType.contains(.memory)
    }
}
