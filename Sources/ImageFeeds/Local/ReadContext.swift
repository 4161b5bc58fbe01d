import HalftoneCore

/// Counts of a scan of local sources.
public struct ScanProgress: Hashable, Sendable {
    /// Number of pictures, and of entries of lists.
    public var found = 0
    /// Number of names of any kind in folders.
    public var seen = 0
    /// Bytes of lists, and of other files that are read as a whole.
    public var bytes = 0

    /// Creates counts, by default of zero.
    public init(found: Int = 0, seen: Int = 0, bytes: Int = 0) {
        (self.found, self.seen, self.bytes) = (found, seen, bytes)
    }

    static func + (left: Self, right: Self) -> Self {
        Self(found: left.found + right.found, seen: left.seen + right.seen, bytes: left.bytes + right.bytes)
    }
}

/// The context of a read of local sources: whether it is cancelled, and where it counts its results.
///
/// Safe to use from any thread, for every entry of a folder: a count costs a briefly held lock and a look at the clock.
public struct ReadContext: Sendable {
    private let check: @Sendable () -> Bool
    private let count: @Sendable (ScanProgress) -> Void

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - isCancelled: whether the read is to stop. Default: never.
    ///   - count: receives the counts since the previous call.
    public init(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        count: @escaping @Sendable (ScanProgress) -> Void = { _ in }
    ) {
        check = isCancelled
        self.count = count
    }

    var isCancelled: Bool { check() }

    /// Adds to the counts. A call without any reports earlier ones that are due.
    func count(found: Int = 0, seen: Int = 0, bytes: Int = 0) {
        count(ScanProgress(found: found, seen: seen, bytes: bytes))
    }
}

/// The sum of the counts of all reads in progress, reported at intervals instead of for every entry. Any thread.
final class ScanCounter: Sendable {
    /// The minimum interval between reports, so that the numbers can be read.
    static let pause = Duration.milliseconds(100)

    /// The counts of one read, and the time of its last report.
    private struct Tally {
        var progress = ScanProgress()
        var isNews = false
        var reported: Duration
    }

    private let running = Lock<[ObjectIdentifier: Lock<Tally>]>([:])
    private let time: any TimeSource
    private let report: @Sendable () -> Void

    init(time: any TimeSource, report: @escaping @Sendable () -> Void) { (self.time, self.report) = (time, report) }

    /// The sum over reads in progress.
    var progress: ScanProgress {
        let tallies = running.withLock { Array($0.values) }
        return tallies.reduce(ScanProgress()) { $0 + $1.withLock(\.progress) }
    }

    /// Runs a read, and counts its results until it ends.
    func withContext<Value>(
        isCancelled: @escaping @Sendable () -> Bool, _ read: (ReadContext) throws -> Value
    ) rethrows -> Value {
        let tally = Lock(Tally(reported: time.now))
        running.withLock { $0[ObjectIdentifier(tally)] = tally }
        defer { running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(tally)) } }
        return try read(ReadContext(isCancelled: isCancelled) { [self] in add($0, to: tally) })
    }

    private func add(_ progress: ScanProgress, to tally: Lock<Tally>) {
        let now = time.now
        let isTime = tally.withLock { tally in
            tally.progress = tally.progress + progress
            if progress != ScanProgress() { tally.isNews = true }
            guard tally.isNews, now - tally.reported >= Self.pause else { return false }
            (tally.isNews, tally.reported) = (false, now)
            return true
        }
        if isTime { report() }
    }
}
