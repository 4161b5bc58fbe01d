import TestSupport
import Testing

@testable import ImageLoading

/// In whatever order events happen, every load ends once, nothing stale is shown and nothing is left.
@Suite(.endsInTime, .slow) struct ScheduleExplorerTests {
    private static let schedules: UInt64 = 100_000

    @Test(.serialized, arguments: 0..<OwnProcess.parts)
    func `every schedule ends every load once and shows nothing stale`(part: Int) async throws {
        let wrong = try await OwnProcess.run("ScheduleExplorerTests", part: part) { Self.explore(part) }
        #expect(wrong == "")
    }

    /// Runs one part of the schedules. Returns what went wrong, or that too little happened.
    @MainActor
    private static func explore(_ part: Int) -> String {
        let schedules = SeededSchedules(part: part, of: schedules)
        var seen = TraceSummary()
        let wrong = schedules.run { seed, isLogged in
            let explorer = ScheduleExplorer(seed: seed, isLogging: isLogged)
            defer { seen.add(explorer.summary) }
            return explorer.run().map { (explorer.log + [$0]).joined(separator: "\n") }
        }
        guard wrong.isEmpty, SeededSchedules.onlySeed == nil else { return wrong }
        // Schedules in which nothing happens prove nothing.
        let least = schedules.count
        let isBusy =
            seen.loads > 2 * least && seen.joins > least / 10 && seen.cancelled > least / 2
            && seen.memoryHits > least / 100 && seen.diskHits > least / 100 && seen.lateDropped > least / 200
            && seen.retried > least / 100
        return isBusy ? "" : "too little happened in \(least) schedules: \(seen)"
    }
}

extension TraceSummary {
    fileprivate mutating func add(_ other: TraceSummary) {
        loads += other.loads
        joins += other.joins
        cancelled += other.cancelled
        memoryHits += other.memoryHits
        diskHits += other.diskHits
        lateDropped += other.lateDropped
        retried += other.retried
    }
}
