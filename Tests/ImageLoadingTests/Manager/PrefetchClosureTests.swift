import FoundationEssentials
import Testing

@testable import ImageLoading

@Suite(.endsInTime) @MainActor struct PrefetchClosureTests {
    @Test func `a single trailing closure is the completion`() {
        let bench = Bench(usesDisk: false)
        let prefetcher = ImagePrefetcher(manager: bench.manager)
        let urls = ["a", "b"].compactMap { URL(string: "http://host/" + $0) }
        var told: [String] = []
        prefetcher.prefetch(urls) { finished, skipped in told.append("\(finished) \(skipped)") }
        bench.finish()
        #expect(told == ["2 0"])
    }
}
