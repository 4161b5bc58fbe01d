import OptionParsing
import HalftoneCore
import ImageLab
import TestSupport
import Testing

@testable import LabScreens
@testable import halftone

/// Plays scenarios of the Lab in this process, without a screen: as `halftone lab` does, with its report and exit status.
///
/// Suites that play are serialized: their plays share the main actor.
@MainActor
struct LabBench {
    struct Run: Sendable {
        let status: Int32
        let report: String
        let complaints: String
    }

    nonisolated init() {}

    /// Plays a scenario with these options of `halftone lab`.
    func run(_ scenario: LabScenario, _ arguments: [String] = []) async throws -> Run {
        var options = try makeOptions(arguments)
        options.scenario = scenario
        let run: LabRun
        do {
            run = try LabCommand(options: options).makeRun(isWatched: false, signals: nil)
        } catch {
            return Run(status: 2, report: "", complaints: "halftone: \(error)\n")
        }
        return try await play(run)
    }

    /// Parses the options of `halftone lab`.
    func makeOptions(_ arguments: [String]) throws -> LabOptions {
        var options = LabOptions()
        _ = try OptionParser(LabOptions.allRows).parse(arguments.map { FilePath($0) }, into: &options)
        try options.check()
        return options
    }

    /// Plays a run to its end.
    func play(_ run: LabRun) async throws -> Run {
        let (outcome, end) = (Lock<LabRun.Outcome?>(nil), Latch("the scenario to end"))
        run.play(on: MainQueueWakeups()) { result in
            outcome.withLock { $0 = result }
            end.open()
        }
        await end.wait()
        let ended = outcome.withLock { $0 }
        let result = try #require(ended)
        return Run(
            status: result.status, report: result.report.joined(),
            complaints: result.complaints.map { "halftone: \($0)\n" }.joined())
    }
}
