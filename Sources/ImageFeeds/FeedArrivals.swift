import Basis

/// A look at a reading of sources while it is under way: what has come so far, in the sources' order. For one reading.
///
/// Safe to use from any thread.
public final class FeedArrivals: Sendable {
    /// An element whenever something came since the last one was taken, and now and then while this machine's sources are
    /// being looked through; it ends with the reading.
    public let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let gathering = Lock(Gathering([], known: KnownDocuments()))
    private let news = Lock(false)
    let counter: FindingsCounter

    public init(time: any TimeSource = SystemTime()) {
        // What comes while nobody looks is one change: a thousand feeds are put together as often as they are shown.
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        counter = FindingsCounter(time: time) { [continuation] in continuation.yield() }
    }

    /// What has been found so far in sources of this machine that are still being looked through.
    public var findings: FeedFindings { counter.findings }

    /// Whether any source has given something since this was asked before.
    public func takeNews() -> Bool {
        news.withLock { news in
            defer { news = false }
            return news
        }
    }

    /// What there is; `nil`: nothing to show yet. Puts it together on the caller's thread.
    public var soFar: FeedResult? {
        let result = gathering.withLock(\.self).result()
        return result.items.isEmpty ? nil : result
    }

    func begin(_ gathering: Gathering) { self.gathering.withLock { $0 = gathering } }

    /// Changes what has come, in place.
    func change<Value>(_ change: (inout Gathering) -> Value) -> Value { gathering.withLock(change) }

    func tell() {
        news.withLock { $0 = true }
        continuation.yield()
    }

    func end() { continuation.finish() }
}
