import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// The metadata of images, with the real coders.
@Suite(.endsInTime) @MainActor struct ImageMetadataTests {
    private let url = "http://host/a"

    private func bench(usesDisk: Bool = true) -> Bench {
        Bench(usesDisk: usesDisk, coders: .shared) { $0.extendedData = { head in Array("head \(head.status)".utf8) } }
    }

    private func load(
        _ bench: Bench, _ options: ImageOptions = [], _ context: ImageContext = ImageContext()
    ) -> Image? {
        let load = bench.run(url, options, context)
        bench.transport.running.last?.respond(bytes: Pictures.png(50, 40), tag: "\"1\"")
        bench.settle()
        return load.image
    }

    private func hasAll(_ image: Image?) -> Bool {
        image?.metadata?.extended == Array("head 200".utf8)
            && image?.metadata?.header?.pixelSize == PixelSize(width: 50, height: 40)
    }

    @Test(arguments: [true, false])
    func `an image has the metadata of its bytes and its response, wherever it is found`(usesDisk: Bool) {
        let bench = bench(usesDisk: usesDisk)
        #expect(hasAll(load(bench)), "from the network")
        #expect(hasAll(load(bench)), "from memory")
        #expect(bench.transport.transfers.count == 1)
        guard usesDisk else { return }
        for options in [[], ImageOptions.queryDiskDataSync] {
            bench.manager.memoryCache.removeAll()
            #expect(hasAll(load(bench, options)), "from the disk")
        }
        #expect(bench.transport.transfers.count == 1)
    }

    @Test func `a derived image keeps the metadata and its recorded byte count`() {
        let bench = bench(usesDisk: false)
        let image = load(bench, [], .made { $0.transformer = Transformers.Flip(horizontal: true) })
        #expect(hasAll(image) && image?.isTransformed == true)
        #expect(image?.cost == 50 * 40 * 4 + "head 200".utf8.count)
        #expect(hasAll(image?.still))
    }

    /// Metadata of the original does not describe a thumbnail that was encoded again.
    @Test func `a thumbnail on disk has no metadata of the original bytes`() {
        let bench = bench()
        let small = ImageContext.with(width: 10)
        #expect(hasAll(load(bench, .waitStoreCache, small)))
        bench.manager.memoryCache.removeAll()
        bench.manager.diskCache?.remove(DiskKey(source: url))
        let image = load(bench, [], small)
        #expect(image != nil && image?.metadata == nil && bench.transport.transfers.count == 1)
    }

    @Test func `the HTTP metadata of a picture in memory is kept without a disk`() throws {
        let bench = bench(usesDisk: false)
        let address = try #require(URL(string: url))
        let source = bench.manager.key(for: address).source
        #expect(bench.manager.imageCache.response(of: source) == nil)
        _ = load(bench)
        #expect(bench.manager.imageCache.response(of: source)?.validators.entityTag == "\"1\"")
    }
}
