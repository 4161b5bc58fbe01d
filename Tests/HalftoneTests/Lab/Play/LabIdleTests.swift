/// The state of the Lab after a script has waited until no work is left.
enum LabIdleTests {
    static let plays = [
        // Regression: a pending store was counted too late, and stored into a cache that had been cleared meanwhile.
        LabPlay(
            name: "nothing is stored any more once nothing is under way",
            script: """
                wait for idle
                repeat 10
                    clear caches
                    reset
                    reload
                    wait for idle
                    expect store == visible + visible
                end
                """),
        LabPlay(
            name: "a script that keeps the disk out stores in memory alone",
            script: """
                set disk off
                wait for idle
                clear caches
                reset
                reload
                wait for idle
                expect store == visible
                """),
    ]
}
