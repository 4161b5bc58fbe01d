import HalftoneCore

/// The progress of one load of sources: the items so far, in the order of the sources, and counts of what was scanned.
///
/// Safe to use from any thread.
public final class FeedLoadProgress: Sendable {
    /// Yields after each change, and at intervals while local sources are scanned; finishes with the load.
    public let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let aggregator = Lock(FeedAggregator([], known: [:]))
    private let hasChanged = Lock(false)
    let counter: ScanCounter

    /// Creates the progress of a load that has not begun. `time` paces the reports of scans.
    public init(time: any TimeSource = SystemTime()) {
        // Changes that were not taken yet are one: a thousand feeds are merged as often as they are shown.
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        counter = ScanCounter(time: time) { [continuation] in continuation.yield() }
    }

    /// The counts of local sources that are still being scanned.
    public var scanProgress: ScanProgress { counter.progress }

    /// Returns whether a source has delivered anything since the previous call.
    public func consumeChange() -> Bool {
        hasChanged.withLock { hasChanged in
            defer { hasChanged = false }
            return hasChanged
        }
    }

    /// The items so far; `nil` before the first. Merged on the caller's thread with every call.
    public var soFar: FeedResult? {
        let result = aggregator.withLock(\.self).result()
        return result.items.isEmpty ? nil : result
    }

    /// Changes the results in place.
    func change<Value: Sendable>(_ change: (inout FeedAggregator) -> Value) -> Value {
        aggregator.withLock { change(&$0) }
    }

    func publish() {
        hasChanged.withLock { $0 = true }
        continuation.yield()
    }

    func end() { continuation.finish() }
}
