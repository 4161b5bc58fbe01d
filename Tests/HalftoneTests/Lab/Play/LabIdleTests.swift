/// What a script may rely on when it has waited for nothing to be under way.
enum LabIdleTests {
    static let plays = [
        // What was still being stored was counted too late, and came into a cache that had been cleared meanwhile.
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
