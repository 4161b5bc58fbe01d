/// Scenarios about the reuse of cells: cancelled loads, and what a cell shows of its former row.
extension LabScenario {
    static let reuse = LabScenario(
        "reuse", "few cells show many rows, and none shows the picture of its former row"
    ) {
        say("Down 40 rows: the same few cells show them all. Watch “reused” go up and “cell” stay.")
        wait(idle)
        check(everyCell.is(.shown))
        resetCounters
        repeated(40) { press("j") }
        wait(idle)
        check(selectedRow == 41)
        check(selectedCell.is(.shown))
        check(cells <= 3)
        check(count(.reuse) + visible >= 38)

        say("To the end and back: each cell shows the picture of the row that it has now.")
        press("G")
        wait(idle)
        check(everyCell.is(.shown))
        press("g")
        wait(idle)
        check(cell(inRow: 1).shows("/image/aurora"))
        check(everyCell.is(.shown))

        say(
            "Back and forth 20 times while the server holds its answers back: no picture may appear in a wrong row."
        )
        set("timeout", "600")
        fault("delay", "600000")
        repeated(20) {
            press("G")
            press("g")
        }
        check(everyCell.is(.loading))
        noFaults
        wait(idle)
        check(everyCell.is(.shown))
        check(cells <= 3)

        say(
            "Rows load only after ten minutes in view here: until then they show nothing of the rows before."
        )
        set("loadDelay", "600000")
        set("delayPlaceholder", "on")
        clear(.memory)
        press("G")
        check(everyCell.is(.waiting))
        check(everyCell.showsNothing)
        set("loadDelay", "0")
        set("delayPlaceholder", "off")
        wait(idle)
        check(everyCell.is(.shown))
        check(stalePaints == 0)
    }

    static let cancellation = LabScenario(
        "cancellation", "a reused cell cancels its load, and drops late results"
    ) {
        say("The server holds each answer back for ten minutes: every cell has a load under way.")
        set("concurrency", "16")
        set("timeout", "600")
        wait(idle)
        resetCounters
        fault("delay", "600000")
        wait(served >= visible)
        check(everyCell.is(.loading))

        say("A jump to the end: each cell gets another row and cancels its load. “was row” names both.")
        press("G")
        check(cancelled >= visible)
        wait(clientsGone >= visible)
        check(failed == 0)
        noFaults
        wait(idle)
        check(everyCell.is(.shown))

        say(
            "Pictures are ready but held back, and their cells get other rows: each comes too late and is dropped."
        )
        clear(.all)
        resetCounters
        hold
        reload
        wait(count(.decoded) >= visible)
        check(everyCell.is(.loading))
        press("g")
        check(cancelled >= visible)
        release
        wait(idle)
        check(lateDropped >= 1)
        check(everyCell.is(.shown))
        check(cell(inRow: 1).shows("/image/aurora"))

        say("One delivery at a time: the first line of the screen names the next, and its cell.")
        clear(.all)
        resetCounters
        hold
        reload
        wait(count(.decoded) >= visible)
        check(held >= 1)
        check(count(.set) == 0)
        deliver
        check(count(.set) <= 1)
        release
        wait(idle)
        check(count(.set) == visible)

        say("avoidAutoCancelImage: a new load cancels nothing, yet the older picture is dropped.")
        set("avoidAutoCancelImage", "on")
        wait(idle)
        clear(.all)
        resetCounters
        hold
        reload
        wait(count(.decoded) >= visible)
        fault("seed", "2")
        wait(count(.decoded) >= visible + visible)
        check(cancelled == 0)
        release
        wait(idle)
        check(lateDropped >= visible)
        check(everyCell.shows("seed=2"))
        check(stalePaints == 0)
    }
}
