@testable import LabScreens

/// The effects of the switches of the Lab itself, of its views and of the engine, as plays that fail without them.
extension LabSwitchTests {
    static let viewAndEngineEffects: [LabPlay] = [
        LabPlay("feed") {
            check(screenShows("feed steady"))
            set("feed", "hostile")
            check(screenShows("feed hostile"))
        },
        LabPlay("pictures") {
            set("pictures", "best")
            wait(idle)
            check(count(.upload) >= visible)
            resetCounters
            set("pictures", "half")
            wait(idle)
            check(everyCell.is(.shown))
            check(count(.upload) == 0)
        },
        LabPlay("replay") {
            resetCounters
            set("replay", "on")
            wait(count(.set) >= 2)
            check(served >= 2)
            set("replay", "off")
            wait(idle)
        },
        LabPlay("speed", hasDiskCache: false) {
            check(screenLacks("1/50"))
            set("speed", "1/50")
            check(screenShows("1/50"))
            reloadFromServer
            wait(count(.set) == visible)
            check(count(.transition) == visible)
            check(live == 0)
        },
        LabPlay("placeholder", hasDiskCache: false) {
            set("downloads", "off")
            clear(.all)
            set("indicator", "none")
            set("placeholder", "text")
            reload
            check(screenShows("no picture"))
            set("placeholder", "surface")
            check(screenLacks("no picture"))
        },
        LabPlay("indicator") {
            set("indicator", "spinner")
            fault("stall", "24000")
            wait(count(.progress) >= visible)
            wait(screenShows("%"))
            set("indicator", "none")
            wait(screenLacks("%"))
        },
        LabPlay("transition", hasDiskCache: false) {
            set("transition", "none")
            reloadFromServer
            wait(idle)
            check(count(.transition) == 0)
            set("transition", "curlUp")
            reloadFromServer
            wait(idle)
            check(count(.transition) == visible)
        },
        LabPlay("transform") {
            wait(idle)
            check(screenLacks("transformed"))
            resetCounters
            set("transform", "gray")
            wait(idle)
            check(screenShows("transformed"))
            check(count(.transform) == visible)
            set("transform", "none")
            wait(idle)
            check(screenLacks("transformed"))
        },
        LabPlay("loadDelay") {
            set("loadDelay", "60000")
            clear(.memory)
            press("G")
            check(everyCell.is(.waiting))
            check(screenShows("waiting"))
            set("loadDelay", "0")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("prefetch") {
            resetCounters
            press("PgDn")
            wait(idle)
            check(count(.prefetch) == 0)
            set("prefetch", "4")
            wait(count(.prefetch) >= 4)
            wait(idle)
            set("timeout", "600")
            fault("delay", "60000")
            set("prefetch", "8")
            wait(prefetching > 0)
            set("prefetch", "0")
            check(prefetching == 0)
            set("prefetch", "4")
            fault("delay", "off")
            // the server may see a request that was cancelled only after the reset, and count it
            wait(idle)
            clear(.all)
            set("fromCacheOnly", "on")
            resetCounters
            press("PgDn")
            wait(idle)
            check(count(.prefetch) > 0)
            check(served == 0)
        },
        LabPlay("memory") {
            set("memory", "off")
            wait(idle)
            reloadFromServer
            wait(idle)
            check(requests == visible)
            check(inMemory == 0)
            resetCounters
            reload
            wait(idle)
            check(memoryHits == 0)
            check(diskHits == visible)
            check(requests == 0)
            set("memory", "on")
            wait(idle)
            check(inMemory == visible)
        },
        LabPlay("disk") {
            set("disk", "off")
            wait(idle)
            clear(.memory)
            resetCounters
            reload
            wait(idle)
            check(screenShows("from network"))
            check(diskHits == 0)
            check(requests == visible)
            set("disk", "on")
            wait(idle)
            clear(.memory)
            resetCounters
            reload
            wait(idle)
            check(screenShows("from disk"))
            check(diskHits == visible)
        },
        LabPlay("concurrency") {
            set("timeout", "600")
            set("concurrency", "1")
            wait(idle)
            resetCounters
            fault("delay", "60000")
            wait(served == 1)
            check(everyCell.is(.loading))
            set("concurrency", "16")
            wait(served == visible)
        },
        LabPlay("downloads", hasDiskCache: false) {
            set("downloads", "off")
            reloadFromServer
            check(everyCell.is(.loading))
            check(screenShows("loading"))
            check(served == 0)
            set("downloads", "on")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("background") {
            set("timeout", "600")
            wait(idle)
            resetCounters
            fault("delay", "60000")
            wait(served == visible)
            resetCounters
            set("background", "on")
            wait(clientsGone == visible)
            noFaults
            set("disk", "off")
            wait(idle)
            reloadFromServer
            check(everyCell.is(.loading))
            set("background", "off")
            wait(idle)
            check(everyCell.is(.shown))
            check(served == visible)
        },
        LabPlay("order", hasDiskCache: false) {
            set("concurrency", "1")
            set("downloads", "off")
            reloadFromServer
            set("order", "lifo")
            set("downloads", "on")
            wait(idle)
            check(turns("== visible - row + 1") { turn, row, visible in turn == visible - row + 1 })
        },
        LabPlay("attempts") {
            set("attempts", "1")
            fault("fail", "1")
            wait(idle)
            check(everyCell.is(.failed))
            noFaults
            wait(idle)
            set("attempts", "3")
            fault("fail", "2")
            wait(idle)
            check(everyCell.is(.shown))
        },
        LabPlay("timeout") {
            set("attempts", "1")
            set("timeout", "600")
            wait(idle)
            resetCounters
            fault("delay", "60000")
            wait(served >= 1)
            set("timeout", "1")
            wait(idle)
            check(everyCell.fails(with: "timed out"))
            check(screenShows("timed out"))
        },
    ]
}
