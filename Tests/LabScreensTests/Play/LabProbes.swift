import TerminalScreen
import TerminalTestSupport
import TerminalViews

@testable import LabScreens

/// The words of plays, beside those of scenarios: the text of the screen, a switch, the engine's state.
extension ScenarioWords {
    private static func probe(
        _ text: String, _ judge: @escaping @MainActor @Sendable (ScenarioPlayer) -> LabCheck.Verdict
    ) -> LabCheck {
        LabCheck(text: text) { $0.player.map(judge) ?? LabCheck.Verdict(holds: false, found: "there is no Lab") }
    }

    /// Types the characters of a text.
    static func typeText(_ text: String) -> LabStep {
        perform("type \(text)", pause: .zero) { $0.press(text.map { .character($0) }) }
    }

    static func screenShows(_ text: String) -> LabCheck { screen("shows", text) { $0 } }
    static func screenLacks(_ text: String) -> LabCheck { screen("lacks", text) { !$0 } }

    private static func screen(
        _ word: String, _ text: String, _ holds: @escaping @Sendable (Bool) -> Bool
    ) -> LabCheck {
        probe("the screen \(word) \(text)") { player in
            let lines = player.loop.canvas?.textLines ?? []
            let isFound = lines.contains { $0.contains(text) }
            return LabCheck.Verdict(holds: holds(isFound), found: lines.joined(separator: "\n"))
        }
    }

    static func switchIs(_ name: String, _ value: String) -> LabCheck {
        probe("\(name) is \(value)") { player in
            let found = player.screen.lab.switchboard.text(of: name) ?? "not there"
            return LabCheck.Verdict(holds: found == value, found: "\(name) is \(found)")
        }
    }

    /// Loads whose result is not ready yet.
    static var live: LabNumber { LabNumber("live") { $0.player?.screen.lab.manager.activeLoadCount ?? -1 } }
    /// Pictures in the memory cache.
    static var inMemory: LabNumber {
        LabNumber("inMemory") { $0.player?.screen.lab.manager.memoryCache.totals.count ?? -1 }
    }

    /// A condition on each row in view: its place among the server's requests since the last reset of the counters, or 0
    /// for none; its number; and the number of rows in view.
    static func turns(
        _ text: String, ofSelected: Bool = false,
        _ holds: @escaping @Sendable (_ turn: Int, _ row: Int, _ visible: Int) -> Bool
    ) -> LabCheck {
        probe("turn \(text)") { player in
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
}
