import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The run-length codes of BMP, byte by byte.
@Suite(.endsInTime) struct BMPRunTests {
    private static let end: [UInt8] = [0, 1]
    private static let newRow: [UInt8] = [0, 0]

    /// Returns a picture of a row of indices per string, the topmost first; `nil` for rows that are missing.
    private func decode(
        _ width: Int, _ height: Int, bits: Int = 8, _ codes: [UInt8], isTopDown: Bool = false
    ) throws -> (rows: [[Int]?], warning: DecodeWarning?) {
        var writer = BMPWriter(width, height, bits: bits)
        writer.compression = bits == 8 ? 1 : 2
        writer.isTopDown = isTopDown
        writer.palette = (0..<1 << bits).map { RGB(UInt8($0), 200, 100) }
        let bytes = writer.bytes(codes)
        let image = try BMPCoder().decode(bytes, options: DecodeOptions())
        // and whatever the pieces in which they arrive
        for count in [1, 3] {
            let again = try BMPCoder().decode(ByteSource(reading: bytes, longest: count), options: DecodeOptions())
            #expect(again.bitmap == image.bitmap && again.warning == image.warning)
        }
        let rows = (0..<height).map { y in
            image.bitmap[0, y].alpha == 0 ? nil : (0..<width).map { Int(image.bitmap[$0, y].red) }
        }
        return (rows, image.warning)
    }

    @Test func `runs and literals fill rows from the bottom`() throws {
        let codes: [UInt8] = [3, 7, 1, 9] + Self.newRow + [0, 4, 1, 2, 3, 4] + Self.newRow + Self.end
        let (rows, warning) = try decode(4, 2, codes)
        #expect(rows == [[1, 2, 3, 4], [7, 7, 7, 9]] && warning == nil)
        #expect(try decode(4, 2, codes, isTopDown: true).rows == [[7, 7, 7, 9], [1, 2, 3, 4]])
    }

    @Test func `literals are filled to an even number of bytes`() throws {
        let codes: [UInt8] = [0, 3, 5, 6, 7, 0xEE, 1, 8] + Self.newRow + [4, 1] + Self.end
        #expect(try decode(4, 2, codes).rows == [[1, 1, 1, 1], [5, 6, 7, 8]])
    }

    @Test func `runs of four bits alternate, and literals begin with the upper half`() throws {
        let codes: [UInt8] = [5, 0x3C, 1, 0x20] + Self.newRow + [0, 5, 0x12, 0x34, 0x5F, 0xEE, 1, 0x60] + Self.end
        #expect(try decode(6, 2, bits: 4, codes).rows == [[1, 2, 3, 4, 5, 6], [3, 12, 3, 12, 3, 2]])
    }

    @Test func `what a delta skips has the first color`() throws {
        // one pixel, two to the right and one up, one pixel; then to the right only
        let codes: [UInt8] = [1, 5, 0, 2, 1, 1, 1, 6, 0, 2, 1, 0, 1, 7] + Self.end
        #expect(try decode(5, 2, codes).rows == [[0, 0, 6, 0, 7], [5, 0, 0, 0, 0]])
        let far: [UInt8] = [1, 5, 0, 2, 0, 3, 1, 6] + Self.end
        #expect(try decode(2, 5, far).rows == [[0, 0], [0, 6], [0, 0], [0, 0], [5, 0]])
    }

    @Test func `a delta behind a full row begins with the next row`() throws {
        for down in [1, 2, 3] {
            let codes: [UInt8] = [2, 5, 0, 2, 0, UInt8(down)] + Self.newRow + [2, 6] + Self.end
            var rows = [[Int]?](repeating: [0, 0], count: 6)
            rows[5] = [5, 5]
            rows[5 - down - 1] = [6, 6]
            #expect(try decode(2, 6, codes).rows == rows, "\(down)")
        }
    }

    @Test func `the end of the picture may come early`() throws {
        for codes in [[2, 5] + Self.end, [2, 5] + Self.newRow + Self.end] as [[UInt8]] {
            let (rows, warning) = try decode(2, 3, codes)
            #expect(rows == [[0, 0], [0, 0], [5, 5]] && warning == nil)
        }
        #expect(try decode(3, 2, [2, 5] + Self.end).rows == [[0, 0, 0], [5, 5, 0]])
    }

    @Test func `empty rows behind one are not written again`() throws {
        var writer = BMPWriter(2, 9, bits: 8)
        (writer.compression, writer.palette) = (1, [RGB(7, 7, 7), RGB(8, 8, 8)])
        // a row, an end in the second, and seven rows of which nothing is stored
        let bytes = writer.bytes([2, 1, 0, 0] + Self.end)
        let begun = try #require(try BMPCoder().begin(ByteSource(bytes), limits: DecodeLimits()))
        var (picture, rows) = begun
        var (row, place) = ([UInt8](repeating: 0, count: 8), picture.pixels)
        let firsts = (0..<9).map { _ in
            #expect(rows.decodeRow(from: bytes.span, at: &place, into: &row))
            defer { row[0] = 99 }  // as a conversion of colors would
            return row[0]
        }
        #expect(firsts == [8, 7, 7] + [UInt8](repeating: 99, count: 6))
        #expect(rows.repeatsRow)
        picture.color = .gamma(1, nil)
        // and their colors are converted once
        for fidelity in [DecodeOptions.Fidelity.exact, .fast] {
            var options = DecodeOptions()
            options.fidelity = fidelity
            var drawing = try RowDrawing(picture, begun.1, options: options)
            var place = picture.pixels
            try drawing.draw(bytes.span, at: &place, options: options)
            let bitmap = drawing.image(sourceBytes: bytes.count, warning: nil).bitmap
            #expect(Set((0..<8).map { bitmap[0, $0] }).count == 1 && bitmap[0, 0] != RGBA(7, 7, 7))
        }
    }

    @Test func `a full row needs no code for its end at the end of the file`() throws {
        let (rows, warning) = try decode(2, 2, [2, 5] + Self.newRow + [2, 6])
        #expect(rows == [[6, 6], [5, 5]] && warning == nil)
    }

    @Test func `a padding that was encoded is ignored, and more is damage`() throws {
        let padded = try decode(3, 2, [4, 5] + Self.newRow + [0, 4, 1, 2, 3, 9] + Self.end)
        #expect(padded.rows == [[1, 2, 3], [5, 5, 5]] && padded.warning == nil)
        let four = try decode(3, 2, bits: 4, [8, 0x55] + Self.newRow + [8, 0x66] + Self.end)
        #expect(four.rows == [[6, 6, 6], [5, 5, 5]] && four.warning == nil)
        for codes in [[5, 5], [3, 5, 2, 6], [0, 5, 5, 5, 5, 1, 1, 0]] as [[UInt8]] {
            let (rows, warning) = try decode(3, 2, codes + Self.newRow + [3, 7] + Self.end)
            #expect(rows == [[7, 7, 7], [5, 5, 5]] && warning == .damagedInPlaces, "\(codes)")
        }
    }

    @Test func `codes that end early leave the upper rows out`() throws {
        let codes: [UInt8] = [2, 5] + Self.newRow + [2, 6] + Self.newRow + [0, 4, 1, 2, 3, 4]
        for count in [8, 9, 11] {
            let (rows, warning) = try decode(2, 4, Array(codes[..<count]))
            #expect(rows == [nil, nil, [6, 6], [5, 5]] && warning == .cut(percentShown: 50, isEnd: true), "\(count)")
        }
        #expect(throws: ImageCodingError.damaged(.bmp, "no row can be read")) { try decode(2, 2, [1, 5]) }
    }

    @Test func `random codes never end in a crash, and in the same picture however they arrive`() throws {
        for seed in 0..<UInt64(300) {
            var random = SeededGenerator(seed: seed)
            let codes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...4, using: &random) : .random(in: 0...255, using: &random)
            }
            let size = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            do {
                _ = try decode(size.0, size.1, bits: seed % 2 == 0 ? 8 : 4, codes)
            } catch {
                #expect(error as? ImageCodingError == .damaged(.bmp, "no row can be read"), "seed \(seed)")
            }
        }
    }
}
