import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// A scenario that the Lab plays, and its expected result.
struct LabPlay: Sendable, ScenarioWords {
    let scenario: LabScenario
    let size: CellSize
    let hasDiskCache: Bool
    /// Describes the failures of a run; every check of a play must pass unless the play expects otherwise.
    var fault: @Sendable (LabBench.Run) -> String? = { run in
        run.status == 0 && run.complaints.isEmpty ? nil : "\(run.report)\(run.complaints)"
    }

    var name: String { scenario.name }

    init(_ scenario: LabScenario, size: CellSize = LabRun.Settings().size, hasDiskCache: Bool = true) {
        (self.scenario, self.size, self.hasDiskCache) = (scenario, size, hasDiskCache)
    }

    init(
        _ name: String, size: CellSize = LabRun.Settings().size, hasDiskCache: Bool = true,
        timeout: Duration = .seconds(60), @LabStepBuilder _ steps: () -> [LabStep]
    ) {
        self.init(
            LabScenario(name, "a play of the tests", timeout: timeout, steps), size: size, hasDiskCache: hasDiskCache)
    }

    /// Returns the play, begun once all pictures are there, with a check for wrong pictures at its end.
    func onTheTable() -> LabPlay {
        LabPlay(name, size: size, hasDiskCache: hasDiskCache, timeout: .seconds(40)) {
            Self.wait(Self.idle)
            scenario.steps
            Self.check(Self.stalePaints == 0)
        }
    }
}

/// Plays the Lab's switches, keys and scenarios. Each part has its own process, for its main actor: plays use it all
/// the time, and would delay every other test of views.
@Suite(.serialized, .endsInTime, .slow) struct LabPlayTests {
    private static let plays =
        LabSwitchTests.plays + LabKeyTests.plays + LabScenarioTests.plays + LabIdleTests.plays + DeliveryTests.plays
        + LabEngineTests.plays + LabReportTests.plays

    /// The number of parts such that each takes a quarter of a test's time limit, however many plays there are.
    private static let parts = (plays.count + 9) / 10

    @Test(arguments: 0..<parts) func `every play has its expected result`(part: Int) async throws {
        let wrong = try await OwnProcess.run("LabPlayTests", part: part) { await Self.play(part) }
        #expect(wrong == "")
    }

    /// Plays one part. Returns the failures.
    @MainActor private static func play(_ part: Int) async -> String {
        var wrong: [String] = []
        for (number, play) in plays.enumerated() where number % parts == part {
            do {
                let run = try await LabBench().run(
                    play.scenario, size: play.size, hasDiskCache: play.hasDiskCache)
                if let fault = play.fault(run) { wrong.append("\(play.name): \(fault)") }
            } catch {
                wrong.append("\(play.name): \(error)")
            }
        }
        return wrong.joined(separator: "\n")
    }
}
