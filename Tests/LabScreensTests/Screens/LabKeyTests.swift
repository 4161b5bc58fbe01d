@testable import LabScreens

/// Keys of the Lab whose effect on loads cannot be seen in a terminal, where ``EveryLabKeyTests`` presses every key.
enum LabKeyTests: ScenarioWords {
    static let plays = [
        LabPlay("Enter turns a switch and reloads the row") {
            press("s")
            press("Enter")
            check(switchIs("placeholder", "none"))
            press("Esc")
            resetCounters
            press("Enter")
            check(count(.query) == 1)
        },
        LabPlay("w hides the waterfall and shows it") {
            check(screenShows("waterfall:"))
            press("w")
            press("w")
            check(screenLacks("waterfall:"))
            press("w")
            check(screenShows("waterfall:"))
        },
        LabPlay("r reloads the row") {
            resetCounters
            press("r")
            check(memoryHits == 1)
        },
        LabPlay("R reloads every row in view") {
            resetCounters
            press("R")
            check(memoryHits == visible)
            check(requests == 0)
        },
        LabPlay("x cancels the load of the row") {
            set("timeout", "600")
            fault("delay", "60000")
            check(everyCell.is(.loading))
            press("x")
            check(selectedCell.is(.cancelled))
        },
        LabPlay("c empties the memory cache alone") {
            check(inMemory == visible)
            press("c")
            check(inMemory == 0)
            resetCounters
            reload
            wait(idle)
            check(diskHits == visible)
            check(served == 0)
        },
        LabPlay("C empties both caches") {
            check(inMemory == visible)
            press("C")
            check(inMemory == 0)
            resetCounters
            reload
            wait(idle)
            check(memoryHits + diskHits == 0)
            check(served == visible)
        },
        LabPlay("d turns all faults off") {
            fault("status", "404")
            wait(idle)
            check(everyCell.is(.failed))
            press("d")
            wait(idle)
            check(switchIs("status", "off"))
            check(everyCell.is(.shown))
        },
        LabPlay("p holds deliveries back and releases them") {
            press("p")
            clear(.all)
            reload
            wait(held >= visible)
            check(everyCell.is(.loading))
            press("p")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("n releases one delivery") {
            press("p")
            clear(.all)
            reload
            wait(live == 0)
            check(everyCell.is(.loading))
            repeated(60) {
                press("n")
            }
            check(held == 0)
            check(everyCell.is(.shown))
        },
        LabPlay("0 resets the counters") {
            check(requests == visible)
            press("0")
            check(requests == 0)
        },
    ].map { $0.onTheTable() }
}
