/// Scenarios about the download queue. One download runs at a time, and the server reports the order of requests.
extension LabScenario {
    static let order = LabScenario(
        name: "order",
        summary: "equal priorities load first in, first out, or last in, first out; cancelled loads send no request",
        script: """
            set disk off
            set concurrency 1
            wait for idle
            say Order “fifo”, one download at a time: the pictures come from the top down.
            set downloads off
            clear memory
            reset
            reload
            expect every cell is loading
            expect every cell turn == 0
            set downloads on
            wait for idle
            expect every cell turn == row
            expect every cell is shown

            say Order “lifo”: the pictures come from the bottom up.
            set order lifo
            set downloads off
            clear memory
            reset
            reload
            expect every cell is loading
            set downloads on
            wait for idle
            expect every cell turn == visible - row + 1
            expect every cell is shown

            say The order changes to “fifo” while loads wait: they come from the top down again.
            set downloads off
            clear memory
            reset
            reload
            expect every cell is loading
            set order fifo
            set downloads on
            wait for idle
            expect every cell turn == row

            say A jump to the end: rows that left the screen leave the queue, and the server never sees them.
            set downloads off
            clear memory
            reset
            reload
            key G
            expect cancelled >= visible
            set downloads on
            wait for idle
            expect every cell turn >= 1
            expect served == visible
            expect every cell is shown
            expect stalePaints == 0
            """)

    static let priority = LabScenario(
        name: "priority",
        summary: "a row in view overtakes prefetching, and coalesces with its prefetch",
        screenRows: 20...110,
        script: """
            set disk off
            set concurrency 1
            wait for idle
            say Prefetched rows wait; the rows in view are requested after them, and are served first.
            set downloads off
            clear memory
            reset
            key PgDn
            set prefetch 4
            wait for prefetch >= 3
            reload
            expect every cell is loading
            expect served == 0
            set downloads on
            wait for idle
            expect every cell turn >= 1
            expect every cell turn <= visible
            expect served >= visible + 4

            say Rows come into view while they are prefetched: they coalesce with those loads, and are served first.
            set downloads off
            clear memory
            reset
            key PgDn
            key PgDn
            expect joins >= 1
            expect served == 0
            set downloads on
            wait for idle
            expect every cell turn >= 1
            expect every cell turn <= visible
            expect selected turn >= visible - 1
            expect served > visible
            say With low priority, rows in view overtake nothing: what was prefetched comes first.
            set priority low
            wait for idle
            set downloads off
            clear memory
            reset
            key PgDn
            reload
            set downloads on
            wait for idle
            expect every cell turn > 3
            expect every cell is shown
            expect stalePaints == 0
            """)
}
