import TestSupport
import Testing

@testable import halftone

/// Every switch of the Lab, turned on the live table: what is seen of it there (``LabPlayTests`` turns them).
@Suite(.endsInTime) struct LabSwitchTests {
    private static let effects = viewAndEngineEffects.merging(optionEffects) { first, _ in first }
        .merging(faultEffects) { first, _ in first }

    /// Options that show nothing in the Lab, as their switches say: its server has no certificate, and its cells ask for
    /// pictures of their size, which have no bytes of their own.
    private static let silent = ["allowInvalidSSLCertificates", "queryMemoryData", "queryMemoryDataSync"]

    @MainActor @Test func everySwitchSaysInALineOfThePanelWhatItDoes() {
        let switches = Switchboard().rows
        for each in switches { #expect(!each.help.isEmpty && each.help.count <= 44, "\(each.name)") }
        #expect(Set(switches.filter { $0.help.hasPrefix("nothing here: ") }.map(\.name)) == Set(Self.silent))
    }

    @MainActor @Test func everySwitchOfTheBoardIsTurnedHere() {
        #expect(Set(Self.effects.keys).union(Self.silent) == Set(Switchboard().rows.map(\.name)))
        #expect(Set(Self.effects.keys).isDisjoint(with: Self.silent))
    }

    /// What is turned acts at once on what is seen; an option that shows nothing takes nothing away.
    static let plays =
        effects.sorted { $0.key < $1.key }.map { name, script in
            LabPlay(
                name: name,
                script: "limit 40\nwait for idle\n\(script)\nexpect stalePaints == 0")
        }
        + silent.map { name in
            LabPlay(
                name: name,
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
        }
}
