import ImageFeeds

/// Where the sources go on, and whether it is time to read there. A value.
struct Paging: Sendable {
    enum State: Sendable {
        case ended
        case ready(FeedContinuation)
        case reading(FeedContinuation)
        /// The page could not be read, or one after the other had nothing to show; it is asked for only when the reader
        /// says so.
        case failed(FeedContinuation)
    }

    private(set) var state = State.ended
    /// Where sources go on that came while a page was being read.
    private var later: FeedContinuation?

    /// Rows before the end at which the next page is asked for: about two screens.
    static let rowsAhead = 12

    init(_ next: FeedContinuation? = nil) { state = next.map(State.ready) ?? .ended }

    var isReading: Bool { if case .reading = state { true } else { false } }
    var hasFailed: Bool { if case .failed = state { true } else { false } }
    var hasMore: Bool { if case .ended = state { false } else { true } }

    /// The page to read now that the reader has come to `row` of `count`; `nil`: none. Call it when the reader moves and
    /// not when a page arrived, so that pages of which nothing is shown do not follow each other by themselves.
    mutating func advance(row: Int, of count: Int) -> FeedContinuation? {
        guard case .ready(let next) = state, row >= count - Self.rowsAhead else { return nil }
        state = .reading(next)
        return next
    }

    /// The page that failed, once more; `nil` if none did.
    mutating func retry() -> FeedContinuation? {
        guard case .failed(let next) = state else { return nil }
        state = .reading(next)
        return next
    }

    /// Reads on only after ``retry()``.
    mutating func hold() {
        if case .ready(let next) = state { state = .failed(next) }
    }

    /// Sources that were still coming go on here.
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

    /// Marks a page that is being read as not read: the reader's next approach to the end reads it again.
    mutating func didCancel() {
        if case .reading(let next) = state { state = .ready(next) }
        addLater()
    }

    /// Takes in what the page gave.
    mutating func didRead(_ page: FeedPage) {
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
    /// Whether the same question may have a better answer later.
    fileprivate var mayPass: Bool {
        switch self {
        case .fetchFailed, .tooSlow, .empty, .cancelled, .malformed, .malformedJSON: true
        default: false
        }
    }
}
