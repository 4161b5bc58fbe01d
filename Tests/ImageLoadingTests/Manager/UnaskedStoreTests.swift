import HalftoneCore
import FoundationEssentials
import ImageCoding
import Testing

@testable import ImageLoading

/// Loads that store their bytes on a disk that they do not query.
@Suite(.endsInTime) @MainActor struct UnaskedStoreTests {
    private let source = "http://host/a"
    private let bench = Bench()

    /// Loads a size, or the original; the server responds to a request with `body`.
    private func load(
        _ width: Int?, _ body: String = "picture", tag: String? = nil, isSerialized: Bool = false
    ) -> RecordedLoad {
        var context = ImageContext.with(width: width)
        if isSerialized { context.cacheSerializer = { _, bytes, _ in (bytes ?? []) + Array(" serialized".utf8) } }
        if width == nil { context.queryCacheType = .memory } else { context.originalQueryCacheType = .none }
        let load = bench.run(source, [], context)
        bench.transport.running.first?.respond(body, tag: tag)
        bench.settle()
        return load
    }

    /// Regression: every size took its fetched bytes for new ones, and removed the others.
    @Test(arguments: [[3, 4], [3, nil]]) func `sizes of equal bytes do not remove each other`(widths: [Int?]) {
        for _ in 0..<3 {
            for width in widths { #expect(load(width).image != nil) }
        }
        #expect(bench.transport.transfers.count <= 2 && bench.isIdle)
    }

    /// Regression: the output of a serializer was taken for different bytes.
    @Test func `sizes of equal bytes do not remove each other though a serializer changes them`() {
        for _ in 0..<3 {
            for width in [3, 4] { #expect(load(width, isSerialized: true).image != nil) }
        }
        let disk = bench.manager.imageCache.entry(for: DiskKey(source: source))
        #expect(disk?.bytes == Array("picture serialized".utf8))
        #expect(bench.transport.transfers.count == 2 && bench.isIdle)
    }

    @Test func `other bytes remove a serializer's output`() {
        _ = load(3, "picture", isSerialized: true)
        let new = load(4, "picture two", isSerialized: true)
        #expect(new.words == ["image none"])
        #expect(load(3, "picture two", isSerialized: true).words == ["image none"])
        #expect(load(4).words == ["image memory"] && bench.transport.transfers.count == 3)
    }

    /// The program has replaced the serializer's entry, whatever bytes that was made of.
    @Test func `bytes that the program stores are not taken for the serializer's output`() {
        _ = load(3, isSerialized: true)
        bench.manager.diskCache?.store(.init(bytes: Array("picture of the program".utf8)), for: DiskKey(source: source))
        #expect(load(4, isSerialized: true).words == ["image none"])
        #expect(load(3, isSerialized: true).words == ["image memory"] && bench.transport.transfers.count == 2)
        #expect(bench.manager.diskCache?.read(source)?.bytes == Array("picture serialized".utf8))
    }

    /// Regression: a server without validators sends everything again, and the bytes replaced the serializer's output.
    @Test func `a serializer's output stays when the server sends equal bytes`() {
        _ = load(nil, isSerialized: true)
        let again = bench.run(source, .refreshCached)
        let transfer = bench.transport.running.first
        transfer?.begin(status: 200, headers: ["Cache-Control": "max-age=5"], expectedBytes: 7)
        transfer?.finish(Array("picture".utf8))
        bench.settle()
        let entry = bench.manager.diskCache?.read(source)
        #expect(again.words == ["cached memory"] && bench.transport.transfers.count == 2 && bench.isIdle)
        #expect(entry?.bytes == Array("picture serialized".utf8) && entry?.response?.lifetime == 5)
    }

    /// Regression: the source of a serializer's output was known only until the program ended.
    @Test(arguments: ["picture", "picture two"])
    func `a serializer's output of an earlier run is recognized`(fetched: String) {
        let digest = StoredBytes(Array(fetched.utf8)).digest
        bench.manager.diskCache?.store(
            .init(bytes: Array("\(fetched) serialized".utf8), fetchedDigest: digest), for: DiskKey(source: source))
        let size = DiskKey(source: source, variant: "size")
        bench.manager.diskCache?.store(.init(bytes: Array("picture".utf8), fetchedDigest: digest), for: size)
        _ = load(3, isSerialized: true)
        #expect((bench.manager.diskCache?.read(size) != nil) == (fetched == "picture"))
        let entry = bench.manager.diskCache?.read(source)
        #expect(entry?.fetchedDigest == StoredBytes(Array("picture".utf8)).digest)
    }

    /// Bytes with the same entity tag are the same, whatever a serializer has made of them.
    @Test func `bytes with the same entity tag are equal`() {
        _ = load(3, tag: "\"1\"")
        bench.manager.diskCache?.store(
            .init(bytes: Array("picture serialized".utf8), validators: .init(entityTag: "\"1\"")),
            for: DiskKey(source: source))
        _ = load(4, tag: "\"1\"")
        #expect(load(3).words == ["image memory"] && bench.transport.transfers.count == 2)
    }

    @Test func `bytes with another entity tag remove images of the old ones`() {
        _ = load(3, "picture", tag: "\"1\"")
        _ = load(4, "picture two", tag: "\"2\"")
        let other = load(3, "picture two", tag: "\"2\"")
        #expect(other.words == ["image none"] && other.image?.sourceBytes == 11)
        #expect(load(4).words == ["image memory"])
    }

    /// No removal is reported where nothing was stored.
    @Test func `a first download removes nothing`() {
        let subscription = bench.manager.trace.makeSubscription()
        _ = load(3)
        let names = subscription.take().map(\.event)
        #expect(names.contains(.store) && !names.contains(.evict))
        _ = load(4, "picture two")
        #expect(subscription.take().map(\.event).contains(.evict))
    }

    /// A prefetch, which decodes nothing, removes nothing either.
    @Test func `a prefetch of equal bytes removes nothing`() throws {
        _ = load(3)
        let url = try #require(URL(string: source))
        var context = ImageContext.with(width: 4)
        context.originalQueryCacheType = .none
        for body in ["picture", "picture two"] {
            _ = bench.manager.storeBytes(of: url, options: [], context: context) { _ in }
            bench.settle()
            bench.transport.running.first?.respond(body)
            bench.settle()
            let words = bench.load(source, .fromCacheOnly, .with(width: 3)).words
            #expect(words == (body == "picture" ? ["image memory"] : []))
            bench.settle()
        }
        #expect(bench.transport.transfers.count == 3 && bench.isIdle)
    }
}
