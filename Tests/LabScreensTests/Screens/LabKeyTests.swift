import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// Every key of the Lab, pressed on the live table, and its visible effect there (``LabPlayTests`` presses them).
@Suite(.endsInTime) struct LabKeyTests: ScenarioWords {
    /// The effect of an action's keys, as steps in which `key` is one of them.
    private struct Effect: Sendable {
        let action: LabAction
        let steps: @Sendable (_ key: String) -> [LabStep]

        init(_ action: LabAction, @LabStepBuilder _ steps: @escaping @Sendable (String) -> [LabStep]) {
            (self.action, self.steps) = (action, steps)
        }
    }

    private static let effects: [Effect] = [
        Effect(.up) { key in
            press("j", "j")
            press(key)
            check(selectedRow == 2)
        },
        Effect(.down) { key in
            press(key)
            check(selectedRow == 2)
        },
        Effect(.pageUp) { key in
            press("G")
            press(key)
            check(selectedRow <= 61)
            check(selectedRow > 2)
        },
        Effect(.pageDown) { key in
            press(key)
            check(selectedRow > 2)
            check(selectedRow <= 61)
        },
        Effect(.first) { key in
            press("G")
            press(key)
            check(selectedRow == 1)
        },
        Effect(.last) { key in
            press(key)
            check(selectedRow == 62)
        },
        Effect(.less) { key in
            press("s")
            press(key)
            check(switchIs("placeholder", "text"))
        },
        Effect(.moreBeside) { key in
            press("s", "b")
            press(key)
            check(screenShows("surface ‖ none"))
            press("b")
        },
        Effect(.more) { key in
            press("s")
            press(key)
            check(switchIs("placeholder", "none"))
        },
        Effect(.act) { key in
            press("s")
            press(key)
            check(switchIs("placeholder", "none"))
            press("Esc")
            resetCounters
            press(key)
            check(count(.query) == 1)
        },
        Effect(.switchboard) { key in
            check(screenShows("switchboard"))
            press(key)
            press(key)
            check(screenLacks("switchboard"))
            press(key)
            check(screenShows("switchboard"))
        },
        Effect(.waterfall) { key in
            check(screenShows("waterfall:"))
            press(key)
            press(key)
            check(screenLacks("waterfall:"))
            press(key)
            check(screenShows("waterfall:"))
        },
        Effect(.nextFeed) { key in
            press(key)
            check(switchIs("feed", "slow"))
        },
        Effect(.reloadAll) { key in
            resetCounters
            press(key)
            check(memoryHits == visible)
            check(requests == 0)
        },
        Effect(.cancel) { key in
            set("timeout", "600")
            fault("delay", "60000")
            check(everyCell.is(.loading))
            press(key)
            check(selectedCell.is(.cancelled))
        },
        Effect(.clearMemory) { key in
            check(inMemory == visible)
            press(key)
            check(inMemory == 0)
            resetCounters
            reload
            wait(idle)
            check(diskHits == visible)
            check(served == 0)
        },
        Effect(.clearCaches) { key in
            check(inMemory == visible)
            press(key)
            check(inMemory == 0)
            resetCounters
            reload
            wait(idle)
            check(memoryHits + diskHits == 0)
            check(served == visible)
        },
        Effect(.clearFaults) { key in
            fault("status", "404")
            wait(idle)
            check(everyCell.is(.failed))
            press(key)
            wait(idle)
            check(switchIs("status", "off"))
            check(everyCell.is(.shown))
        },
        Effect(.hold) { key in
            press(key)
            clear(.all)
            reload
            wait(held >= visible)
            check(everyCell.is(.loading))
            press(key)
            wait(idle)
            check(everyCell.is(.shown))
        },
        Effect(.deliver) { key in
            press("p")
            clear(.all)
            reload
            wait(live == 0)
            check(everyCell.is(.loading))
            repeated(60) {
                press(key)
            }
            check(held == 0)
            check(everyCell.is(.shown))
        },
        Effect(.slowMotion) { key in
            press(key)
            check(switchIs("speed", "1/4"))
        },
        Effect(.frame) { key in
            press(key)
            check(switchIs("speed", "still"))
        },
        Effect(.search) { key in
            press(key)
            typeText("concurrency")
            press("Enter")
            press("l")
            check(switchIs("concurrency", "16"))
        },
        Effect(.standard) { key in
            press("s", "l")
            check(switchIs("placeholder", "none"))
            press(key)
            check(switchIs("placeholder", "surface"))
        },
        Effect(.standardAll) { key in
            set("concurrency", "2")
            fault("etag")
            press(key)
            check(switchIs("concurrency", "6"))
            check(switchIs("etag", "off"))
        },
        Effect(.counters) { key in
            press(key)
            check(screenShows("requests sent to the server"))
            press(key)
            check(screenLacks("requests sent to the server"))
        },
        Effect(.frameBack) { key in
            press("R")
            check(screenLacks("first frame"))
            repeated(9) { press(key) }
            check(screenShows("first frame"))
        },
        Effect(.replay) { key in
            resetCounters
            press(key)
            check(switchIs("replay", "on"))
            wait(count(.set) >= 2)
            set("replay", "off")
            wait(idle)
        },
        Effect(.beside) { key in
            check(screenLacks("fade ‖ none"))
            press(key)
            wait(idle)
            check(screenShows("fade ‖ none"))
            press(key)
            wait(idle)
            check(screenLacks("‖"))
        },
        Effect(.resetCounters) { key in
            check(requests == visible)
            press(key)
            check(requests == 0)
        },
        Effect(.help) { key in
            press(key)
            check(screenShows("one row, switch, load or line up"))
            press(key)
            check(screenLacks("one row, switch, load or line up"))
        },
        Effect(.close) { key in
            press("s")
            press(key)
            press("j")
            check(selectedRow == 2)
        },
    ]

    /// Keys that have an effect only on a terminal, or during a tour (``TourTests`` presses them).
    private static let terminals: Set<LabAction> = [.redraw, .quit, .tour, .scenarios]

    @Test func `every action is tested`() {
        #expect(Set(Self.effects.map(\.action)).union(Self.terminals) == Set(LabAction.allCases))
    }

    static let plays = effects.flatMap { effect in
        let names = [Key.up: "Up", .down: "Down", .left: "Left", .right: "Right", .character(" "): "Space"]
        return effect.action.standardKeys.map { key in
            LabPlay("\(effect.action), \(key.name)", size: CellSize(columns: 160, rows: 36)) {
                effect.steps(names[key] ?? key.name)
            }.onTheTable()
        }
    }
}
