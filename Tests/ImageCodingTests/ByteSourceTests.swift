import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Pictures whose bytes are read while they are decoded.
@Suite(.endsInTime, .slow) struct ByteSourceTests {
    private let manager = ImageCodersManager.shared

    private func expectSame(_ bytes: [UInt8], _ source: ByteSource, _ what: String) {
        for box in [nil, PixelSize(width: 9, height: 9)] {
            for animation in [DecodeOptions.Animation.firstFrame, .frames] {
                var options = DecodeOptions(box: box)
                options.animation = animation
                switch (
                    Result { () throws(ImageCodingError) in try manager.decode(bytes, options: options) },
                    Result { () throws(ImageCodingError) in try manager.decode(source, options: options) }
                )
                {
                case (.success(let whole), .success(let image)):
                    #expect(image.bitmap == whole.bitmap && image.warning == whole.warning, "\(what)")
                    #expect(image.sourceSize == whole.sourceSize && image.sourceBytes == source.count, "\(what)")
                    #expect(image.animation?.frameCount == whole.animation?.frameCount, "\(what)")
                case (.failure(let whole), .failure(let error)): #expect(error == whole, "\(what)")
                case (let whole, let image): Issue.record("\(what): \(whole) but \(image)")
                }
            }
        }
    }

    @Test(arguments: [ImageFormat.gif, .webp])
    func `a large animation in a file shows what it shows in memory`(format: ImageFormat) throws {
        let canvas = PixelSize(width: 4, height: 3)
        let frames = [MadeFrame(0, 0, 4, 3, MadeFrame.red), MadeFrame(0, 0, 2, 2, MadeFrame.green)]
        let animation =
            format == .gif
            ? AnimatedGIFWriter(screen: canvas, frames: frames).bytes
            : AnimatedWebPWriter(canvas: canvas, frames: frames).bytes
        // A chunk without a meaning; behind the end of a GIF anything is.
        let length = 34_000_000
        let rest = Array("JUNK".utf8) + withUnsafeBytes(of: UInt32(length).littleEndian) { Array($0) }
        let bytes = animation + rest + [UInt8](repeating: 0, count: length)
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        for start in stride(from: 0, to: bytes.count, by: 1_000_000) {
            let isTaken = buffer.appendAndSpill(Array(bytes[start...].prefix(1_000_000)))
            #expect(isTaken)
        }
        #expect(buffer.stored.inMemory == nil && buffer.stored.bytesInFile < bytes.count, "the end is in memory")
        // in a temporary file, and somewhere else
        for source in [ByteSource(buffer.stored), ByteSource(reading: bytes)] {
            expectSame(bytes, source, "\(format)")
            let image = try manager.decode(source, options: .frames)
            let played = try #require(image.animation)
            let whole = try #require(manager.decode(bytes, options: .frames).animation)
            #expect(played.frame(at: 1)?.bitmap == whole.frame(at: 1)?.bitmap && played.frameCount == 2)
            #expect(played.bytes == bytes && played.hasSameContent(as: whole))
        }
    }

    @Test(arguments: DamageTests.pictures.map(\.name))
    func `a picture is equal, whatever it is read from`(name: String) throws {
        let bytes = try #require(DamageTests.pictures.first { $0.name == name }?.bytes)
        for longest in [1, 13, .max] {
            expectSame(bytes, ByteSource(reading: bytes, longest: longest), "\(name), \(longest)")
        }
        for part in 1..<8 {
            let cut = Array(bytes[..<(bytes.count * part / 8)])
            expectSame(cut, ByteSource(reading: cut, longest: 100), "\(name), \(part) eighths")
        }
    }

    @Test func `a decode that is cancelled halfway reads no further`() throws {
        let size = PixelSize(width: 400, height: 400)
        let value = { (x: Int, y: Int, channel: Int) in (x * 7 ^ y * 13 + channel) & 255 }
        let pictures = [
            ("jpeg", JPEGWriter(size: size).bytes(value)),
            ("jpeg progressive", JPEGWriter(size: size, isProgressive: true).bytes(value)),
            ("png", PNGWriter(width: 400, height: 400).bytes(value)),
            ("png interlaced", PNGWriter(width: 400, height: 400, isInterlaced: true).bytes(value)),
        ]
        for (name, bytes) in pictures {
            var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
            let token = CancellationToken()
            options.cancellation = token
            var farthest = 0
            let source = ByteSource(reading: bytes, longest: 256) { offset, count in
                // for a PNG, the heads of its chunks and the end are read first
                guard count > 8, offset < bytes.count - 12 else { return }
                farthest = max(farthest, offset)
                if offset > bytes.count / 2 { token.cancel() }
            }
            #expect(throws: ImageCodingError.cancelled, "\(name)") { try manager.decode(source, options: options) }
            #expect(farthest > bytes.count / 2 && farthest < bytes.count * 3 / 4, "\(name)")
        }
    }

    @Test(arguments: DamageTests.pictures.map(\.name))
    func `a file that is cut while it is read ends early`(name: String) throws {
        let bytes = try #require(DamageTests.pictures.first { $0.name == name }?.bytes)
        var shown = 0
        for part in 1..<8 {
            let end = bytes.count * part / 8
            let cut = Result { () throws(ImageCodingError) in try manager.decode(Array(bytes[..<end])) }
            let image = Result { () throws(ImageCodingError) in try manager.decode(ByteSource(reading: bytes, end: end))
            }
            #expect((try? cut.get().bitmap) == (try? image.get().bitmap), "\(name), \(part) eighths")
            #expect((try? cut.get().warning) == (try? image.get().warning), "\(name), \(part) eighths")
            if case .success = image { shown += 1 }
        }
        #expect(shown > 1)
    }

    @Test func `a large file is read in small pieces`() throws {
        var random = SeededGenerator(seed: 73)
        let grain = { (_: Int, _: Int, _: Int) in Int.random(in: 0...255, using: &random) }
        let size = PixelSize(width: 900, height: 700)
        let files = [
            JPEGWriter(size: size, quality: 98).bytes(grain), PNGWriter(width: 900, height: 700).bytes(grain),
        ]
        for bytes in files {
            #expect(bytes.count > 500_000)
            var longest = 0
            let source = ByteSource(reading: bytes) { _, count in longest = max(longest, count) }
            let image = try manager.decode(source, options: DecodeOptions(box: PixelSize(width: 10, height: 10)))
            #expect(image.sourceBytes == bytes.count && longest <= 65_536)
        }
    }

    @Test func `data far before the pixels is found`() throws {
        let plain = JPEGWriter(size: PixelSize(width: 24, height: 16)).bytes { x, y, _ in x * 5 + y * 8 }
        let turned = ExifWriter.orientation(6).added(toJPEG: plain)
        let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 0xFFFD)
        let jpeg = turned[..<2] + comment + comment + comment + turned[2...]
        #expect(try manager.decode(ByteSource(reading: Array(jpeg))).size == PixelSize(width: 16, height: 24))

        var writer = PNGWriter(width: 24, height: 16)
        let exif = ExifWriter.orientation(6).block
        writer.extraChunks = [("tEXt", [UInt8](repeating: 0x20, count: 200_000)), ("eXIf", exif)]
        let png = writer.bytes { x, y, _ in x + y }
        #expect(try manager.decode(ByteSource(reading: png)).size == PixelSize(width: 16, height: 24))
    }

    @Test func `sizes in a header alone allocate no memory`() {
        let source = ByteSource(count: 1 << 50) { offset, target in
            let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x7F, 0xFF, 0xFF, 0xFF]
            guard offset < bytes.count else { return 0 }
            target.copyBytes(from: bytes[offset...])
            return bytes.count - offset
        }
        #expect(throws: ImageCodingError.self) { try manager.decode(source) }
    }

    @Test func `no bytes are an empty picture`() {
        #expect(throws: ImageCodingError.empty) { try manager.decode([]) }
        #expect(throws: ImageCodingError.empty) { try manager.header(of: []) }
        #expect(throws: ImageCodingError.empty) { try manager.decode(ByteSource([])) }
        #expect(throws: ImageCodingError.empty) { try JPEGCoder().decode(ByteSource([]), options: DecodeOptions()) }
        #expect(throws: ImageCodingError.empty) { try PNGCoder().decode(ByteSource([]), options: DecodeOptions()) }
    }
}
