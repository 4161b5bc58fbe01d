import HalftoneKit
import TestSupport
import Testing

/// Formats, coders, animations and transformers of an external program.
@Suite(.endsInTime) struct FormatTests {
    private static func page(_ width: Int, _ height: Int, red: UInt8) -> Bitmap {
        Bitmap(size: PixelSize(width: width, height: height), filledWith: RGBA(red, 0, 0))
    }

    private func coders() -> ImageCodersManager { ImageCodersManager(coders: ImageCodersManager.shared.coders) }

    private func manager(_ coders: ImageCodersManager, _ bytes: [UInt8]) -> ImageManager {
        ImageManager(cache: ImageCache(), loader: ClosureLoader { _ in bytes }, coders: coders)
    }

    @Test func `a coder of another format leaves the others as they are, also when it is removed`() throws {
        let coders = coders()
        let ppm = PPM.encode(Self.page(3, 2, red: 9))
        let registration = coders.add(PPMCoder())
        #expect(coders.format(of: ppm) == .ppm && ImageFormat.detect(ppm) == nil)
        #expect(try coders.decode(ppm).bitmap == Self.page(3, 2, red: 9))
        #expect(try coders.encode(Image(bitmap: Self.page(3, 2, red: 9)), as: .ppm) == ppm)
        coders.remove(registration)
        coders.remove(registration)
        #expect(try coders.format(of: ppm) == nil && coders.format(of: png(1, 1)) == .png)
        #expect(coders.coders.count == ImageFormat.builtIn.count)
    }

    @Test func `a format is its name, and a signature may have gaps`() {
        #expect(ImageFormat("PPM") == .ppm && ImageFormat("X") != .ppm && "\(ImageFormat.webp)" == "WebP")
        #expect(!ImageFormat("X").matches([1, 2]) && ImageFormat.webp.fileExtensions == ["webp"])
        let gap = ImageFormat("gap", signatures: [[1, nil, 3], [9]])
        #expect(gap.matches([1, 7, 3, 4]) && gap.matches([9]) && !gap.matches([1, 7]) && !gap.matches([1, 7, 4]))
    }

    @Test func `size and hint reach a foreign coder`() async throws {
        let (coders, coder) = (coders(), PPMCoder())
        coders.add(coder)
        let manager = manager(coders, PPM.encode(Self.page(40, 20, red: 1)))
        let address = try url("test://host/book.PPM")
        let first = try await manager.image(for: address).image
        #expect(first.bitmap == Self.page(40, 20, red: 1) && first.format == .ppm)
        let second = try await manager.image(
            for: address, context: .thumbnail(width: 10, height: 10).with { $0.decodeHint = "image/x-portable-pixmap" })
        #expect(second.image.bitmap == Self.page(10, 5, red: 1))
        #expect(coder.hints.withLock { $0 } == ["ppm", "image/x-portable-pixmap"])
    }

    // MARK: - Hints

    @Test func `a hint names a format by name, extension or media type`() {
        let pixmap = ImageFormat(
            "Pix map", fileExtensions: ["ppm", "pnm"], mediaTypes: ["image/x-portable-pixmap"])
        for hint in ["ppm", "PNM", "pix map", "image/x-portable-pixmap", "image/X-PPM; q=1", "image/ppm"] {
            #expect(pixmap.isNamed(by: hint), "\(hint)")
        }
        for hint in ["", "pp", "image/", "image/png", "x-", "map"] { #expect(!pixmap.isNamed(by: hint), "\(hint)") }
        #expect(ImageFormat.jpeg.isNamed(by: "image/pjpeg") && !ImageFormat("").isNamed(by: ""))
    }

    @Test func `a format without a signature is chosen by the hint, and by nothing else`() async throws {
        let coders = coders()
        coders.add(RawCoder())
        let (raw, png) = (Array("anything at all".utf8), try png(5, 5))
        #expect(coders.coder(for: raw) == nil && coders.coder(for: raw, hint: "gif") == nil)
        #expect(coders.coder(for: raw, hint: "image/x-raw")?.format == RawCoder.format)
        #expect(coders.coder(for: png, hint: "raw")?.format == .png)
        #expect(throws: ImageCodingError.empty) { try coders.decode([], options: DecodeOptions()) }

        let manager = manager(coders, raw)
        for (address, hint) in [("test://host/scan.RAW", nil), ("test://host/scan", "image/x-raw")] {
            let image = try await manager.image(for: try url(address), context: .with { $0.decodeHint = hint }).image
            #expect(image.format == RawCoder.format && image.size == PixelSize(width: raw.count, height: 1))
        }
        #expect(try await manager.data(for: try url("test://host/other.raw")) == raw)
        await #expect(throws: ImageError.self) { try await manager.image(for: try url("test://host/scan.gif")) }
        await #expect(throws: ImageError.self) { try await manager.data(for: try url("test://host/page")) }
    }

    @Test func `the coder that the hint names is tried first`() throws {
        let coders = coders()
        coders.add(RawCoder(recognizesAll: true))
        let png = try png(5, 5)
        #expect(coders.coder(for: png)?.format == RawCoder.format)
        #expect(coders.coder(for: png, hint: "image/png")?.format == .png)
        #expect(coders.coder(for: png, hint: "jpg")?.format == RawCoder.format)
        var options = DecodeOptions()
        options.hint = "png"
        #expect(try coders.decode(png, options: options).format == .png)
        #expect(try coders.header(of: png, hint: "png").format == .png)
    }

    /// A coder of a format without a signature: every byte is a gray pixel of one row.
    private struct RawCoder: ImageCoder {
        static let format = ImageFormat("raw", fileExtensions: ["raw"])
        var format: ImageFormat { Self.format }
        var recognizesAll = false

        func canDecode(_ bytes: [UInt8]) -> Bool { recognizesAll }

        func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
            ImageHeader(format: format, pixelSize: PixelSize(width: bytes.count, height: 1))
        }

        func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
            let size = PixelSize(width: bytes.count, height: 1)
            let bitmap = Bitmap(size: size, bytes: bytes.flatMap { [$0, $0, $0, 255] }, hasAlpha: false)
            return Image(bitmap: bitmap, format: format, sourceSize: size, sourceBytes: bytes.count)
        }
    }

    // MARK: - Animations

    @Test func `an animated coder outside plays through the engine`() async throws {
        let coders = coders()
        coders.add(FlipBookCoder())
        let book = Array("FLIP".utf8) + (1...3).flatMap { PPM.encode(Self.page(8, 4, red: $0)) }
        let manager = manager(coders, book)
        let still = try await manager.image(for: try url()).image
        #expect(still.animation == nil && still.bitmap == Self.page(8, 4, red: 1))
        let image = try await manager.image(
            for: try url(), context: .thumbnail(width: 4, height: 4).with { $0.animation = .frames })
        let animation = try #require(image.image.animation)
        #expect(animation.frameCount == 3 && animation.loopCount == 0 && animation.bytes == book)
        #expect(animation.frame(at: 2)?.bitmap == Self.page(4, 2, red: 3) && animation.frame(at: 3) == nil)
        #expect(animation.duration(at: 2) == .milliseconds(100) && animation.preloadAllFrames())
    }

    @Test func `frames in memory make an animation of one size`() throws {
        #expect(AnimatedImage(frames: []) == nil)
        let frames = [(6, UInt8(1)), (3, 2)].map { width, red in
            ImageFrame(image: Image(bitmap: Self.page(width, 6, red: red)), duration: .seconds(1))
        }
        let animation = try #require(AnimatedImage(frames: frames, loopCount: 2))
        #expect(animation.frame(at: 1)?.bitmap == Self.page(6, 6, red: 2) && animation.format == nil)
        #expect(animation.image.animation === animation && animation.heldBytes == 3 * 6 * 4)
        #expect(animation.hasSameContent(as: animation) && animation.duration(at: 1) == .seconds(1))
        let other = try #require(AnimatedImage(frames: frames))
        #expect(!animation.hasSameContent(as: other))
        let gif = try ImageCodersManager.shared.encode(animation.image)
        #expect(ImageFormat.detect(gif) == .gif)
    }

    /// An animation that draws its frames on demand.
    private final class Drawn: AnimatedImageProvider {
        let frameCount = 4
        let loopCount = 1
        let drawn = Lock<[Int]>([])
        func frame(at index: Int) -> Image? {
            drawn.withLock { $0.append(index) }
            return index == 3 ? nil : Image(bitmap: FormatTests.page(2, 2, red: UInt8(index)))
        }
        func duration(at index: Int) -> Duration { .milliseconds(10 * (index + 1)) }
    }

    @Test func `a provider draws frames on demand`() throws {
        let provider = Drawn()
        let animation = try #require(AnimatedImage(provider: provider))
        #expect(animation.frame(at: 2)?.bitmap == Self.page(2, 2, red: 2) && animation.frame(at: 3) == nil)
        #expect(provider.drawn.withLock { $0 } == [0, 2, 3] && animation.duration(at: 3) == .milliseconds(40))
    }

    @Test func `a frame without a duration is shown for a tenth of a second`() throws {
        let frames = [Duration.zero, .milliseconds(5)].map {
            ImageFrame(image: Image(bitmap: Self.page(2, 2, red: 1)), duration: $0)
        }
        let animation = try #require(AnimatedImage(frames: frames))
        #expect(animation.duration(at: 0) == .milliseconds(100) && animation.duration(at: 1) == .milliseconds(5))
    }

    @Test func `an animation that was drawn is stored encoded`() async throws {
        let directory = TemporaryDirectory()
        let cache = ImageCache(storage: DiskCache(directory: directory.path))
        let frames = [UInt8(1), 2].map {
            ImageFrame(image: Image(bitmap: Self.page(2, 2, red: $0)), duration: .seconds(1))
        }
        let image = try #require(AnimatedImage(frames: frames)).image
        let key = ImageManager(cache: cache, loader: ClosureLoader { _ in [] }).key(for: try url())
        try await cache.store(image, for: key, in: .disk)
        let bytes = try #require(cache.disk?.read(DiskKey(source: key.source))?.bytes)
        #expect(ImageFormat.detect(bytes) == .gif)
    }

    // MARK: - Loaders and transformers

    @Test func `a loader may return an image`() async throws {
        let loader = ClosureLoader.images { _ in Image(bitmap: Self.page(30, 10, red: 77)) }
        let manager = ImageManager(cache: ImageCache(), loader: loader)
        #expect(try await manager.image(for: try url()).image.bitmap == Self.page(30, 10, red: 77))
        #expect(try await manager.image(for: try url(), context: .thumbnail(width: 3, height: 3)).image.size.width == 3)
        let empty = ClosureLoader.images { _ in Image(bitmap: Self.page(0, 0, red: 0)) }
        let broken = ImageManager(cache: ImageCache(), loader: empty)
        await #expect(throws: ImageError.self) { try await broken.image(for: try url()) }
    }

    /// A transformer that fills an image with a color that depends on its URL.
    private struct ByURL: ImageTransformer {
        let key = "by URL"
        let origins: Lock<[ImageOrigin]>
        func transform(_ image: Image, cancellation: CancellationToken?) -> Image? { nil }
        func transform(_ image: Image, of origin: ImageOrigin, cancellation: CancellationToken?) -> Image? {
            origins.withLock { $0.append(origin) }
            let red = UInt8(origin.url.utf8.count)
            return image.transformed(to: FormatTests.page(image.size.width, image.size.height, red: red))
        }
    }

    @Test func `a transformer receives URL and key, alone and in a pipeline`() async throws {
        let (bytes, origins) = (try png(2, 2), Lock<[ImageOrigin]>([]))
        let transformers =
            [ByURL(origins: origins), Transformers.Pipeline([ByURL(origins: origins)])] as [any ImageTransformer]
        for transformer in transformers {
            let manager = ImageManager(cache: ImageCache(), loader: ClosureLoader { _ in bytes })
            manager.configuration.cacheKeyFilter = { "key " + ($0.host() ?? "") }
            let address = try url("test://host/a")
            let image = try await manager.image(for: address, context: .with { $0.transformer = transformer }).image
            #expect(image.bitmap == Self.page(2, 2, red: 13))
        }
        let origin = ImageOrigin(url: "test://host/a", key: "key host")
        #expect(origins.withLock { $0 } == [origin, origin])
    }
}
