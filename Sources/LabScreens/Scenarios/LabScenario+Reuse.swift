/// Scenarios about the reuse of cells: cancelled loads, and what a cell shows of its former row.
extension LabScenario {
    static let reuse = LabScenario(
        "reuse", "few cells show many rows, and none shows the picture of its former row"
    ) {
        wait(idle)
        check(everyCell.is(.shown))

        say("Down 40 rows: the same few cells show them all. “reused” goes up, “cell” stays.")
        resetCounters
        repeated(40) { press("j") }
        wait(idle)
        check(selectedRow == 41)
        check(selectedCell.is(.shown))
        check(cells <= 4)
        check(count(.reuse) + visible >= 38)

        say("To the end and back: each cell shows the picture of the row that it has now.")
        press("G")
        wait(idle)
        check(everyCell.is(.shown))
        press("g")
        wait(idle)
        check(cell(inRow: 1).shows("/image/aurora"))
        check(everyCell.is(.shown))

        say("Back and forth 20 times while the server holds its answers back: no cell may show a wrong picture.")
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
        check(cells <= 4)

        say("Rows load only after ten minutes in view here: until then a cell shows nothing of the row that it had.")
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
        "cancellation", "a cell that gets another row cancels its load, and drops what comes late"
    ) {
        set("concurrency", "32")
        set("timeout", "600")
        wait(idle)

        say("Every cell loads its row’s picture, and the server holds its answers back. Each cell names its load.")
        resetCounters
        fault("delay", "600000")
        wait(served >= visible)
        check(everyCell.is(.loading))

        say("A jump to the end: each cell gets another row, so it cancels its load. “was row” names both.")
        press("G")
        check(cancelled >= visible)
        wait(clientsGone >= visible)
        check(failed == 0)

        say("Now the pictures are ready but held back, and before they are released, the cells get other rows.")
        noFaults
        wait(idle)
        check(everyCell.is(.shown))
        hold
        reloadFromServer
        wait(count(.decoded) >= visible)
        check(everyCell.is(.loading))
        press("g")
        check(cancelled >= visible)

        say("They are released. A cell takes only what its newest load brings: the late ones are dropped, not shown.")
        release
        wait(idle)
        check(lateDropped >= 1)
        check(everyCell.is(.shown))
        check(cell(inRow: 1).shows("/image/aurora"))

        say("One delivery at a time: the first line of the screen names the next, its cell, and if it will be dropped.")
        hold
        reloadFromServer
        wait(count(.decoded) >= visible)
        check(held >= 1)
        check(count(.set) == 0)
        deliver
        check(count(.set) <= 1)
        release
        wait(idle)
        check(count(.set) == visible)

        say("avoidAutoCancelImage: a new load cancels nothing, and still the picture of the older one is dropped.")
        set("avoidAutoCancelImage", "on")
        wait(idle)
        hold
        reloadFromServer
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
