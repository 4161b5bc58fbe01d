import TestSupport
import Testing

@testable import ImageLoading

/// Whatever happens in whatever order, every load ends once, nothing stale is shown and nothing is left over.
struct ScheduleExplorerTests {
    private static let schedules: UInt64 = 100_000
    private let directory = TemporaryDirectory()

    @Test(arguments: 0..<SeededSchedules.processes)
    func everyScheduleEndsEveryLoadOnceAndShowsNothingStale(part: UInt64) async {
        print(SeededSchedules(part: part, of: Self.schedules).words)
        await #expect(processExitsWith: .success) { [part = part as UInt64, path = directory.path as String] in
            SeededSchedules.end(await Self.explore(part), in: path + "/wrong")
        }
        #expect(SeededSchedules.wrong(in: directory.path + "/wrong") == "")
    }

    /// Runs one part of the schedules. What went wrong, or too little.
    @MainActor
    private static func explore(_ part: UInt64) -> String {
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
    }
}
