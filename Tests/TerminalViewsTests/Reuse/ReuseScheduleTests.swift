import ImageLoading
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime, .slow) struct ReuseScheduleTests {
    private static let schedules: UInt64 = 10_000
    private static let steps = 30

    @Test(.serialized, arguments: 0..<OwnProcess.parts)
    func `reuse never shows a wrong picture in random schedules`(part: Int) async throws {
        let wrong = try await OwnProcess.run("ReuseScheduleTests", part: part) { Self.reuse(part) }
        #expect(wrong == "")
    }

    /// Runs one part of the schedules. Returns what went wrong, or that too little happened.
    @MainActor
    private static func reuse(_ part: Int) -> String {
        let schedules = SeededSchedules(part: part, of: schedules)
        var seen = TraceSummary()
        let wrong = schedules.run { seed, isLogged in
            let schedule = ReuseSchedule(seed: seed, isLogging: isLogged)
            defer { seen.add(schedule.summary) }
            return (schedule.run(steps: steps) ?? schedule.excess).map {
                (schedule.log + [$0]).joined(separator: "\n")
            }
        }
        guard wrong.isEmpty, SeededSchedules.onlySeed == nil else { return wrong }
        // Schedules in which nothing happens prove nothing.
        let least = schedules.count
        let isBusy =
            seen.loads > 5 * least && seen.memoryHits > least / 10 && seen.joins > least / 10 && seen.cancelled > least
            && seen.failed > least / 10 && seen.retried > least / 100 && seen.lateDropped > least / 20
        return isBusy && seen.stalePaints == 0 ? "" : "too little, or stale, in \(least) schedules: \(seen)"
    }
}

extension TraceSummary {
    fileprivate mutating func add(_ other: TraceSummary) {
        loads += other.loads
        memoryHits += other.memoryHits
        joins += other.joins
        cancelled += other.cancelled
        failed += other.failed
        retried += other.retried
        lateDropped += other.lateDropped
        stalePaints += other.stalePaints
    }
}
