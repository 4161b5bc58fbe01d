import FoundationEssentials
import Testing

@testable import ImageLoading

@MainActor
struct PrefetchClosureTests {
    @Test func `a single trailing closure is the completion`() {
        let bench = Bench(usesDisk: false)
        let prefetcher = ImagePrefetcher(manager: bench.manager)
        let urls = ["a", "b"].compactMap { URL(string: "http://host/" + $0) }
        var told: [String] = []
        prefetcher.prefetch(urls) { finished, skipped in told.append("\(finished) \(skipped)") }
        bench.settle()
        while let transfer = bench.transport.running.first {
            transfer.respond("picture")
            bench.settle()
        }
        #expect(told == ["2 0"])
    }
}
