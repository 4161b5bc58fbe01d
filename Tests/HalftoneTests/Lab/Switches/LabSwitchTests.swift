import TestSupport
import Testing

@testable import halftone

/// Every switch of the Lab, changed on the live table, and its visible effect there (``LabPlayTests`` changes them).
@Suite(.endsInTime) struct LabSwitchTests: ScenarioWords {
    private static let effects = viewAndEngineEffects + optionEffects + faultEffects

    /// Options without a visible effect in the Lab, as their help says: its server has no certificate, and its cells
    /// load pictures of their size, which have no bytes of their own.
    private static let silent = ["allowInvalidSSLCertificates", "queryMemoryData", "queryMemoryDataSync"]

    @MainActor @Test func `every switch has an explanation, which says if it has no visible effect`() {
        let switches = Switchboard().rows
        for each in switches { #expect(!each.help.isEmpty, "\(each.name)") }
        #expect(Set(switches.filter { $0.help.hasPrefix("no effect: ") }.map(\.name)) == Set(Self.silent))
    }

    @MainActor @Test func `every switch of the board is tested`() {
        #expect((Self.effects.map(\.name) + Self.silent).sorted() == Switchboard().rows.map(\.name).sorted())
    }

    /// A changed switch has its effect on the screen at once; an option without a visible effect removes nothing.
    static let plays =
        effects.map { $0.onTheTable() }
        + silent.map { name in
            LabPlay(name) {
                set("disk", "off")
                wait(idle)
                set(name, "on")
                check(switchIs(name, "on"))
                wait(idle)
                clear(.memory)
                resetCounters
                reload
                wait(idle)
                check(everyCell.is(.shown))
                check(requests == visible)
                check(stalePaints == 0)
            }
        }
}
