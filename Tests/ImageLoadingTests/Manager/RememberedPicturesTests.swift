import Testing
import Transfer

@testable import ImageLoading

/// Response metadata in memory, and the cost of evicting it.
@Suite(.endsInTime) @MainActor struct RememberedPicturesTests {
    private let loader = HeldLoader()
    private let bench: Bench

    init() { bench = Bench(rememberedPictures: 4, loader: loader) }

    private func load(_ name: String, language: String? = nil, policy: HTTPPolicy = .forever) -> RecordedLoad {
        let load = bench.load(
            "http://host/" + name, [],
            .made {
                $0.headers = language.map { [("Accept-Language", $0)] } ?? []
                $0.httpPolicy = policy
            })
        bench.settle()
        return load
    }

    private func answer(_ body: String, _ headers: TransferHeaders) {
        loader.open.first?.respond(body, headers: headers)
        bench.settle()
    }

    /// Evicts earlier metadata, with pictures that are not requested again.
    private func forgetEarlierPictures() {
        for number in 0..<8 {
            _ = load("filler\(number)")
            answer("picture", [:])
        }
    }

    @Test func `a dropped entry is found by the disk's own record`() {
        _ = load("a", policy: .http)
        answer("picture", ["Cache-Control": "max-age=10", "ETag": "\"1\""])
        forgetEarlierPictures()
        // the disk says without a request that it is fresh
        #expect(load("a", policy: .http).words == ["image disk"] && loader.open.isEmpty)
        // and then it is in memory again
        #expect(load("a", policy: .http).words == ["image memory"])
    }

    @Test func `a dropped entry that is stale is revalidated and not taken for fresh`() {
        _ = load("a", policy: .http)
        answer("picture", ["Cache-Control": "max-age=10", "ETag": "\"1\""])
        forgetEarlierPictures()
        bench.time.advance(by: .seconds(11))
        let again = load("a", policy: .http)
        #expect(again.words.isEmpty && loader.open.first?.request.validators.entityTag == "\"1\"")
        loader.open.first?.finish(.success(.notModified(["Cache-Control": "max-age=10"])))
        bench.settle()
        #expect(again.words == ["image disk"] && bench.isIdle)
    }

    @Test func `a dropped response for other headers is not shown to other loads`() {
        _ = load("a", language: "de")
        answer("picture", ["Vary": "Accept-Language"])
        forgetEarlierPictures()
        let french = load("a", language: "fr")
        #expect(french.words.isEmpty && loader.open.count == 1)
        answer("picture fr", ["Vary": "Accept-Language"])
        #expect(french.image?.sourceBytes == 10)
        forgetEarlierPictures()
        // the disk says which variant it is
        #expect(load("a", language: "fr").words == ["image disk"])
        #expect(load("a", language: "fr").words == ["image memory"])
    }

    @Test func `a picture that was read synchronously is recorded too`() {
        _ = load("a", language: "de")
        answer("picture", ["Vary": "Accept-Language"])
        bench.manager.memoryCache.removeAll()
        forgetEarlierPictures()
        let context = ImageContext.made { $0.headers = [("Accept-Language", "de")] }
        #expect(bench.load("http://host/a", .queryDiskDataSync, context).words == ["image disk"])
        #expect(load("a", language: "de").words == ["image memory"])
        #expect(load("a", language: "fr").words.isEmpty && loader.open.count == 1)
    }
}
