import ImageFeeds

/// The next page of the sources, and whether to read it. A value.
struct Paging: Sendable {
    enum State: Sendable {
        case ended
        case ready(FeedContinuation)
        case reading(FeedContinuation)
        /// The page failed; it is read only on request.
        case failed(FeedContinuation)
    }

    private(set) var state = State.ended
    /// The next pages of sources that arrived while a page was being read.
    private var later: FeedContinuation?

    /// Number of rows before the end at which the next page is requested: about two screens.
    static let rowsAhead = 12

    init(_ next: FeedContinuation? = nil) { state = next.map(State.ready) ?? .ended }

    var isReading: Bool { if case .reading = state { true } else { false } }
    var hasFailed: Bool { if case .failed = state { true } else { false } }
    var hasMore: Bool { if case .ended = state { false } else { true } }

    /// Returns the page to read when the selection has moved to `row` of `count`; `nil` for none. Call it after a
    /// movement, not when a page has arrived, so that pages without shown items do not follow each other automatically.
    mutating func advance(row: Int, of count: Int) -> FeedContinuation? {
        guard case .ready(let next) = state, row >= count - Self.rowsAhead else { return nil }
        state = .reading(next)
        return next
    }

    /// Returns the failed page; `nil` if none has failed.
    mutating func retry() -> FeedContinuation? {
        guard case .failed(let next) = state else { return nil }
        state = .reading(next)
        return next
    }

    /// Adds the next page of sources that arrived later.
    mutating func add(_ more: FeedContinuation) {
        switch state {
        case .ended: state = .ready(more)
        case .ready(let next): state = .ready(next.joined(by: more))
        case .failed(let next): state = .failed(next.joined(by: more))
        case .reading: later = later?.joined(by: more) ?? more
        }
    }

    private mutating func addLater() {
        guard let more = later else { return }
        later = nil
        add(more)
    }

    /// Marks the page in progress as unread: the next movement near the end reads it again.
    mutating func didCancel() {
        if case .reading(let next) = state { state = .ready(next) }
        addLater()
    }

    /// Adopts the result of a page.
    mutating func didRead(_ page: FeedResult) {
        guard case .reading(let asked) = state else { return }
        if page.items.isEmpty, page.next == nil, page.failures.contains(where: \.error.mayPass) {
            state = .failed(asked)
        } else {
            state = page.next.map(State.ready) ?? .ended
        }
        addLater()
    }
}

extension FeedError {
    /// Whether a retry may succeed.
    fileprivate var mayPass: Bool {
        switch self {
        case .fetchFailed, .tooSlow, .empty, .cancelled, .malformed, .malformedJSON: true
        default: false
        }
    }
}
