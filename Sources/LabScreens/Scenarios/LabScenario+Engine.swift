/// Scenarios about the engine: refreshed pictures, failures, and shared loads.
extension LabScenario {
    static let refresh = LabScenario(
        "refreshCached", "the cached picture is shown first, then the server's if it has changed",
        needsDiskCache: true
    ) {
        wait(idle)

        say("The server says that nothing has changed: no cell may flicker.")
        resetCounters
        hold
        set("refreshCached", "on")
        check(memoryHits == visible)
        check(everyCell.is(.preview))
        release
        wait(idle)
        check(requests == visible)
        check(served304 == visible)
        check(count(.set) == visible)
        check(everyCell.is(.shown))

        say("The server has new pictures: each cell shows the cached one while it asks.")
        feed(.changing)
        wait(idle)
        resetCounters
        hold
        reload
        check(everyCell.is(.preview))

        say("The answers come: each cell shows the new picture in place of the cached one.")
        release
        wait(idle)
        check(requests == visible)
        check(served304 == 0)
        check(count(.set) >= visible)
        check(count(.set) > memoryHits)
        check(everyCell.is(.shown))

        say("With empty caches it is a load like any other: placeholder, then picture.")
        hold
        reloadFromServer
        check(everyCell.is(.loading))
        release
        wait(idle)
        check(requests == visible)
        check(count(.revalidate) == 0)
        check(everyCell.is(.shown))
        check(stalePaints == 0)
    }

    static let failures = LabScenario(
        "failures", "transient failures are retried, others blocked until retryFailed"
    ) {
        wait(idle)

        say("The server fails once for each picture: each load retries, and every picture comes.")
        resetCounters
        fault("fail", "1")
        wait(idle)
        check(everyCell.is(.shown))
        check(retried == visible)
        check(failed == 0)
        noFaults
        wait(idle)

        say("The server always fails: each load retries once, then the cell shows the error.")
        set("attempts", "2")
        resetCounters
        fault("status", "503")
        wait(idle)
        check(retried == visible)
        check(failed == visible)
        check(everyCell.fails(with: "503 the server failed"))

        say("The server says that no picture exists: a retry would not help, so there is none.")
        resetCounters
        fault("status", "404")
        wait(idle)
        check(retried == 0)
        check(requests == visible)
        check(everyCell.is(.failed))

        say("Loading them again soon after sends no request: these URLs are known to fail.")
        resetCounters
        reload
        wait(idle)
        check(requests == 0)
        check(failed == visible)
        check(everyCell.fails(with: "not tried again yet"))

        say("Option retryFailed requests them all the same; then the server works again.")
        resetCounters
        set("retryFailed", "on")
        wait(idle)
        check(requests == visible)
        noFaults
        wait(idle)
        check(everyCell.is(.shown))
        check(stalePaints == 0)
    }

    static let sharing = LabScenario(
        "sharing", "several loads of one picture share one request"
    ) {
        wait(idle)

        say("Each picture twice, side by side: both views request it, and one request serves both.")
        press("b")
        wait(idle)
        set("downloads", "off")
        reloadFromServer
        wait(joins == visible)
        set("downloads", "on")
        wait(idle)
        check(served == visible)
        check(count(.set) == visible + visible)
        check(everyCell.is(.shown))
        press("b")
        wait(idle)

        say("The next rows are prefetched, while downloads wait. They come into view, and share those loads.")
        set("downloads", "off")
        clear(.all)
        resetCounters
        set("prefetch", "4")
        wait(prefetching >= 1)
        press("PgDn", "PgDn")
        wait(joins >= 1)
        check(served == 0)
        set("downloads", "on")
        wait(idle)
        check(everyCell.is(.shown))
        check(stalePaints == 0)
    }
}
