import HalftoneCore
import Pixels
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct LimitTests {
    private let manager = ImageCodersManager.shared

    /// The header of a PNG of that size, with pixels that end at once.
    private func pngHeader(_ side: Int) -> [UInt8] {
        var bytes = PNGWriter(width: side, height: side, depth: 1, colorType: 0).header
        bytes += [0, 0, 1, 0] + Array("IDAT".utf8)
        return bytes
    }

    /// Files that announce more pixels than are allowed, with the limit.
    private func oversized() throws -> [(size: PixelSize, limit: String, bytes: [UInt8])] {
        let (gif, webP) = (PixelSize(width: 60_000, height: 50_000), PixelSize(width: 16_384, height: 16_384))
        let (small, limit) = (PixelSize(width: 2, height: 2), "200 megapixels")
        let still = WebPWriter(size: small).bytes { _, _, _ in 1 }
        return [
            (PixelSize(width: 30_000, height: 30_000), limit, pngHeader(30_000)),
            (PixelSize(width: 70_000, height: 70_000), "65535 pixels a side", pngHeader(70_000)),
            (PixelSize(width: 61_680, height: 61_680), limit, try ThumbnailTests().photo(61_680, 61_680)),
            // a screen that large with a small frame, and a frame that large on a small screen
            (gif, limit, GIFWriter(screen: gif, frame: PixelRect(small)).bytes { _, _ in 0 }),
            (gif, limit, GIFWriter(screen: small, frame: PixelRect(small), claims: gif).bytes { _, _ in 0 }),
            // a canvas may be larger than any frame
            (webP, limit, WebPWriter.animation(canvas: webP, frames: [(0, 0, small, still)])),
        ]
    }

    @Test func `a picture over the limits is refused from its header`() throws {
        for (size, limit, bytes) in try oversized() {
            let error = ImageCodingError.tooLarge(size, limit: limit)
            #expect(throws: error) { try manager.decode(bytes) }
            #expect(throws: error) { try manager.header(of: bytes) }
            #expect(error.description == "a picture of \(size) pixels is over the limit of \(limit)")
        }
    }

    @Test func `a PNG with a chunk over the limit is refused before the chunk is read`() throws {
        // given a picture behind a long text, in memory and read little by little
        let size = PixelSize(width: 8, height: 8)
        var writer = PNGWriter(width: 8, height: 8)
        writer.extraChunks = [("tEXt", [UInt8](repeating: 0x20, count: 300_000))]
        let bytes = writer.bytes { x, y, _ in x + y }
        var farthest = 0
        let source = ByteSource(reading: bytes) { offset, count in
            farthest = max(farthest, min(offset + count, bytes.count))
        }
        var options = DecodeOptions()
        options.limits.chunkBytes = 300_000
        #expect(try manager.decode(bytes, options: options).size == size)
        #expect(try manager.decode(source, options: options).size == size)
        #expect(farthest == bytes.count)
        // when a byte less is allowed
        options.limits.chunkBytes -= 1
        farthest = 0
        // then
        let error = ImageCodingError.tooLarge(size, limit: "300 KB for a chunk without pixels")
        #expect(throws: error) { try manager.decode(bytes, options: options) }
        #expect(throws: error) { try manager.header(of: bytes, limits: options.limits) }
        #expect(throws: error) { try manager.incrementalDecoder(of: bytes, options: options).append(bytes[...]) }
        #expect(throws: error) { try manager.decode(source, options: options) }
        #expect(farthest < 100_000)
        #expect(error.description == "a picture of 8x8 pixels is over the limit of 300 KB for a chunk without pixels")
    }

    /// From memory it was played, without a memory reservation.
    @Test func `an animated PNG with a chunk over the limit is refused too`() throws {
        let size = PixelSize(width: 6, height: 4)
        let frames = [MadeFrame.red, MadeFrame.green].map { MadeFrame(0, 0, 6, 4, $0) }
        let plain = APNGWriter(canvas: size, frames: frames).bytes
        let text = PNGChunk.bytes(PNGChunk.name("tEXt"), [UInt8](repeating: 0x20, count: 300_000))
        let bytes = Array(plain[..<33] + text + plain[33...])
        var options = DecodeOptions.frames
        options.limits.chunkBytes = 300_000
        #expect(try manager.decode(bytes, options: options).animation?.frameCount == 2)
        options.limits.chunkBytes -= 1
        let error = ImageCodingError.tooLarge(size, limit: "300 KB for a chunk without pixels")
        #expect(throws: error) { try manager.decode(bytes, options: options) }
        #expect(throws: error) { try PNGCoder().index(of: EncodedBytes(bytes), limits: options.limits) }
        #expect(throws: error) { try manager.incrementalDecoder(of: bytes, options: options).append(bytes[...]) }
    }

    @Test func `a chunk of pixels may have any length`() throws {
        var writer = PNGWriter(width: 40, height: 40)
        writer.chunkBytes = 100_000
        let bytes = writer.bytes { x, y, _ in x + y }
        var options = DecodeOptions()
        options.limits.chunkBytes = 13  // those of the header
        #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 40, height: 40))
        options.limits.chunkBytes = 12
        #expect(throws: ImageCodingError.self) { try manager.decode(bytes, options: options) }
    }

    @Test func `a result too large for memory is refused, but a thumbnail is decoded`() throws {
        let bytes = PNGWriter(width: 100, height: 100, colorType: 0).bytes { _, _, _ in 3 }
        var options = DecodeOptions()
        options.limits.resultPixels = 9_999
        #expect(
            throws: ImageCodingError.tooLarge(PixelSize(width: 100, height: 100), limit: "9999 pixels in the result")
        ) {
            try manager.decode(bytes, options: options)
        }
        options.box = PixelSize(width: 50, height: 50)
        #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 50, height: 50))
    }

    @Test func `a progressive JPEG that needs too much memory is refused`() throws {
        let size = PixelSize(width: 200, height: 200)
        let bytes = JPEGWriter(size: size, isProgressive: true).bytes { x, _, _ in x }
        var options = DecodeOptions()
        options.limits.workingBytes = 100_000  // 3 components, 40,000 coefficients of 2 bytes each
        #expect(
            throws: ImageCodingError.tooLarge(size, limit: "100 KB of memory for a picture of several scans")
        ) { try manager.decode(bytes, options: options) }
        #expect(try JPEGCoder().decode(bytes, options: DecodeOptions()).size == size)
        let baseline = JPEGWriter(size: size).bytes { x, _, _ in x }
        #expect(try manager.decode(baseline, options: options).size == size)
    }

    @Test func `an interlaced picture reduced too little for memory is refused`() throws {
        let size = PixelSize(width: 100, height: 100)
        for (bytes, workingBytes) in [  // 8,100 pixels of 16 bytes, and of 40
            (PNGWriter(width: 100, height: 100, colorType: 0, isInterlaced: true).bytes { _, _, _ in 3 }, 100_000),
            (GIFWriter(screen: size, isInterlaced: true).bytes { _, _ in 3 }, 200_000),
        ] {
            var options = DecodeOptions(box: PixelSize(width: 90, height: 90))
            options.limits.workingBytes = workingBytes
            let limit = "\(workingBytes / 1000) KB of memory to reduce an interlaced picture so little"
            let error = ImageCodingError.tooLarge(size, limit: limit)
            #expect(throws: error) { try manager.decode(bytes, options: options) }
            options.box = PixelSize(width: 50, height: 50)
            #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 50, height: 50))
            options.box = nil
            #expect(try manager.decode(bytes, options: options).size == size)
        }
    }

    @Test func `a WebP that needs too much memory is refused`() throws {
        let size = PixelSize(width: 200, height: 200)
        var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
        options.limits.workingBytes = 270_000
        for (isLossless, hasAlpha, perPixel) in [
            (false, false, 3), (true, false, 7), (true, true, 8), (false, true, 9),
        ] {
            let writer = WebPWriter(size: size, isLossless: isLossless, hasAlpha: hasAlpha)
            let bytes = writer.bytes { x, y, c in (x * x + y * c) % 256 }
            options.fidelity = .exact
            if 40_000 * perPixel <= options.limits.workingBytes {
                #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 20, height: 20))
            } else {
                #expect(throws: ImageCodingError.tooLarge(size, limit: "270 KB of memory to decode it")) {
                    try manager.decode(bytes, options: options)
                }
            }
        }
    }

    @Test func `a JPEG of too many scans is shown up to the limit`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 64, height: 64), isProgressive: true).bytes { x, y, _ in x ^ y }
        var options = DecodeOptions()
        options.limits.scans = 2
        let image = try manager.decode(bytes, options: options)
        #expect(image.warning?.description == "the picture ends early: shown with less detail")
        #expect(!image.bitmap.hasAlpha)
    }

    @Test func `a cancelled decode ends without a picture`() {
        let size = PixelSize(width: 300, height: 300)
        let files = [
            JPEGWriter(size: size).bytes { x, _, _ in x },
            JPEGWriter(size: size, isProgressive: true).bytes { x, _, _ in x },
            PNGWriter(width: 300, height: 300, colorType: 2).bytes { x, _, _ in x % 256 },
            PNGWriter(width: 300, height: 300, colorType: 2, isInterlaced: true).bytes { x, _, _ in x % 256 },
            GIFWriter(screen: size).bytes { x, _ in x % 16 },
            GIFWriter(screen: size, isInterlaced: true).bytes { x, _ in x % 16 },
            WebPWriter(size: size).bytes { x, _, _ in x },
            WebPWriter(size: size, isLossless: true).bytes { x, _, _ in x },
        ]
        for bytes in files {
            var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
            let token = CancellationToken()
            options.cancellation = token
            #expect(throws: Never.self) { try manager.decode(bytes, options: options) }
            token.cancel()
            #expect(throws: ImageCodingError.cancelled) { try manager.decode(bytes, options: options) }
        }
    }
}
