import Basis

/// How far the reading of this machine's sources has come.
public struct FeedFindings: Hashable, Sendable {
    /// Pictures, and entries of lists.
    public var found = 0
    /// Names that were looked at in folders, whatever they stand for.
    public var seen = 0
    /// Of lists, and of what else is read as a whole.
    public var bytes = 0

    public init(found: Int = 0, seen: Int = 0, bytes: Int = 0) {
        (self.found, self.seen, self.bytes) = (found, seen, bytes)
    }

    static func + (left: Self, right: Self) -> Self {
        Self(found: left.found + right.found, seen: left.seen + right.seen, bytes: left.bytes + right.bytes)
    }
}

/// Who waits for a reading of this machine's sources: whether he still does, and where it counts what it finds.
///
/// Safe to use from any thread, for every entry of a folder: to count costs a lock that nobody holds for long, and a look
/// at the clock.
public struct ReadingWatch: Sendable {
    private let check: @Sendable () -> Bool
    private let count: @Sendable (FeedFindings) -> Void

    /// - Parameters:
    ///   - isCancelled: says that nobody waits any more.
    ///   - count: is handed what was found since it was called before.
    public init(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        count: @escaping @Sendable (FeedFindings) -> Void = { _ in }
    ) {
        check = isCancelled
        self.count = count
    }

    var isCancelled: Bool { check() }

    /// Called without anything, it only says that time goes by: what was found a moment ago may not have been told yet.
    func count(found: Int = 0, seen: Int = 0, bytes: Int = 0) {
        count(FeedFindings(found: found, seen: seen, bytes: bytes))
    }
}

/// What has been found by the readings that are under way, told now and then and not for every entry. Any thread.
final class FindingsCounter: Sendable {
    /// As often as a person sees that numbers change.
    static let pause = Duration.milliseconds(100)

    /// What one reading has found, and when that was told.
    private struct Tally {
        var findings = FeedFindings()
        var isNews = false
        var told: Duration
    }

    private let running = Lock<[ObjectIdentifier: Lock<Tally>]>([:])
    private let time: any TimeSource
    private let tell: @Sendable () -> Void

    init(time: any TimeSource, tell: @escaping @Sendable () -> Void) { (self.time, self.tell) = (time, tell) }

    /// Of those readings that have not ended: what an ended one has found is shown itself.
    var findings: FeedFindings {
        let tallies = running.withLock { Array($0.values) }
        return tallies.reduce(FeedFindings()) { $0 + $1.withLock(\.findings) }
    }

    /// Runs a reading, and counts what it finds as long as it runs.
    func watching<Value>(
        isCancelled: @escaping @Sendable () -> Bool, _ read: (ReadingWatch) throws -> Value
    ) rethrows -> Value {
        let tally = Lock(Tally(told: time.now))
        running.withLock { $0[ObjectIdentifier(tally)] = tally }
        defer { running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(tally)) } }
        return try read(ReadingWatch(isCancelled: isCancelled) { [self] in add($0, to: tally) })
    }

    private func add(_ findings: FeedFindings, to tally: Lock<Tally>) {
        let now = time.now
        let isTime = tally.withLock { tally in
            tally.findings = tally.findings + findings
            if findings != FeedFindings() { tally.isNews = true }
            guard tally.isNews, now - tally.told >= Self.pause else { return false }
            (tally.isNews, tally.told) = (false, now)
            return true
        }
        if isTime { tell() }
    }
}
