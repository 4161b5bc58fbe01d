import TestSupport
import Testing

/// What a script may rely on when it has waited for nothing to be under way.
@Suite(.serialized, .timeLimit(.minutes(60))) struct LabIdleTests {
    private let bench = LabScriptBench()

    /// Pictures in the size of the cells were still being encoded for the disk: they were counted too late, and came
    /// into a cache that had been cleared meanwhile.
    @Test func nothingIsStoredAnyMoreOnceNothingIsUnderWay() async throws {
        // in memory, as it came on the disk, and reduced on the disk
        let run = try await bench.run(
            script: """
                wait for idle
                repeat 30
                    clear caches
                    reset
                    reload
                    wait for idle
                    expect store == visible + visible + visible
                end
                """)
        #expect(run.status == .code(0), "\(run.report)\(run.complaints)")
    }

    @Test func aScriptThatKeepsTheDiskOutStoresInMemoryAlone() async throws {
        let run = try await bench.run(
            script: """
                set disk off
                wait for idle
                clear caches
                reset
                reload
                wait for idle
                expect store == visible
                """)
        #expect(run.status == .code(0), "\(run.report)\(run.complaints)")
    }
}
