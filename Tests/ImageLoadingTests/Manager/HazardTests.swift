import EngineTestSupport
import FoundationEssentials
import ImageCoding
import Pixels
import Testing
import Transfer

@testable import ImageLoading

/// Known bugs of such engines that fit no other suite. Each is named by its number in the list of hazards; the tests of
/// the others are in their own suites, with the number beside them.
@Suite(.endsInTime) @MainActor struct HazardTests {
    private let bench = Bench()

    // H01
    @Test func `the completion of a cancelled load never runs after that of the next load`() {
        var set: [String] = []
        func bind(_ name: String, cancelling old: RecordedLoad?) -> RecordedLoad {
            old?.operation?.cancel()
            return bench.load("http://host/" + name) { result in
                if case .success(let loaded) = result { set.append(loaded.url.lastPathComponent) }
            }
        }
        let a = bind("a", cancelling: nil)
        bench.settle()
        let slow = bench.transport.running[0]
        let b = bind("b", cancelling: a)
        bench.settle()
        bench.transport.running.last?.respond("picture b")
        slow.respond("picture a")
        bench.settle()
        #expect(set == ["b"] && a.words == ["cancelled"] && b.words == ["image none"])
    }

    // H07
    @Test func `ten rows with one picture on disk decode it once`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let loads = (0..<10).map { _ in bench.load("http://host/a", [], .with(query: .disk)) }
        bench.settle()
        #expect(loads.allSatisfy { $0.words == ["image disk"] })
        #expect(
            bench.coder.texts.count == 2 && Set(loads.compactMap { $0.image.map(ObjectIdentifier.init) }).count == 1)
    }

    // H20
    @Test func `URLs that differ only in their query are different pictures`() {
        for query in ["a?1", "a?2", "a"] { bench.fill("http://host/" + query, "picture " + query) }
        bench.manager.memoryCache.removeAll()
        for query in ["a?1", "a?2", "a"] {
            let load = bench.run("http://host/" + query)
            #expect(load.words == ["image disk"] && load.image?.sourceBytes == 8 + query.utf8.count)
        }
    }

    // H22
    @Test func `every kind of failure releases its slots`() {
        let steps: [(FakeTransfer) -> Void] = [
            { $0.respond(status: 404) }, { $0.respond("<html>") }, { $0.respond("") },
            { $0.finish(.success(TransferMetrics())) },
            { $0.finish(.failure(.connectionLost(received: 0, expected: nil))) },
            { $0.respond("picture, damaged") },
        ]
        for round in 0..<10 {
            for (index, step) in steps.enumerated() {
                let load = bench.load("http://host/\(round).\(index)")
                if round % 3 == 0 { load.operation?.cancel() }
                bench.settle()
                bench.transport.running.first.map(step)
                bench.settle()
                #expect(load.results.count == 1 && load.image == nil)
            }
        }
        #expect(bench.isIdle)
        bench.fill("http://host/good")
        #expect(bench.load("http://host/good").words == ["image memory"])
    }

    // H23
    @Test func `every function may be called inside every callback`() {
        var count = 0
        func poke() {
            count += 1
            let url = URL(string: "http://host/a")
            _ = (bench.manager.isRunning, bench.manager.activeLoadCount)
            if let url {
                bench.manager.removeFailedURL(url)
                _ = bench.manager.preview(for: url, context: ImageContext())
            }
            bench.manager.loadImage(nil) { _ in }
            bench.load("http://host/other").operation?.cancel()
        }
        let manager = bench.manager
        let url = URL(string: "http://host/a")
        var operation: ImageLoadOperation?
        operation = manager.loadImage(
            url,
            progress: { _, _ in
                poke()
                operation?.setPriority(.high)
                _ = operation?.isCancelled
            },
            completion: { _ in
                poke()
                operation?.cancel()
            })
        bench.answer("picture")
        // The first progress, that of the bytes, and the completion.
        #expect(count == 3 && bench.isIdle)
    }

    // H25
    @Test func `an image costs the bytes that it holds`() {
        #expect(testImage(pixels: 10).cost == 40)
        #expect(FixedTransformer().transform(testImage(pixels: 10), cancellation: nil)?.cost == 4800)
    }
}
