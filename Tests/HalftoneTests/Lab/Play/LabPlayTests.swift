import TestSupport
import Testing

@testable import halftone

/// A script or a scenario of the Lab, and its expected result.
struct LabPlay: Sendable {
    let name: String
    var arguments: [String] = []
    /// `nil`: the arguments name the scenario.
    var script: String?
    /// Describes the failures of a run; every check of a play must pass unless the play expects otherwise.
    var fault: @Sendable (LabScriptBench.Run) -> String? = { run in
        run.status == 0 && run.complaints.isEmpty ? nil : "\(run.report)\(run.complaints)"
    }
}

/// Plays the Lab's switches, keys and scenarios. Each part has its own process, for its main actor: plays use it all
/// the time, and would delay every other test of views.
@Suite(.endsInTime, .slow) struct LabPlayTests {
    private static let plays =
        LabSwitchTests.plays + LabKeyTests.plays + LabScenarioTests.plays + LabIdleTests.plays + DeliveryTests.plays

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
            let bench = LabScriptBench()
            do {
                let run =
                    if let script = play.script {
                        try await bench.run(script: script, play.arguments)
                    } else {
                        try await bench.run(play.arguments)
                    }
                if let fault = play.fault(run) { wrong.append("\(play.name): \(fault)") }
            } catch {
                wrong.append("\(play.name): \(error)")
            }
        }
        return wrong.joined(separator: "\n")
    }
}
