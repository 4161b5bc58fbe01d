import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Responses with `Vary`: a load never gets the response to a request with other headers.
@Suite(.endsInTime) @MainActor struct VaryTests {
    private let loader = HeldLoader()
    private let bench: Bench

    init() { bench = Bench(loader: loader) }

    private func load(_ language: String?, width: Int? = nil, policy: HTTPPolicy = .forever) -> RecordedLoad {
        let load = bench.load(
            "http://host/a", [],
            .made {
                $0.headers = language.map { [("Accept-Language", $0)] } ?? []
                $0.variant.box = width.map { PixelSize(width: $0, height: 1) }
                $0.httpPolicy = policy
            })
        bench.settle()
        return load
    }

    private func answer(_ body: String) {
        loader.open.first?.respond(
            body, headers: ["Vary": "Accept-Language", "Cache-Control": "max-age=10", "ETag": "\"\(body)\""])
        bench.settle()
    }

    @Test func `an entry for other headers is a miss`() {
        let german = load("de")
        answer("picture")
        #expect(german.words == ["image none"])
        bench.manager.memoryCache.removeAll()
        #expect(load("de").words == ["image disk"])
        bench.manager.memoryCache.removeAll()
        #expect(load("fr").words.isEmpty && loader.open.count == 1)
    }

    /// Regression: bytes of another response with the same date were continued.
    @Test func `a load resumes no download with other headers`() {
        let languages = [nil, "de", "fr"]
        for language in languages { _ = load(language) }
        #expect(Set(loader.open.map(\.request.partialKey)).count == languages.count)
    }

    @Test func `an image in memory for other headers is a miss`() {
        _ = load("de")
        answer("picture")
        #expect(load("de").words == ["image memory"])
        let french = load("fr")
        #expect(french.words.isEmpty && loader.open.count == 1)
        answer("picture fr")
        #expect(french.words == ["image none"] && french.image?.sourceBytes == 10)
        #expect(load("fr").words == ["image memory"])
        #expect(load("de").words.isEmpty)
    }

    @Test func `other sizes for other headers are misses too`() {
        _ = load("de", width: 3)
        answer("picture")
        _ = load("fr")
        answer("picture fr")
        let small = load("fr", width: 3)
        #expect(small.words == ["image disk"] && small.image?.sourceBytes == 10)
    }

    @Test func `the preview of another size never has other headers`() {
        _ = load("de", width: 3)
        answer("picture")
        let url = URL(string: "http://host/a")
        let context = { (language: String) in
            ImageContext.made {
                $0.headers = [("Accept-Language", language)]
                $0.variant.box = PixelSize(width: 5, height: 1)
            }
        }
        #expect(url.flatMap { bench.manager.preview(for: $0, context: context("de")) }?.size.width == 3)
        #expect(url.flatMap { bench.manager.preview(for: $0, context: context("fr")) } == nil)
    }

    @Test func `a confirmed entry stays valid for its own headers only`() {
        _ = load("de")
        answer("picture")
        bench.manager.memoryCache.removeAll()
        bench.time.advance(by: .seconds(11))
        let again = load("de", policy: .http)
        loader.open.first?.finish(
            .success(.notModified(["Vary": "Accept-Language", "Cache-Control": "max-age=100"])))
        bench.settle()
        #expect(again.words == ["image disk"])
        bench.manager.memoryCache.removeAll()
        #expect(load("de", policy: .http).words == ["image disk"])
        bench.manager.memoryCache.removeAll()
        #expect(load(nil, policy: .http).words.isEmpty && loader.open.count == 1)
    }

    /// Regression: the values of the request were not recorded, and every later load revalidated.
    @Test func `a confirmation that adds Vary holds for the headers of its request`() {
        _ = load("de")
        loader.open.first?.respond("picture", headers: ["Cache-Control": "max-age=10", "ETag": "\"1\""])
        bench.settle()
        bench.time.advance(by: .seconds(11))
        _ = load("de", policy: .http)
        loader.open.first?.finish(
            .success(.notModified(["Vary": "Accept-Language", "Cache-Control": "max-age=100"])))
        bench.settle()
        #expect(load("de", policy: .http).words == ["image memory"])
        bench.manager.memoryCache.removeAll()
        #expect(load("de", policy: .http).words == ["image disk"] && loader.open.isEmpty)
        #expect(load("fr").words.isEmpty && loader.open.count == 1)
    }

    @Test func `headers of every request do not distinguish pictures`() {
        let bench = Bench()
        bench.run()
        let transfer = bench.transport.running[0]
        #expect(transfer.header("Accept") != nil)
        transfer.send(.response(.init(url: "", status: 200, headers: ["Vary": "Accept, User-Agent"])))
        transfer.send(.bytes(Array("picture".utf8)))
        transfer.finish()
        bench.settle()
        #expect(bench.load().words == ["image memory"])
        bench.manager.memoryCache.removeAll()
        let again = bench.run()
        #expect(again.words == ["image disk"] && bench.transport.running.isEmpty)
    }
}
