@testable import LabScreens

/// Plays of the Lab that are too long or too special to be shown as scenarios.
enum LabEngineTests: ScenarioWords {
    static let plays = [
        LabPlay("rows ahead of scrolling are in memory before they come into view, or cancelled") {
            wait(idle)
            set("prefetch", "4")
            press("PgDn")
            wait(idle)
            check(count(.prefetch) >= 4)

            say("The next rows were prefetched: each is shown at once, without a placeholder.")
            resetCounters
            repeated(4) {
                press("j")
                wait(idle)
            }
            check(memoryHits >= 4)
            check(count(.placeholder) == 0)
            check(everyCell.is(.shown))

            say("A jump to the top cancels the prefetching: its rows are far away.")
            fault("delay", "600000")
            press("j")
            wait(prefetching >= 1)
            press("g")
            check(prefetching == 0)
            noFaults
            wait(idle)
            check(everyCell.is(.shown))
            check(cell(inRow: 1).shows("/image/aurora"))
            check(stalePaints == 0)
        },
        LabPlay("equal priorities load first in, first out; cancelled loads send no request", hasDiskCache: false) {
            set("concurrency", "1")
            wait(idle)
            say("Order “fifo”, one download at a time: the pictures come from the top down.")
            set("downloads", "off")
            clear(.memory)
            resetCounters
            reload
            check(everyCell.is(.loading))
            check(turns("== 0") { turn, _, _ in turn == 0 })
            set("downloads", "on")
            wait(idle)
            check(turns("== row") { turn, row, _ in turn == row })
            check(everyCell.is(.shown))

            say("A jump to the end: rows that left the screen leave the queue, and the server never sees them.")
            set("downloads", "off")
            clear(.memory)
            resetCounters
            reload
            press("G")
            check(cancelled >= visible)
            set("downloads", "on")
            wait(idle)
            check(turns(">= 1") { turn, _, _ in turn >= 1 })
            check(served == visible)
            check(everyCell.is(.shown))
            check(stalePaints == 0)
        },
        LabPlay("a row in view overtakes prefetching, and coalesces with its prefetch", hasDiskCache: false) {
            set("concurrency", "1")
            wait(idle)
            say("Prefetched rows wait; the rows in view are requested after them, and are served first.")
            set("downloads", "off")
            clear(.memory)
            resetCounters
            press("PgDn")
            set("prefetch", "4")
            wait(count(.prefetch) >= 3)
            reload
            check(everyCell.is(.loading))
            check(served == 0)
            set("downloads", "on")
            wait(idle)
            check(turns(">= 1") { turn, _, _ in turn >= 1 })
            check(turns("<= visible") { turn, _, visible in turn <= visible })
            check(served >= visible + 4)

            say("Rows come into view while they are prefetched: they coalesce with those loads, and are served first.")
            set("downloads", "off")
            clear(.memory)
            resetCounters
            press("PgDn")
            press("PgDn")
            check(joins >= 1)
            check(served == 0)
            set("downloads", "on")
            wait(idle)
            check(turns(">= 1") { turn, _, _ in turn >= 1 })
            check(turns("<= visible") { turn, _, visible in turn <= visible })
            check(turns("of the last >= visible - 1", ofSelected: true) { turn, _, visible in turn >= visible - 1 })
            check(served > visible)
            say("With low priority, rows in view overtake nothing: what was prefetched comes first.")
            set("lowPriority", "on")
            wait(idle)
            set("downloads", "off")
            clear(.memory)
            resetCounters
            press("PgDn")
            reload
            set("downloads", "on")
            wait(idle)
            check(turns("> 3") { turn, _, _ in turn > 3 })
            check(everyCell.is(.shown))
            check(stalePaints == 0)
        },
        LabPlay("progressiveLoad shows a picture while it arrives, and never in a reused cell") {
            set("concurrency", "16")
            wait(idle)
            say("The server stops in the middle of each picture: every cell shows the part that has arrived.")
            set("progressiveLoad", "on")
            wait(idle)
            resetCounters
            fault("stall", "24000")
            wait(everyCell.is(.preview))
            check(selectedCell.shows("stall=24000"))
            check(count(.complete) == 0)
            check(live == visible)

            say("A jump to the end: no part of the former pictures may be left in any cell.")
            press("G")
            check(cancelled >= visible)
            noFaults
            wait(idle)
            check(everyCell.is(.shown))
            check(stalePaints == 0)
        },
        LabPlay("lies about length, combined faults, and servers that fall silent") {
            set("attempts", "1")
            wait(idle)
            say("The picture claims to be larger than anything: it is refused before memory is used.")
            fault("length", "1099511627776")
            wait(idle)
            check(everyCell.fails(with: "larger than the limit"))
            noFaults

            say(
                "Odd caching headers and ranges, and another picture at each request: every cell gets one whole picture."
            )
            fault("etag")
            fault("range")
            fault("maxage", "0")
            fault("flip")
            wait(idle)
            check(everyCell.is(.shown))
            check(everyCell.shows("flip"))
            reloadFromServer
            wait(idle)
            check(everyCell.is(.shown))
            check(served == visible)
            noFaults

            say("The server falls silent in the middle of an answer: each load ends in time.")
            set("timeout", "1")
            fault("stall", "2000")
            wait(idle)
            check(everyCell.fails(with: "timed out"))
            noFaults
            set("timeout", "15")

            say("Each row has another fault now: every cell ends in its picture or its error.")
            feed(.hostile)
            press("g")
            repeated(27) {
                press("j")
                check(stalePaints == 0)
            }
            check(selectedRow == 28)
            press("g")
            wait(cell(inRow: 1).is(.failed))
            wait(cell(inRow: 2).is(.failed))
            wait(cell(inRow: 3).is(.shown))

            say("The faults are gone: every picture comes.")
            feed(.steady)
            wait(idle)
            check(everyCell.is(.shown))
            check(cell(inRow: 1).shows("/image/aurora"))
            check(stalePaints == 0)
        },
    ]
}
