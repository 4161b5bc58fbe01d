import HalftoneCore
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Embedded thumbnails as previews, of bytes that arrive at once: from a file or from the disk.
@Suite(.endsInTime) @MainActor struct ThumbnailPreviewTests {
    private let loader = HeldLoader()
    private let bench: Bench
    private let photo = [UInt8](repeating: 7, count: 100)

    private let coder = CameraCoder()

    init() { bench = Bench(loader: loader, coders: ImageCodersManager(coders: [coder])) }

    /// Loads the picture; the disk is queried before the loader.
    private func load(_ options: ImageOptions = .progressiveLoad, _ context: ImageContext = ImageContext())
        -> RecordedLoad
    {
        bench.run("http://host/a", options, context)
    }

    /// The width of every image that was delivered, with a question mark after previews.
    private func widths(_ load: RecordedLoad) -> [String] {
        load.results.map { result in
            guard case .success(let loaded) = result else { return "error" }
            return "\(loaded.image.size.width)" + (loaded.image.isIncremental ? "?" : "")
        }
    }

    @Test func `a load with previews receives the embedded thumbnail first`() {
        let (eager, patient) = (load(), load([]))
        loader.open[0].respond(photo)
        bench.settle()
        #expect(widths(eager) == ["2?", "8"] && widths(patient) == ["8"])
        #expect(bench.isIdle)
        #expect(bench.manager.memoryCache.totals.count == 1)
    }

    @Test func `the thumbnail of a picture on disk is shown first`() {
        _ = load([])
        loader.open[0].respond(photo)
        bench.settle()
        bench.manager.memoryCache.removeAll()
        let load = load()
        #expect(widths(load) == ["2?", "8"] && bench.isIdle)
    }

    @Test func `the thumbnail is transformed too`() {
        let load = load(.progressiveLoad, .made { $0.transformer = FixedTransformer() })
        loader.open[0].respond(photo)
        bench.settle()
        #expect(widths(load) == ["40?", "40"])
    }

    /// The thumbnail would be less sharp than the image on screen.
    @Test func `a load that has received a preview receives no thumbnail`() {
        let load = load()
        loader.open[0].receive(Array(photo[..<70]))
        bench.settle()
        #expect(widths(load) == ["4?"])
        loader.open[0].respond(photo)
        bench.settle()
        #expect(widths(load) == ["4?", "8"] && bench.isIdle)
    }

    @Test func `the thumbnail is decoded by the coder of the request`() {
        let bench = Bench(usesDisk: false, loader: loader)
        let load = bench.load("http://host/a", .progressiveLoad, .made { $0.imageCoder = CameraCoder() })
        loader.open[0].respond(photo)
        bench.settle()
        #expect(widths(load) == ["2?", "8"])
    }

    @Test func `a cancelled load receives no thumbnail`() {
        let load = load()
        // when it is cancelled while its thumbnail is decoded
        coder.duringThumbnail.withLock { $0 = { MainActor.assumeIsolated { load.operation?.cancel() } } }
        loader.open[0].respond(photo)
        bench.settle()
        #expect(coder.duringThumbnail.withLock { $0 } == nil, "the thumbnail was decoded")
        #expect(widths(load) == ["error"] && bench.isIdle)
    }

    /// Regression: the work of a preview decoder could not be cancelled, and kept a pool thread busy until its end.
    @Test func `a cancelled load stops the work for its previews`() throws {
        let (first, second) = (load(), load())
        loader.open[0].receive(Array(photo[..<70]))
        bench.settle()
        let token = try #require(coder.token.withLock { $0 })
        first.operation?.cancel()
        bench.settle()
        #expect(!token.isCancelled, "a load still waits for it")
        second.operation?.cancel()
        #expect(token.isCancelled && bench.isIdle)
    }

    @Test func `a decode that needs the memory stops the work for previews`() throws {
        let load = load()
        loader.open[0].receive(Array(photo[..<70]))
        bench.settle()
        let token = try #require(coder.token.withLock { $0 })
        #expect(!token.isCancelled)
        bench.manager.dropPreviews()
        #expect(token.isCancelled)
        loader.open[0].respond(photo)
        bench.settle()
        #expect(widths(load).last == "8" && bench.isIdle)
    }
}

/// Pictures are 8 pixels wide, thumbnails 2, and incomplete pictures 4.
private final class CameraCoder: ProgressiveImageCoder {
    /// Called once, from inside the decode of a thumbnail.
    let duringThumbnail = Lock<(@Sendable () -> Void)?>(nil)
    /// The cancellation token of the last preview decoder.
    let token = Lock<CancellationToken?>(nil)

    let format = ImageFormat.png
    func canDecode(_ bytes: [UInt8]) -> Bool { bytes.first == 7 }
    func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
        ImageHeader(format: .png, pixelSize: PixelSize(width: 8, height: 1))
    }
    func decode(_ bytes: [UInt8], options: DecodeOptions) -> Image { Self.image(width: 8) }
    func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? {
        let during = duringThumbnail.withLock { $0.take() }
        during?()
        return Self.image(width: 2, isIncremental: true)
    }
    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        token.withLock { $0 = options.cancellation }
        return Decoder()
    }

    private static func image(width: Int, isIncremental: Bool = false) -> Image {
        let size = PixelSize(width: width, height: 1)
        return Image(bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), isIncremental: isIncremental)
    }

    private final class Decoder: IncrementalDecoder {
        func append(_ bytes: ArraySlice<UInt8>) {}
        func preview() -> Image? { CameraCoder.image(width: 4, isIncremental: true) }
        func finish() -> Image { CameraCoder.image(width: 8) }
    }
}
