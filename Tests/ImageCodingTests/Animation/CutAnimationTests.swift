import HalftoneCore
import Pixels
import Testing

@testable import ImageCoding

/// Animations that are truncated at every byte: the rest is shown, with a warning.
@Suite(.endsInTime) struct CutAnimationTests {
    private let manager = ImageCodersManager.shared
    /// Large enough for several chunks of pixels per PNG frame.
    private let canvas = PixelSize(width: 8, height: 6)

    private func frames(_ count: Int) -> [MadeFrame] {
        (0..<count).map { index in
            MadeFrame(index % 2, 0, 8 - index % 2, 6, [MadeFrame.red, MadeFrame.green, MadeFrame.blue][index % 3])
        }
    }

    /// Decodes the bytes at once and incrementally, with equal results; `nil` if nothing can be shown.
    private func decode(_ bytes: [UInt8], _ options: DecodeOptions = .frames) -> Image? {
        guard let decoder = try? manager.incrementalDecoder(of: bytes, options: options) else { return nil }
        let arrived = Result { () throws(ImageCodingError) in
            try decoder.append(bytes[...])
            return try decoder.finish()
        }
        do {
            let image = try manager.decode(bytes, options: options)
            #expect(!image.size.isEmpty)
            let other = try? arrived.get()
            #expect(other?.bitmap == image.bitmap && other?.warning == image.warning, "\(bytes.count) bytes")
            #expect(other?.animation?.frameCount == image.animation?.frameCount, "\(bytes.count) bytes")
            return image
        } catch {
            #expect(!error.description.isEmpty)
            #expect(throws: error) { try arrived.get() }
            return nil
        }
    }

    // MARK: - PNG

    /// Frames, whether the default picture is one of them, and whether they are interlaced.
    @Test(arguments: [(3, false, false), (3, true, false), (3, false, true), (2, false, false), (2, true, true)])
    func `an animated PNG that is cut has a warning`(
        count: Int, hidesDefault: Bool, isInterlaced: Bool
    ) throws {
        let writer = APNGWriter(
            canvas: canvas, frames: frames(count), hidesDefault: hidesDefault, isInterlaced: isInterlaced)
        let bytes = writer.bytes
        let whole = try #require(try manager.decode(bytes, options: .frames).animation)
        let still = try manager.decode(bytes)
        let pieces = PNGChunk.all(in: bytes).filter { $0.name == PNGChunk.framePixels }
        #expect(pieces.count >= 3 * (count - (hidesDefault ? 0 : 1)), "frames are to come in several pieces")
        var counts: [Int] = []
        for cut in bytes.indices {
            guard let image = decode(Array(bytes[..<cut])) else { continue }
            #expect(image.warning != nil, "cut at \(cut)")
            counts.append(image.animation?.frameCount ?? 1)
            if image.animation != nil || image.warning == .missingFrames(shown: 1) {
                #expect(image.bitmap == still.bitmap || image.bitmap == whole.poster.bitmap, "cut at \(cut)")
            }
            for index in 1..<max(1, image.animation?.frameCount ?? 1) {
                #expect(image.animation?.frame(at: index)?.bitmap == whole.frame(at: index)?.bitmap, "cut at \(cut)")
            }
        }
        #expect(counts == counts.sorted() && Set(counts) == Set(1..<count))
    }

    /// The pixels of the last frame may come in any number of pieces, and only the end chunk tells which is the last.
    @Test func `an animated PNG without its end ends with the frame before the last`() throws {
        let bytes = APNGWriter(canvas: canvas, frames: frames(3)).bytes
        let last = PNGChunk.all(in: bytes).filter { $0.name == PNGChunk.framePixels }.suffix(2)
        for end in [try #require(last.first).whole.upperBound, bytes.count - 12, bytes.count - 1] {
            let cut = Array(bytes[..<end])
            let image = try manager.decode(cut, options: .frames)
            #expect(image.animation?.frameCount == 2 && image.warning == .missingFrames(shown: 2))
            #expect(try PNGCoder().header(of: cut, limits: DecodeLimits()).frameCount == 2)
        }
    }

    @Test func `the first frame alone is whole, wherever the others are cut`() throws {
        let bytes = APNGWriter(canvas: canvas, frames: frames(3)).bytes
        let second = try #require(PNGChunk.all(in: bytes).last { $0.name == PNGChunk.pixels }).whole.upperBound
        for cut in bytes.indices {
            let image = decode(Array(bytes[..<cut]), DecodeOptions())
            if cut >= second { #expect(image?.warning == nil && image?.bitmap.hasAlpha == false) }
        }
    }

    // MARK: - Others

    @Test func `an animated WebP cut anywhere has a warning`() throws {
        let bytes = AnimatedWebPWriter(canvas: canvas, frames: frames(3).map { MadeFrame(0, 0, 8, 6, $0.color) }).bytes
        var shown = 0
        for cut in bytes.indices {
            guard let image = decode(Array(bytes[..<cut])) else { continue }
            shown += 1
            #expect(image.warning != nil, "cut at \(cut)")
        }
        #expect(shown > bytes.count / 2)
    }

    @Test func `an animated GIF cut within a frame has a warning`() throws {
        let bytes = AnimatedGIFWriter(screen: canvas, frames: frames(3)).bytes
        let index = try GIFCoder().index(of: EncodedBytes(bytes), limits: DecodeLimits())
        let ends = index.frames.compactMap { $0.pieces.last?.upperBound }
        let silent = bytes.indices.filter { decode(Array(bytes[..<$0])).map { $0.warning == nil } == true }
        // Where a frame ends it may be the last one. After the first frame, the end mark of its pixels may be missing, and
        // one byte may be the beginning of a comment.
        #expect(silent.filter { $0 > ends[0] + 1 } == Array(ends.dropFirst()))
        #expect(silent.allSatisfy { $0 >= ends[0] - 2 })
    }

    @Test func `a still GIF has no warning about missing frames`() throws {
        let still = GIFWriter(screen: canvas).bytes { _, _ in 1 }
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 5, 0, 0, 0]
        // Rubbish, a comment that is cut off, and a control block for no frame.
        for rest in [[7, 7, 7], [0x21, 0xFE, 9, 1], control + [0x3B]] as [[UInt8]] {
            #expect(try manager.decode(still.dropLast() + rest, options: .frames).warning == nil)
        }
        #expect(
            try manager.decode(still.dropLast() + control, options: .frames).warning?.description
                == "the animation ends early: its first frame shown")
    }

    /// They were taken for the beginning of a frame that is missing, and the picture was not kept on disk any more.
    @Test func `bytes after the end of a WebP are no missing frame`() throws {
        let bytes = AnimatedWebPWriter(canvas: canvas, frames: [MadeFrame(0, 0, 8, 6, MadeFrame.red)]).bytes
        #expect(try manager.decode(bytes, options: .frames).warning == nil)
        for rest in [[0], [1, 2, 3, 4, 5], Array("ANMF".utf8) + [255, 255, 0, 0, 7]] as [[UInt8]] {
            #expect(try manager.decode(bytes + rest, options: .frames).warning == nil, "\(rest)")
        }
    }

    @Test func `a first frame over the limits has no warning about missing ones`() throws {
        var options = DecodeOptions.frames
        options.limits.animationPixels = 1
        let image = try manager.decode(APNGWriter(canvas: canvas, frames: frames(3)).bytes, options: options)
        #expect(image.animation == nil && image.warning != .missingFrames(shown: 1))
    }

    @Test func `one frame over a limit of one is reported`() throws {
        var options = DecodeOptions.frames
        options.limits.frames = 1
        for bytes in [
            APNGWriter(canvas: canvas, frames: frames(3)).bytes,
            AnimatedGIFWriter(screen: canvas, frames: frames(3)).bytes,
        ] {
            let image = try manager.decode(bytes, options: options)
            #expect(image.animation == nil && image.warning == .onlyFirstFrame(limit: "1 frames"))
        }
    }
}
