import ImageFeeds

/// The next page of the sources, and whether to read it. A value.
struct Paging: Sendable {
    private enum State {
        case ready, reading
        /// The page failed; it is read only on request.
        case failed
    }

    private var state = State.ready
    /// The page after the last item; `nil` at the end of all sources.
    private var next: FeedContinuation?
    /// The next pages of sources that arrived while a page was being read.
    private var later: FeedContinuation?

    /// Number of rows before the end at which the next page is requested: about two screens.
    static let rowsAhead = 12

    init(_ next: FeedContinuation? = nil) { self.next = next }

    var isReading: Bool { state == .reading }
    var hasFailed: Bool { state == .failed }
    var hasMore: Bool { next != nil }

    /// Returns the page to read when the selection has moved to `row` of `count`; `nil` for none. Call it after a
    /// movement, not when a page has arrived, so that pages without shown items do not follow each other automatically.
    mutating func advance(row: Int, of count: Int) -> FeedContinuation? {
        state == .ready && row >= count - Self.rowsAhead ? begin() : nil
    }

    /// Returns the failed page; `nil` if none has failed.
    mutating func retry() -> FeedContinuation? { hasFailed ? begin() : nil }

    private mutating func begin() -> FeedContinuation? {
        if hasMore { state = .reading }
        return next
    }

    /// Adds the next page of sources that arrived later.
    mutating func add(_ more: FeedContinuation) {
        if isReading {
            later = later?.joined(by: more) ?? more
        } else {
            next = next?.joined(by: more) ?? more
        }
    }

    /// Marks the page in progress as unread: the next movement near the end reads it again.
    mutating func didCancel() { if isReading { end(.ready) } }

    /// Adopts the result of a page.
    mutating func didRead(_ page: FeedResult) {
        guard isReading else { return }
        let hasFailed = page.items.isEmpty && page.next == nil && page.failures.contains(where: \.error.mayPass)
        if !hasFailed { next = page.next }
        end(hasFailed ? .failed : .ready)
    }

    private mutating func end(_ state: State) {
        self.state = state
        if let more = later { add(more) }
        later = nil
    }
}

extension FeedError {
    fileprivate var mayPass: Bool {
        switch self {
        case .fetchFailed, .tooSlow, .empty, .cancelled, .malformed, .malformedJSON: true
        default: false
        }
    }
}
