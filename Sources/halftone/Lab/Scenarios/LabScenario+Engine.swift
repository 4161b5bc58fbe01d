/// What the engine does before a picture reaches a cell.
extension LabScenario {
    static let cache = LabScenario(
        name: "cache",
        summary: "memory before disk before network, and a tier that is off is neither asked nor filled",
        needsDiskCache: true,
        script: """
            wait for idle
            expect requests == visible
            say memory
            reset
            reload
            expect memoryHits == visible
            expect requests == 0

            say disk
            clear memory
            reset
            reload
            wait for idle
            expect diskHits == visible
            expect requests == 0
            expect served == 0

            say network
            clear caches
            reset
            reload
            wait for idle
            expect memoryHits == 0
            expect diskHits == 0
            expect requests == visible
            expect served == visible

            say memory is off
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

            say both are off
            set disk off
            wait for idle
            reset
            reload
            wait for idle
            expect diskHits == 0
            expect requests == visible
            expect every cell is shown

            say fromCacheOnly asks nobody else
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
        summary: "failures that may pass are tried again, others are remembered until retryFailed",
        script: """
            wait for idle
            say each fails once
            reset
            fault fail 1
            wait for idle
            expect every cell is shown
            expect retried == visible
            expect failed == 0
            fault none
            wait for idle

            say each fails for ever, with two attempts
            set attempts 2
            reset
            fault status 503
            wait for idle
            expect retried == visible
            expect failed == visible
            expect every cell fails with the server failed (503)

            say what is not there is not tried again
            reset
            fault status 404
            wait for idle
            expect retried == 0
            expect requests == visible
            expect every cell is failed

            say and not asked for again, for a while
            reset
            reload
            wait for idle
            expect requests == 0
            expect failed == visible
            expect every cell fails with not tried again yet

            say unless retryFailed says so
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
        summary: "refreshCached shows what the cache has, then what the server has, and nothing if that is the same",
        needsDiskCache: true,
        script: """
            wait for idle
            say the server confirms: nothing changes on the screen
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

            say the server has another picture: it takes the place of the first
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

            say with nothing in the caches it is a load like any other
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
        summary: "rows ahead of the scrolling are in memory when they come into view, and given up when they do not",
        script: """
            wait for idle
            set prefetch 4
            key PgDn
            wait for idle
            expect prefetch >= 4

            say the next rows are there at once
            reset
            repeat 4
                key j
                wait for idle
            end
            expect memoryHits >= 4
            expect placeholder == 0
            expect every cell is shown

            say a jump gives up what was on its way
            fault delay 60000
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
        summary: "with progressiveLoad a picture is seen while it arrives, and never in a cell that has another row",
        script: """
            set concurrency 16
            wait for idle
            say the first bytes come, and then no more
            set progressiveLoad on
            wait for idle
            reset
            fault stall 24000
            wait for every cell is preview
            expect selected shows stall=24000
            expect complete == 0
            expect live == visible

            say other rows: of the former ones nothing is left
            key G
            expect cancelled >= visible
            fault none
            wait for idle
            expect every cell is shown
            expect stalePaints == 0

            say without it nothing is seen before the end
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
