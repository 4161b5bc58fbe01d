import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// JPEGs decoded at an eighth of their size from DC coefficients only, compared with libjpeg.
@Suite(.endsInTime, .slow) struct DCOnlyDecoderTests {
    private let size = PixelSize(width: 203, height: 117)

    private func photo(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * (channel + 2) / 2 + y + (x * y) % 23 * 3 + (x / 9 + y / 7) % 5 * 20) % 256
    }

    /// All rows, one after the other; `nil` if they cannot be read to the end.
    private func means(_ bytes: [UInt8], _ source: ByteSource? = nil) throws -> [UInt8]? {
        let frame = try #require(JPEGFrame(JPEGSegments.head(of: ByteSource(bytes))))
        var means = DCOnlyDecoder(source ?? ByteSource(bytes), frame)
        #expect(means.size == PixelSize(width: (frame.size.width + 7) / 8, height: (frame.size.height + 7) / 8))
        var rows: [UInt8] = []
        let isReadable = try means.forEachRow(least: -.infinity, options: DecodeOptions()) {
            rows += $0
            return true
        }
        return isReadable ? rows : nil
    }

    /// Returns the picture at an eighth of its size from libjpeg.
    private func reduced(_ bytes: [UInt8]) throws -> [UInt8] {
        let decoder = try JPEGDecoder(ByteSource(bytes))
        try decoder.start(shrink: 8, fancy: false, limits: DecodeLimits())
        let width = (decoder.storedSize.width + 7) / 8 * Int(decoder.header.channels)
        var rows: [UInt8] = []
        try decoder.forEachRow(width: width, options: DecodeOptions()) {
            rows += $0
            return true
        }
        return rows
    }

    @Test(arguments: [1, 3], [0, 1, 3])
    func `each pixel equals the library's reduction to an eighth`(channels: Int, restartRows: Int) throws {
        for quality in [3, 40, 88, 100] {
            for size in [size, PixelSize(width: 8, height: 8), PixelSize(width: 1, height: 700)] {
                let bytes = JPEGWriter(size: size, channels: channels, quality: quality, restartRows: restartRows)
                    .bytes(photo)
                #expect(try means(bytes) == reduced(bytes), "\(quality), \(size)")
            }
        }
    }

    @Test(arguments: [0, 2])
    func `halved chroma is repeated`(restartRows: Int) throws {
        // if the four blocks that share chroma have one color, libjpeg yields the same color
        let blocks = { (x: Int, y: Int, c: Int) in (x / 16 * 31 + y / 16 * 17) * (c + 1) % 200 + 20 }
        let bytes = JPEGWriter(size: size, quality: 90, halvesChroma: true, restartRows: restartRows).bytes(blocks)
        let (ours, theirs) = (try #require(try means(bytes)), try reduced(bytes))
        #expect(ours.count == theirs.count)
        #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
        let gray = JPEGWriter(size: size, halvesChroma: true, restartRows: restartRows).bytes { x, y, _ in
            photo(x, y, 0)
        }
        #expect(zip(try #require(try means(gray)), try reduced(gray)).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }

    @Test func `pixels do not depend on the pieces in which they are read`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 640, height: 400), quality: 97, restartRows: 2).bytes(photo)
        let whole = try #require(try means(bytes))
        var random = SeededGenerator(seed: 71)
        for longest in [1, 7, 4096, 40_000] {
            let source = ByteSource(count: bytes.count) { offset, target in
                let count = min(target.count, bytes.count - offset, Int.random(in: 1...longest, using: &random))
                guard count > 0 else { return 0 }
                target.copyBytes(from: bytes[offset..<offset + count])
                return count
            }
            // a short read means the end of the file, and libjpeg then decodes it
            let rows = try means(bytes, source)
            #expect(rows == whole || rows == nil, "\(longest)")
        }
        let file = ByteSource(count: bytes.count) { offset, target in
            target.copyBytes(from: bytes[min(offset, bytes.count)...].prefix(target.count))
            return max(0, min(target.count, bytes.count - offset))
        }
        #expect(try means(bytes, file) == whole)
    }

    @Test func `fill bytes before a marker are skipped`() throws {
        var bytes = JPEGWriter(size: size, restartRows: 1).bytes(photo)
        let whole = try means(bytes)
        let marker = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD0 })
        bytes.insert(contentsOf: [UInt8](repeating: 0xFF, count: 100_000), at: marker)
        // such files are left to libjpeg, which decodes them without a warning
        #expect(try means(bytes) == nil)
        bytes.removeSubrange(marker..<marker + 99_990)
        #expect(try means(bytes) == whole)
    }

    @Test func `a truncated picture is refused`() throws {
        for restartRows in [0, 1] {
            let bytes = JPEGWriter(size: size, quality: 50, restartRows: restartRows).bytes(photo)
            let scan = try #require(JPEGFrame(bytes)).scanOffset
            for end in stride(from: scan, to: bytes.count - 8, by: 11) {
                #expect(try means(Array(bytes[..<end])) == nil, "\(end) of \(bytes.count)")
            }
        }
    }

    @Test func `missing and wrong restart markers are left to the library`() throws {
        let bytes = JPEGWriter(size: size, restartRows: 1).bytes(photo)
        let marker = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD1 })
        var wrong = bytes
        wrong[marker + 1] = 0xD5
        #expect(try means(wrong) == nil)
        wrong = bytes
        wrong.removeSubrange(marker..<marker + 2)
        #expect(try means(wrong) == nil)
    }

    @Test func `other kinds of JPEG are left to the library`() {
        let progressive = JPEGWriter(size: size, isProgressive: true).bytes(photo)
        let inks = JPEGWriter(size: size, channels: 4).bytes(photo)
        var twelve = JPEGWriter(size: size).bytes(photo)
        if let frame = twelve.indices.first(where: { twelve[$0] == 0xFF && twelve[$0 + 1] == 0xC0 }) {
            twelve[frame + 4] = 12
        }
        for bytes in [progressive, inks, twelve, [], [0xFF, 0xD8, 0xFF]] { #expect(JPEGFrame(bytes) == nil) }
    }

    @Test func `chroma of half the size needs a picture twice as large`() throws {
        let target = PixelSize(width: 4, height: 2)
        for (halvesChroma, least) in [(false, 24), (true, 48)] {
            for (side, isEnough) in [(least, true), (least - 1, false)] {
                let size = PixelSize(width: 4 * side, height: 2 * side)
                let bytes = JPEGWriter(size: size, halvesChroma: halvesChroma).bytes(photo)
                let frame = try #require(JPEGFrame(bytes))
                #expect(frame.has(blocks: 3, inPixelOf: target) == isEnough, "\(side)")
            }
        }
    }

    @Test func `the likeness tells how much light of noise is missing`() throws {
        var random = SeededGenerator(seed: 73)
        let noise = (0..<1 << 16).map { _ in Int.random(in: -60...60, using: &random) }
        for (amplitude, range) in [(0, 60.0...), (1, 30.0...36)] as [(Int, any RangeExpression<Double>)] {
            let bytes = JPEGWriter(size: PixelSize(width: 512, height: 512), channels: 1).bytes { x, y, _ in
                90 + amplitude * noise[(y &* 509 &+ x) & 0xFFFF]
            }
            var means = DCOnlyDecoder(ByteSource(bytes), try #require(JPEGFrame(bytes)))
            var rows = 0
            #expect(
                try means.forEachRow(least: 48, options: DecodeOptions()) { _ in
                    rows += 1; return true
                })
            #expect(range.contains(means.likeness), "\(means.likeness)")
            #expect((rows == means.size.height) == (amplitude == 0), "\(rows): reading ends where light is missing")
        }
    }

    @Test func `changed bytes are read or left to the library`() throws {
        var random = SeededGenerator(seed: 72)
        for halvesChroma in [false, true] {
            let bytes = JPEGWriter(size: size, quality: 60, halvesChroma: halvesChroma, restartRows: 2).bytes(photo)
            for _ in 0..<1500 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    changed[Int.random(in: 2..<bytes.count, using: &random)] = random.byte()
                }
                guard let frame = JPEGFrame(changed), frame.size.area < 100_000 else { continue }
                var means = DCOnlyDecoder(ByteSource(changed), frame)
                var rows = 0
                let isReadable = try means.forEachRow(least: -.infinity, options: DecodeOptions()) { _ in
                    rows += 1
                    return true
                }
                #expect(rows <= means.size.height && (!isReadable || rows == means.size.height))
            }
        }
    }

    @Test func `a truncated picture is shown as far as the library reads it`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 640, height: 480), quality: 60).bytes { x, y, c in
            (x + 2 * y + c * 30) / 6
        }
        let box = DecodeOptions(box: PixelSize(width: 8, height: 8))
        let image = try JPEGCoder().decode(Array(bytes[..<(bytes.count / 2)]), options: box)
        #expect(image.warning?.description.contains("ends early") == true)
        #expect(try JPEGCoder().decode(bytes, options: box).warning == nil)
    }

    @Test func `too many codes are refused`() {
        var tooMany = ([3] + [UInt8](repeating: 0, count: 15) + [1, 2, 3])[...]
        #expect(HuffmanCodes(&tooMany) == nil)
        var cut = ([1] + [UInt8](repeating: 0, count: 15))[...]
        #expect(HuffmanCodes(&cut) == nil)
        var good = ([1, 1] + [UInt8](repeating: 0, count: 14) + [7, 8, 99])[...]
        let codes = HuffmanCodes(&good)
        #expect(good == [99] && codes?.symbol(at: 0x7FFF)?.symbol == 7 && codes?.symbol(at: 0xBFFF)?.length == 2)
        #expect(codes?.symbol(at: 0xC000) == nil)
    }
}
