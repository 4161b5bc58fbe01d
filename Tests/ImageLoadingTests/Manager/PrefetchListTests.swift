import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

/// Lists of URLs that are prefetched: table P.
@Suite(.endsInTime) @MainActor struct PrefetchListTests {
    private let bench = Bench(usesDisk: false, downloads: 1)
    private let prefetcher: ImagePrefetcher
    private let urls = ["a", "b", "c"].compactMap { URL(string: "http://host/" + $0) }

    init() { prefetcher = ImagePrefetcher(manager: bench.manager) }

    /// The calls of callbacks, in order.
    @MainActor
    private final class Diary: ImagePrefetcherDelegate {
        var lines: [String] = []
        weak var sender: ImagePrefetcher?

        func imagePrefetcher(_ prefetcher: ImagePrefetcher, didPrefetch url: URL, finished: Int, total: Int) {
            sender = prefetcher
            lines.append("delegate \(url.lastPathComponent) \(finished)/\(total)")
        }

        func imagePrefetcher(_ prefetcher: ImagePrefetcher, didFinishWithTotal total: Int, skipped: Int) {
            lines.append("delegate end \(total) \(skipped)")
        }

        func prefetch(_ urls: [URL], _ name: String, by prefetcher: ImagePrefetcher) -> ImagePrefetchToken? {
            prefetcher.prefetch(
                urls, progress: { self.lines.append("\(name) \($0)/\($1)") },
                completion: { self.lines.append("\(name) end \($0) \($1)") })
        }
    }

    private let diary = Diary()

    private func more(_ count: Int) -> [URL] { (0..<count).compactMap { URL(string: "http://host/\($0)") } }

    @Test func `a list reports every step and its end`() {  // P02
        let token = diary.prefetch(urls, "list", by: prefetcher)
        bench.finish()
        #expect(diary.lines == ["list 1/3", "list 2/3", "list 3/3", "list end 3 0"])
        #expect(token?.urls == urls && token?.isFinished == true && token?.isCancelled == false)
        #expect(prefetcher.tokens.isEmpty && bench.isIdle)
    }

    @Test func `an empty list ends at once`() {  // P03
        #expect(diary.prefetch([], "list", by: prefetcher) == nil)
        #expect(diary.lines == ["list end 0 0"] && prefetcher.tokens.isEmpty)
    }

    @Test func `a single trailing closure is the completion`() {
        var ends: [String] = []
        prefetcher.prefetch(urls) { finished, skipped in ends.append("\(finished) \(skipped)") }
        bench.finish()
        #expect(ends == ["3 0"])
    }

    @Test func `lists that overlap share their loads and end each`() {  // P04
        let (first, second) = (Array(urls[0...1]), Array(urls[1...2]))
        _ = diary.prefetch(first, "first", by: prefetcher)
        _ = diary.prefetch(second, "second", by: prefetcher)
        #expect(prefetcher.tokens.count == 2)
        bench.finish()
        #expect(bench.transport.transfers.count == 3)
        #expect(diary.lines.contains("first end 2 0") && diary.lines.contains("second end 2 0"))
        #expect(diary.lines.filter { $0.hasPrefix("first") } == ["first 1/2", "first 2/2", "first end 2 0"])
    }

    @Test func `the delegate is called first, with the sums of all lists`() {  // P05
        prefetcher.delegate = diary
        _ = diary.prefetch([urls[0]], "first", by: prefetcher)
        _ = diary.prefetch([urls[1], urls[2]], "second", by: prefetcher)
        bench.finish()
        #expect(
            diary.lines == [
                "delegate a 1/3", "first 1/1", "first end 1 0", "delegate b 1/2", "second 1/2", "delegate c 2/2",
                "second 2/2", "delegate end 2 0", "second end 2 0",
            ])
        #expect(diary.sender === prefetcher)
    }

    @Test func `a URL that stands twice in a list counts once`() {
        let token = diary.prefetch(urls + urls, "list", by: prefetcher)
        bench.finish()
        #expect(token?.urls == urls && diary.lines.last == "list end 3 0")
    }

    @Test func `cancelling a list ends it within the call`() {  // P06
        let token = diary.prefetch(urls, "list", by: prefetcher)
        #expect(prefetcher.tokens.count == 1)
        token?.cancel()
        #expect(prefetcher.tokens.isEmpty && prefetcher.runningCount == 0)
        #expect(diary.lines == ["list end 0 0"] && token?.isCancelled == true)
        token?.cancel()
        bench.settle()
        #expect(diary.lines.count == 1 && bench.isIdle)
    }

    @Test func `cancelling one list leaves the other`() {
        let first = diary.prefetch(urls, "first", by: prefetcher)
        _ = diary.prefetch([urls[2]], "second", by: prefetcher)
        first?.cancel()
        bench.finish()
        #expect(diary.lines == ["first end 0 0", "second 1/1", "second end 1 0"] && bench.isIdle)
    }

    @Test func `failed loads are skipped, and the list ends`() {  // P07
        _ = diary.prefetch(urls, "list", by: prefetcher)
        bench.manager.cancelAll()
        #expect(diary.lines.last == "list end 3 3" && bench.isIdle)
        diary.lines = []
        _ = diary.prefetch(urls, "again", by: prefetcher)
        bench.transport.running.first?.respond(status: 404)
        bench.finish()
        #expect(diary.lines.last == "again end 3 1")
    }

    @Test func `no more pictures are loaded at a time than the limit`() {
        prefetcher.maxConcurrentPrefetches = 2
        _ = diary.prefetch(more(5), "list", by: prefetcher)
        #expect(bench.manager.activeLoadCount == 2 && prefetcher.runningCount == 5)
        bench.transport.running.first?.respond("picture")
        bench.settle()
        #expect(bench.manager.activeLoadCount == 2 && prefetcher.runningCount == 4)
        prefetcher.maxConcurrentPrefetches = 4
        #expect(bench.manager.activeLoadCount == 4)
        bench.finish()
        #expect(diary.lines.last == "list end 5 0")
    }

    @Test func `a long list of pictures in memory ends at once`() {
        let urls = more(20_000)
        for url in urls { bench.manager.memoryCache.store(testImage(), for: bench.manager.key(for: url)) }
        let token = diary.prefetch(urls, "list", by: prefetcher)
        #expect(token?.isFinished == true && diary.lines.last == "list end 20000 0")
    }

    @Test func `a refresh counts its URL once`() {  // 2.12, 18
        bench.fill("http://host/a", tag: "\"1\"")
        for isChanged in [false, true] {
            diary.lines = []
            var counts: [String] = []
            prefetcher.prefetch(
                [urls[0]], options: .refreshCached, progress: { counts.append("\($0)/\($1)") },
                completion: { counts.append("end \($0) \($1)") })
            bench.settle()
            bench.transport.running.first?.respond(isChanged ? "picture two" : "", status: isChanged ? 200 : 304)
            bench.settle()
            #expect(counts == ["1/1", "end 1 0"] && bench.isIdle)
        }
    }

    @Test func `a prefetcher that is released leaves nothing behind`() {
        var other: ImagePrefetcher? = ImagePrefetcher(manager: bench.manager)
        other?.prefetch(urls)
        other?.prefetch(more(3))
        #expect(bench.manager.activeLoadCount == 3)
        other = nil
        bench.settle()
        #expect(bench.manager.activeLoadCount == 0 && bench.isIdle)
    }

    @Test func `a completion may cancel and start others`() {
        var ends: [String] = []
        var second: ImagePrefetchToken?
        prefetcher.prefetch([urls[0]]) { _, _ in
        } completion: { [prefetcher, urls] finished, skipped in
            ends.append("first \(finished) \(skipped)")
            second?.cancel()
            prefetcher.prefetch([urls[2]]) { _, _ in ends.append("third step") }
        }
        second = prefetcher.prefetch([urls[1]]) { _, _ in
        } completion: { finished, skipped in
            ends.append("second \(finished) \(skipped)")
        }
        bench.finish()
        #expect(ends == ["first 1 0", "second 0 0", "third step"] && bench.isIdle)
    }

    @Test func `prefetches start in order, with low priority`() {
        prefetcher.maxConcurrentPrefetches = 1
        let loader = HeldLoader()
        var context = ImageContext()
        context.imageLoader = loader
        let first = prefetcher.prefetch([urls[0]], options: .highPriority, context: context)
        let dropped = prefetcher.prefetch([urls[1]], context: context)
        prefetcher.prefetch([urls[2]], context: context)
        dropped?.cancel()
        bench.settle()
        var requests: [String] = []
        while let task = loader.open.first {
            requests.append("\(task.request.urlText) \(task.request.priority)")
            task.finish(.failure(.invalidStatusCode(404)))
            bench.settle()
        }
        #expect(requests == ["http://host/a low", "http://host/c low"] && first?.isFinished == true)
    }

    @Test func `prefetches are started and stopped from any thread, in order`() async {
        prefetcher.delegate = diary
        let (prefetcher, urls) = (prefetcher, urls)
        prefetcher.maxConcurrentPrefetches = 1
        await Task.detached {
            prefetcher.startPrefetching(urls)
            prefetcher.stopPrefetching(Array(urls[0...1]))
        }.value
        await until { diary.lines.count == 2 }
        #expect(diary.lines == ["delegate a 1/3", "delegate b 2/3"] && prefetcher.runningCount == 1)
        bench.finish()
        #expect(bench.transport.transfers.filter { !$0.isCancelled }.map(\.url) == ["http://host/c"])
        #expect(diary.lines.suffix(2) == ["delegate c 3/3", "delegate end 3 2"] && bench.isIdle)
    }

    @Test nonisolated func `the shared prefetcher loads by the shared manager`() {
        #expect(ImagePrefetcher.shared.manager === ImageManager.shared)
    }

    @Test func `at least one prefetch runs, whatever the limit`() {
        prefetcher.maxConcurrentPrefetches = 0
        _ = diary.prefetch(urls, "list", by: prefetcher)
        bench.finish()
        #expect(diary.lines.last == "list end 3 0")
    }
}
