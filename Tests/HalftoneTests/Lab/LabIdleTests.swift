import TestSupport
import Testing

extension LabPlays {
    /// What a script may rely on when it has waited for nothing to be under way.
    @Suite(.endsInTime) struct LabIdleTests {
        private let bench = LabScriptBench()

        /// What was still being stored was counted too late, and came into a cache that had been cleared meanwhile.
        @Test func nothingIsStoredAnyMoreOnceNothingIsUnderWay() async throws {
            // in memory, and as it came on the disk
            let run = try await bench.run(
                script: """
                    wait for idle
                    repeat 10
                        clear caches
                        reset
                        reload
                        wait for idle
                        expect store == visible + visible
                    end
                    """)
            #expect(run.status == 0, "\(run.report)\(run.complaints)")
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
            #expect(run.status == 0, "\(run.report)\(run.complaints)")
        }
    }
}
