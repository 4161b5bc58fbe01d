/// Scenarios about the engine: caches, retries, refresh, prefetching and progressive loading.
extension LabScenario {
    static let cache = LabScenario(
        name: "cache",
        summary: "memory, then disk, then network; a tier that is off is neither read nor filled",
        needsDiskCache: true,
        script: """
            wait for idle
            clear caches
            reset
            reload
            wait for idle
            expect requests == visible
            say All pictures are in memory: each is there at once, and no request is sent.
            reset
            reload
            expect memoryHits == visible
            expect requests == 0

            say Memory is emptied: the pictures come from the disk, still without a request.
            clear memory
            reset
            reload
            wait for idle
            expect diskHits == visible
            expect requests == 0
            expect served == 0

            say Both caches are emptied: every picture is requested from the server.
            clear caches
            reset
            reload
            wait for idle
            expect memoryHits == 0
            expect diskHits == 0
            expect requests == visible
            expect served == visible

            say The memory cache is switched off: loads use the disk alone, and memory stays empty.
            set memory off
            wait for idle
            clear caches
            reset
            reload
            wait for idle
            expect requests == visible
            expect inMemory == 0
            reset
            reload
            wait for idle
            expect memoryHits == 0
            expect diskHits == visible
            expect requests == 0

            say Both caches are switched off: every load is a request, and still every picture comes.
            set disk off
            wait for idle
            reset
            reload
            wait for idle
            expect diskHits == 0
            expect requests == visible
            expect every cell is shown

            say Option fromCacheOnly: what is in no cache fails, and no request is sent.
            set fromCacheOnly on
            wait for idle
            reset
            reload
            wait for idle
            expect requests == 0
            expect every cell fails with not in the cache
            expect stalePaints == 0
            """)

    static let retry = LabScenario(
        name: "retry",
        summary: "transient failures are retried, others blocked until retryFailed",
        script: """
            wait for idle
            say The server fails once for each picture: each load retries, and every picture comes.
            reset
            fault fail 1
            wait for idle
            expect every cell is shown
            expect retried == visible
            expect failed == 0
            fault none
            wait for idle

            say The server always fails: each load retries once, then the cell shows the error.
            set attempts 2
            reset
            fault status 503
            wait for idle
            expect retried == visible
            expect failed == visible
            expect every cell fails with 503 the server failed

            say The server says that no picture exists: a retry would not help, so there is none.
            reset
            fault status 404
            wait for idle
            expect retried == 0
            expect requests == visible
            expect every cell is failed

            say Loading them again soon after sends no request: these URLs are known to fail.
            reset
            reload
            wait for idle
            expect requests == 0
            expect failed == visible
            expect every cell fails with not tried again yet

            say Option retryFailed requests them all the same; then the server works again.
            reset
            set retryFailed on
            wait for idle
            expect requests == visible
            fault none
            wait for idle
            expect every cell is shown
            expect stalePaints == 0
            """)

    static let refresh = LabScenario(
        name: "refresh",
        summary: "refreshCached shows the cached picture, then the server's if it has changed",
        needsDiskCache: true,
        script: """
            wait for idle
            say The server says that nothing has changed: no cell may flicker.
            reset
            pause
            set refreshCached on
            expect memoryHits == visible
            expect every cell is preview
            resume
            wait for idle
            expect requests == visible
            expect served304 == visible
            expect set == visible
            expect every cell is shown

            say The server has new pictures: each cell shows the cached one first, then the new one.
            feed changing
            wait for idle
            reset
            pause
            reload
            expect every cell is preview
            resume
            wait for idle
            expect requests == visible
            expect served304 == 0
            expect set >= visible
            expect set > memoryHits
            expect every cell is shown

            say With empty caches it is a load like any other: placeholder, then picture.
            clear caches
            reset
            pause
            reload
            expect every cell is loading
            resume
            wait for idle
            expect requests == visible
            expect revalidate == 0
            expect every cell is shown
            expect stalePaints == 0
            """)

    static let prefetch = LabScenario(
        name: "prefetch",
        summary: "rows ahead of scrolling are in memory before they come into view, or cancelled",
        script: """
            wait for idle
            set prefetch 4
            key PgDn
            wait for idle
            expect prefetch >= 4

            say The next rows were prefetched: each is shown at once, without a placeholder.
            reset
            repeat 4
                key j
                wait for idle
            end
            expect memoryHits >= 4
            expect placeholder == 0
            expect every cell is shown

            say A jump to the top cancels the prefetching: its rows are far away.
            fault delay 600000
            key j
            wait for prefetching >= 1
            key g
            expect prefetching == 0
            fault none
            wait for idle
            expect every cell is shown
            expect row 1 shows /image/aurora
            expect stalePaints == 0
            """)

    static let progressive = LabScenario(
        name: "progressive",
        summary: "progressiveLoad shows a picture while it arrives, and never in a reused cell",
        script: """
            set concurrency 16
            wait for idle
            say The server stops in the middle of each picture: every cell shows the part that has arrived.
            set progressiveLoad on
            wait for idle
            reset
            fault stall 24000
            wait for every cell is preview
            expect selected shows stall=24000
            expect complete == 0
            expect live == visible

            say A jump to the end: no part of the former pictures may be left in any cell.
            key G
            expect cancelled >= visible
            fault none
            wait for idle
            expect every cell is shown
            expect stalePaints == 0

            say Without progressive loading, a cell shows its placeholder until the picture is complete.
            set progressiveLoad off
            wait for idle
            fault stall 2000
            wait for progress >= visible
            expect every cell is loading
            fault none
            wait for idle
            clear caches
            reset
            fault rate 100000
            wait for idle
            expect every cell is shown
            expect set == visible
            expect stalePaints == 0
            """)
}
