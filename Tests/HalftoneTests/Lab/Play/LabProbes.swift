import TerminalScreen
import TerminalTestSupport
import TerminalViews

@testable import LabScreens

/// A condition on what scenarios of the program do not look at: the text of the screen, a switch, the engine's state.
struct LabProbe: Sendable {
    let text: String
    let judge: @MainActor @Sendable (ScenarioPlayer) -> LabCheck.Verdict
}

/// A number for probes.
struct LabProbeNumber: Sendable, ExpressibleByIntegerLiteral {
    let text: String
    let value: @MainActor @Sendable (ScenarioPlayer) -> Int

    init(_ text: String, _ value: @escaping @MainActor @Sendable (ScenarioPlayer) -> Int) {
        (self.text, self.value) = (text, value)
    }

    init(integerLiteral value: Int) { self.init("\(value)") { _ in value } }

    /// Cells in view.
    static let visible = LabProbeNumber("visible") { $0.screen.table.visibleCells.count }

    static func == (left: LabProbeNumber, right: LabProbeNumber) -> LabProbe {
        LabProbe(text: "\(left.text) == \(right.text)") { player in
            let found = left.value(player)
            return LabCheck.Verdict(holds: found == right.value(player), found: "\(left.text) is \(found)")
        }
    }
}

/// The words of plays, beside those of scenarios.
extension ScenarioWords {
    static func check(_ probe: LabProbe) -> [LabStep] { steps(probe) { check($0) } }
    static func wait(_ probe: LabProbe) -> [LabStep] { steps(probe) { wait($0) } }

    /// Types the characters of a text.
    static func typeText(_ text: String) -> LabStep {
        LabStep("type \(text)", .perform { $0.press(text.map { .character($0) }) }, pause: .zero)
    }

    static func screenShows(_ text: String) -> LabProbe { screen("shows", text) { $0 } }
    static func screenLacks(_ text: String) -> LabProbe { screen("lacks", text) { !$0 } }

    private static func screen(
        _ word: String, _ text: String, _ holds: @escaping @Sendable (Bool) -> Bool
    ) -> LabProbe {
        LabProbe(text: "the screen \(word) \(text)") { player in
            let lines = player.loop.canvas?.textLines ?? []
            let isFound = lines.contains { $0.contains(text) }
            return LabCheck.Verdict(holds: holds(isFound), found: lines.joined(separator: "\n"))
        }
    }

    static func switchIs(_ name: String, _ value: String) -> LabProbe {
        LabProbe(text: "\(name) is \(value)") { player in
            let found = player.screen.lab.switchboard.text(of: name) ?? "not there"
            return LabCheck.Verdict(holds: found == value, found: "\(name) is \(found)")
        }
    }

    /// Loads whose result is not ready yet.
    static var live: LabProbeNumber { LabProbeNumber("live") { $0.screen.lab.manager.activeLoadCount } }
    /// Pictures in the memory cache.
    static var inMemory: LabProbeNumber {
        LabProbeNumber("inMemory") { $0.screen.lab.manager.memoryCache.statistics.count }
    }

    /// A condition on each row in view: its place among the server's requests since the last reset of the counters, or 0
    /// for none; its number; and the number of rows in view.
    static func turns(
        _ text: String, ofSelected: Bool = false,
        _ holds: @escaping @Sendable (_ turn: Int, _ row: Int, _ visible: Int) -> Bool
    ) -> LabProbe {
        LabProbe(text: "turn \(text)") { player in
            let (lab, cells) = (player.screen.lab, player.screen.table.visibleCells)
            let start = lab.model.baseline["served"] ?? 0
            let turns = cells.filter { $0.isSelected || !ofSelected }.map { cell in
                let path = lab.items[cell.row].url.dropFirst(lab.server.baseURL.count)
                let number = lab.server.log.last { $0.path[...] == path }?.number ?? 0
                return (turn: max(0, number - start), row: cell.row + 1)
            }
            return LabCheck.Verdict(
                holds: !turns.isEmpty && turns.allSatisfy { holds($0.turn, $0.row, cells.count) }, found: "\(turns)")
        }
    }

    /// Returns a step that finds the Lab, and one that looks at it.
    private static func steps(_ probe: LabProbe, _ step: (LabCheck) -> LabStep) -> [LabStep] {
        let place = Place()
        let check = LabCheck(text: probe.text) { _, _ in
            MainActor.assumeIsolated {
                place.player.map(probe.judge) ?? LabCheck.Verdict(holds: false, found: "there is no Lab")
            }
        }
        return [LabStep("find the Lab", .perform { place.player = $0 }, pause: .zero), step(check)]
    }
}

@MainActor private final class Place {
    weak var player: ScenarioPlayer?

    nonisolated init() {}
}
