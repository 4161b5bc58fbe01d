import TestSupport
import Testing

@testable import LabScreens

/// Every switch of the Lab, changed on the live table, and its visible effect there (``LabSwitchPlayTests`` changes them).
@Suite(.endsInTime) struct LabSwitchTests: ScenarioWords {
    private static let effects = viewAndEngineEffects + optionEffects + faultEffects

    @MainActor @Test func `every switch of the board has an explanation and is tested`() {
        let switches = Switchboard().rows
        for each in switches { #expect(!each.help.isEmpty, "\(each.name)") }
        #expect(Self.effects.map(\.name).sorted() == switches.map(\.name).sorted())
    }

    /// A changed switch has its effect on the screen at once.
    static let plays = effects.map { $0.onTheTable() }
}
