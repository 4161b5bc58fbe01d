@testable import LabScreens

/// The state of the Lab after a scenario has waited until no work is left.
enum LabIdleTests: ScenarioWords {
    static let plays = [
        // Regression: a pending store was counted too late, and stored into a cache that had been cleared meanwhile.
        LabPlay("nothing is stored any more once nothing is under way") {
            wait(idle)
            repeated(10) {
                reloadFromServer
                wait(idle)
                check(count(.store) == visible + visible)
            }
        },
        LabPlay("a scenario that keeps the disk out stores in memory alone") {
            set("disk", "off")
            wait(idle)
            reloadFromServer
            wait(idle)
            check(count(.store) == visible)
        },
        // Regression: the replay of a row whose URL is known to fail stopped.
        LabPlay("a replay goes on while each of its loads fails at once") {
            set("attempts", "1")
            fault("status", "404")
            wait(idle)
            resetCounters
            set("replay", "on")
            wait(failed >= 3)
            check(requests == 0)
            set("replay", "off")
            wait(idle)
            check(stalePaints == 0)
        },
        LabPlay("two pictures side by side share a load, and each has its own transition and placeholder") {
            wait(idle)
            set("transition", "none")
            press("b")
            wait(idle)
            reloadFromServer
            wait(idle)
            check(served == visible)
            check(count(.query) == visible + visible)
            check(count(.transition) == visible)
            press("b")
            set("delayPlaceholder", "on")
            press("b")
            wait(idle)
            press("/")
            typeText("delayPlaceholder")
            press("Enter", "]")
            wait(idle)
            hold
            reloadFromServer
            check(count(.placeholder) == visible)
            release
            wait(idle)
            check(stalePaints == 0)
        },
    ]
}
