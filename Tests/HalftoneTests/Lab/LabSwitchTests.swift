import Testing

@testable import halftone

/// Every switch of the Lab, turned on the live table: what is seen of it there.
@Suite(.serialized, .timeLimit(.minutes(60))) struct LabSwitchTests {
    private let bench = LabScriptBench()

    private static let effects = viewAndEngineEffects.merging(optionEffects) { first, _ in first }
        .merging(faultEffects) { first, _ in first }

    /// Options that show nothing in the Lab: its server has no certificate, its pictures are stills of a size that fits,
    /// nothing transforms them, the rows in view are all alike, and nobody takes bytes or looks while it is stopped.
    private static let silent = [
        "continueInBackground", "allowInvalidSSLCertificates", "highPriority", "transformAnimatedImage",
        "scaleDownLargeImages", "queryMemoryData", "queryMemoryDataSync", "decodeFirstFrameOnly", "preloadAllFrames",
        "waitStoreCache",
    ]

    @MainActor @Test func everySwitchOfTheBoardIsTurnedHere() {
        #expect(Set(Self.effects.keys).union(Self.silent) == Set(LabBoard.make().all.map(\.name)))
        #expect(Set(Self.effects.keys).isDisjoint(with: Self.silent))
    }

    @Test(arguments: effects.keys.sorted()) func aSwitchActsAtOnceOnWhatIsSeen(name: String) async throws {
        let script = try #require(Self.effects[name])
        let run = try await bench.run(script: "limit 600\nwait for idle\n\(script)\nexpect stalePaints == 0")
        #expect(run.status == .code(0), "\(name): \(run.report)\(run.complaints)")
    }

    @Test(arguments: silent) func anOptionThatShowsNothingTakesNothingAway(name: String) async throws {
        let run = try await bench.run(
            script: """
                limit 600
                set disk off
                wait for idle
                set \(name) on
                expect switch \(name) is on
                wait for idle
                clear memory
                reset
                reload
                wait for idle
                expect every cell is shown
                expect requests == visible
                expect stalePaints == 0
                """)
        #expect(run.status == .code(0), "\(name): \(run.report)\(run.complaints)")
    }
}
