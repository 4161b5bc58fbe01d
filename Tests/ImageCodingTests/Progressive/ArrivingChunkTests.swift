import CWebP
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Files that put more before their pixels, between and behind them than there is of the picture.
@Suite(.endsInTime) struct ArrivingChunkTests {
    private let picture = PNGWriter(width: 60, height: 40, colorType: 2, chunkBytes: 1000)
    private var plain: [UInt8] { picture.bytes { x, y, _ in (x * 3 + y) % 256 } }

    private func text(_ count: Int) -> [UInt8] {
        PNGChunk.bytes(PNGChunk.name("tEXt"), [UInt8](repeating: 65, count: count))
    }

    /// The place of the chunk with that name and number.
    private func place(of name: UInt32, _ number: Int = 0, in bytes: [UInt8]) throws -> Int {
        try #require(PNGChunk.all(in: bytes).filter { $0.name == name }.dropFirst(number).first).whole.lowerBound
    }

    /// Returns the bytes that pass the filter if they arrive in pieces of that size.
    private func filtered(_ bytes: [UInt8], piece: Int) -> (bytes: [UInt8], isInDoubt: Bool) {
        var filter = PNGChunkFilter()
        var through: [UInt8] = []
        for end in stride(from: piece, to: bytes.count + piece, by: piece) {
            let arrived = Array(bytes.prefix(end))
            while let range = filter.next(arrived) { through += arrived[range] }
        }
        return (through, filter.isInDoubt)
    }

    @Test(arguments: [1, 7, 1000, 100_000])
    func `only chunks that are drawn are kept while a picture arrives`(piece: Int) throws {
        var bytes = plain
        bytes.insert(contentsOf: text(3000), at: try place(of: PNGChunk.end, in: bytes))
        bytes.insert(contentsOf: text(5000) + text(0), at: 33)
        let through = filtered(bytes, piece: piece)
        #expect(through.bytes == plain && !through.isInDoubt)
    }

    @Test func `chunks that are drawn are kept, whatever their name`() {
        var writer = PNGWriter(width: 9, height: 9, colorType: 3, palette: GIFWriter.grays(4), transparency: [0, 9])
        writer.extraChunks = [("gAMA", [0, 0, 177, 143])]
        let bytes = writer.bytes { x, _, _ in x % 4 }
        writer.extraChunks = []
        #expect(filtered(bytes, piece: 50).bytes == writer.bytes { x, _, _ in x % 4 })
    }

    @Test func `after a gap between the pixels nothing is kept`() throws {
        var bytes = plain
        let gap = try place(of: PNGChunk.pixels, 1, in: bytes)
        bytes.insert(contentsOf: text(10), at: gap)
        for piece in [1, 100_000] {
            let through = filtered(bytes, piece: piece)
            #expect(through.bytes == Array(plain[..<gap]) && through.isInDoubt)
        }
    }

    @Test func `a palette of megabytes is not awaited`() {
        let start = picture.header + PNGChunk.bigEndian(50_000_000) + Array("PLTE".utf8)
        let through = filtered(start + [UInt8](repeating: 1, count: 5000), piece: 500)
        #expect(through.bytes == picture.header && through.isInDoubt)
    }

    /// Decodes at once and in pieces yield the same picture or error.
    @Test func `chunks anywhere end in the picture of the whole file`() throws {
        let plain = plain
        var files: [[UInt8]] = []
        let palette = PNGChunk.bytes(PNGChunk.palette, [UInt8](repeating: 1, count: 6000))
        let unknown = PNGChunk.bytes(PNGChunk.name("UNKN"), [1, 2, 3])
        let nameless = PNGChunk.bytes(0x0102_0304, [1])
        var broken = text(9)
        broken[broken.count - 1] ^= 1
        for chunk in [text(3), text(70_000), palette, unknown, nameless, broken] {
            let places = try [
                8, 33, place(of: PNGChunk.pixels, 1, in: plain), place(of: PNGChunk.end, in: plain), plain.count,
            ]
            for place in places { files.append(plain[..<place] + chunk + plain[place...]) }
        }
        var pictures = 0
        for (number, bytes) in files.enumerated() {
            for piece in [3, 16_384, bytes.count] where piece > 3 || bytes.count < 20_000 {
                let decoder = PNGCoder().makeIncrementalDecoder(options: DecodeOptions())
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    try? decoder.append(bytes[start..<min(bytes.count, start + piece)])
                    _ = try? decoder.preview()
                }
                let (arrived, whole) = (
                    Result { try decoder.finish() }, Result { try PNGCoder().decode(bytes, options: DecodeOptions()) }
                )
                let (image, expected) = (try? arrived.get(), try? whole.get())
                #expect(image?.bitmap == expected?.bitmap && image?.warning == expected?.warning, "\(number), \(piece)")
                pictures += image == nil ? 0 : 1
            }
        }
        #expect(pictures > files.count)
    }

    // MARK: - WebP

    @Test func `the header of a file of many chunks is not parsed with every piece`() {
        var tries = HeaderParseBackoff()
        var looked: [Int] = []
        for count in stride(from: 1000, through: 50_000_000, by: 1000) where tries.isDue(count) { looked.append(count) }
        #expect(looked.prefix(65) == (1...65).map { 1000 * $0 }[...])
        #expect(looked.count < 150 && looked.reduce(0, +) < 10 * 50_000_000)
    }

    @Test func `bytes before the pixels of a WebP are read a few times, however many there are`() {
        let still = WebPWriter(size: PixelSize(width: 64, height: 300)).bytes { x, y, c in (x * y + c * 40) % 256 }
        let chunk = WebPWriter.chunk("XMPX", [UInt8](repeating: 0, count: 1000))
        let before =
            WebPWriter.chunk("VP8X", [0, 0, 0, 0, 63, 0, 0, 43, 1, 0])
            + (0..<3000).flatMap { _ in chunk }
        let bytes = WebPWriter.file(before + still[12...])
        let bites = bytes.withUnsafeBufferPointer { buffer -> Int in
            let decoder = cwebp_create(buffer.baseAddress, buffer.count)
            defer { cwebp_destroy(decoder) }
            var header = cwebp_header()
            guard cwebp_read_header(decoder, &header) == cwebp_done, cwebp_start(decoder, 3, true) == cwebp_done
            else { return 0 }
            var bites = 1
            while cwebp_decode(decoder) == cwebp_more { bites += 1 }
            return cwebp_rows(decoder) == 300 ? bites : 0
        }
        // Pieces of 32 KB would be ninety, and each would begin at the first byte.
        #expect((1...12).contains(bites), "\(bites) bites of \(bytes.count) bytes")
    }

    @Test func `a WebP after a hundred thousand bytes of chunks has previews`() throws {
        let size = PixelSize(width: 64, height: 300)
        let still = WebPWriter(size: size, quality: 100).bytes { x, y, c in (x * y + c * 40) % 256 }
        let sides = [63, 0, 0, 43, 1, 0] as [UInt8]
        let chunks = (0..<20_000).flatMap { _ in WebPWriter.chunk("XMPX", []) }
        let bytes = WebPWriter.file(WebPWriter.chunk("VP8X", [0, 0, 0, 0] + sides) + chunks + still[12...])
        let decoder = WebPCoder().makeIncrementalDecoder(options: DecodeOptions())
        #expect(try !decoder.feed(bytes, pieces: [1000]).isEmpty)
        #expect(try decoder.finish().bitmap == WebPCoder().decode(bytes, options: DecodeOptions()).bitmap)
    }
}
