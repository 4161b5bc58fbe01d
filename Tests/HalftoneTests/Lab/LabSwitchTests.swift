import TestSupport
import Testing

@testable import halftone

extension LabPlays {
    /// Every switch of the Lab, turned on the live table: what is seen of it there.
    @Suite(.endsInTime) struct LabSwitchTests {
        private let bench = LabScriptBench()

        private static let effects = viewAndEngineEffects.merging(optionEffects) { first, _ in first }
            .merging(faultEffects) { first, _ in first }

        /// Options that show nothing in the Lab, as their switches say: its server has no certificate, and its cells ask for
        /// pictures of their size, which have no bytes of their own.
        private static let silent = ["allowInvalidSSLCertificates", "queryMemoryData", "queryMemoryDataSync"]

        @MainActor @Test func everySwitchSaysInALineOfThePanelWhatItDoes() {
            let switches = LabBoard.make().all
            for each in switches { #expect(!each.help.isEmpty && each.help.count <= 44, "\(each.name)") }
            #expect(Set(switches.filter { $0.help.hasPrefix("nothing here: ") }.map(\.name)) == Set(Self.silent))
        }

        @MainActor @Test func everySwitchOfTheBoardIsTurnedHere() {
            #expect(Set(Self.effects.keys).union(Self.silent) == Set(LabBoard.make().all.map(\.name)))
            #expect(Set(Self.effects.keys).isDisjoint(with: Self.silent))
        }

        @Test(arguments: effects.keys.sorted()) func aSwitchActsAtOnceOnWhatIsSeen(name: String) async throws {
            let script = try #require(Self.effects[name])
            let run = try await bench.run(script: "limit 40\nwait for idle\n\(script)\nexpect stalePaints == 0")
            #expect(run.status == 0, "\(name): \(run.report)\(run.complaints)")
        }

        @Test(arguments: silent) func anOptionThatShowsNothingTakesNothingAway(name: String) async throws {
            let run = try await bench.run(
                script: """
                    set disk off
                    wait for idle
                    set \(name) on
                    expect switch \(name) is on
                    wait for idle
                    clear memory
                    reset
                    reload
                    wait for idle
                    expect every cell is shown
                    expect requests == visible
                    expect stalePaints == 0
                    """)
            #expect(run.status == 0, "\(name): \(run.report)\(run.complaints)")
        }
    }
}
