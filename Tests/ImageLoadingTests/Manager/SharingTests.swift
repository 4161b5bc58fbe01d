import FoundationEssentials
import Testing

@testable import ImageLoading

/// Which loads share a transfer, and which must not.
@Suite(.endsInTime) @MainActor struct SharingTests {
    private let bench = Bench(usesDisk: false, cacheKeyFilter: ImageManager.standardCacheKey)

    @Test func `loads with different passwords share no transfer`() {
        let wrong = bench.load("http://me:wrong@host/a")
        let right = bench.load("http://me:right@host/a")
        #expect(bench.transport.running.count == 2)
        bench.transport.running.first?.respond(status: 401)
        bench.settle()
        bench.transport.running.first?.respond("picture")
        bench.settle()
        #expect(wrong.words == ["401 password required"] && right.words == ["image none"])
    }

    @Test func `a load that continues in the background shares no transfer that pauses there`() {
        let plain = bench.load("http://host/a")
        let lasting = bench.load("http://host/a", .continueInBackground)
        let another = bench.load("http://host/a", [.continueInBackground, .highPriority])
        #expect(bench.transport.running.count == 2)
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.settle()
        #expect([plain, lasting, another].map(\.words) == [["image none"], ["image none"], ["image none"]])
        #expect(bench.isIdle)
    }
}
