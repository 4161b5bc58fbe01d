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
        LabPlay(name, size: size, hasDiskCache: hasDiskCache) {
            Self.wait(Self.idle)
            scenario.steps
            Self.check(Self.stalePaints == 0)
        }
    }
}

/// Changes the Lab's switches on the live table.
@Suite(.serialized, .endsInTime, .slow) struct LabSwitchPlayTests {
    private static let parts = LabPlayParts("LabSwitchPlayTests", LabSwitchTests.plays)

    @Test(arguments: 0..<parts.count) func `every play of a switch has its expected result`(part: Int) async throws {
        let failures = try await Self.parts.run(part)
        #expect(failures == "")
    }
}

/// Plays the Lab's keys and scenarios.
@Suite(.serialized, .endsInTime, .slow) struct LabPlayTests {
    private static let parts = LabPlayParts(
        "LabPlayTests",
        LabKeyTests.plays + LabScenarioTests.plays + LabIdleTests.plays + DeliveryTests.plays
            + LabEngineTests.plays + LabReportTests.plays)

    @Test(arguments: 0..<parts.count) func `every play has its expected result`(part: Int) async throws {
        let failures = try await Self.parts.run(part)
        #expect(failures == "")
    }
}

/// The plays of a suite in parts, each in its own process for its main actor: plays use it all the time, and would delay
/// every other test of views. All parts at once would take each other's time.
private struct LabPlayParts: Sendable {
    private let suite: String
    private let plays: [LabPlay]

    init(_ suite: String, _ plays: [LabPlay]) { (self.suite, self.plays) = (suite, plays) }

    /// The number of parts such that each takes a tenth of a test's time limit, however many plays there are: a machine
    /// on which ten other processes compute gives a part a tenth of its time.
    var count: Int { (plays.count + 3) / 4 }

    /// Plays one part. Returns the failures.
    func run(_ part: Int) async throws -> String {
        let chosen = plays.enumerated().filter { $0.offset % count == part }.map(\.element)
        return try await OwnProcess.run(suite, part: part) { await Self.play(chosen) }
    }

    @MainActor private static func play(_ plays: [LabPlay]) async -> String {
        var wrong: [String] = []
        for play in plays {
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
