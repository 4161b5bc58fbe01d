import HalftoneCore
import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

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

    /// Plays a scenario to its end, on a screen of this size.
    func run(
        _ scenario: LabScenario, size: CellSize = LabRun.Settings().size, hasDiskCache: Bool = true
    ) async throws -> Run {
        let server = LabServer(pictures: DemoPictures.all() + MovingPictures.all())
        try server.start()
        var settings = LabRun.Settings()
        (settings.scenario, settings.size) = (scenario, size)
        // A wait that fails says what it found, so it ends before the bench gives the scenario up.
        settings.scenario?.timeout = min(scenario.timeout, Duration.seconds(30) * Wait.patience)
        let run = LabRun(
            settings,
            ScreenRun(session: nil, trace: Trace(), theme: .auto, pictures: .glyphs(.halfBlocks)),
            engine: Engine.Settings(userAgent: "Test", usesDiskCache: hasDiskCache), keys: KeyBindings(),
            server: server, signals: nil)
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
            complaints: result.errors.map { "halftone: \($0)\n" }.joined())
    }
}
