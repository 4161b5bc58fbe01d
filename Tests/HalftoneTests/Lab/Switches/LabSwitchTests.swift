import TestSupport
import Testing

@testable import halftone

/// Every switch of the Lab, changed on the live table, and its visible effect there (``LabPlayTests`` changes them).
@Suite(.endsInTime) struct LabSwitchTests {
    private static let effects = viewAndEngineEffects.merging(optionEffects) { first, _ in first }
        .merging(faultEffects) { first, _ in first }

    /// Options without a visible effect in the Lab, as their help says: its server has no certificate, and its cells
    /// load pictures of their size, which have no bytes of their own.
    private static let silent = ["allowInvalidSSLCertificates", "queryMemoryData", "queryMemoryDataSync"]

    @MainActor @Test func `every switch has an explanation, which says if it has no visible effect`() {
        let switches = Switchboard().rows
        for each in switches { #expect(!each.help.isEmpty, "\(each.name)") }
        #expect(Set(switches.filter { $0.help.hasPrefix("no effect: ") }.map(\.name)) == Set(Self.silent))
    }

    @MainActor @Test func `every switch of the board is tested`() {
        #expect(Set(Self.effects.keys).union(Self.silent) == Set(Switchboard().rows.map(\.name)))
        #expect(Set(Self.effects.keys).isDisjoint(with: Self.silent))
    }

    /// A changed switch has its effect on the screen at once; an option without a visible effect removes nothing.
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
