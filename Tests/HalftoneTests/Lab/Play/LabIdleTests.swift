@testable import halftone

/// The state of the Lab after a scenario has waited until no work is left.
enum LabIdleTests: ScenarioWords {
    static let plays = [
        // Regression: a pending store was counted too late, and stored into a cache that had been cleared meanwhile.
        LabPlay("nothing is stored any more once nothing is under way") {
            wait(idle)
            repeated(10) {
                clear(.all)
                resetCounters
                reload
                wait(idle)
                check(count(.store) == visible + visible)
            }
        },
        LabPlay("a scenario that keeps the disk out stores in memory alone") {
            set("disk", "off")
            wait(idle)
            clear(.all)
            resetCounters
            reload
            wait(idle)
            check(count(.store) == visible)
        },
    ]
}
