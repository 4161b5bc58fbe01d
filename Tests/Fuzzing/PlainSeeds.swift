/// Small BMP and QOI pictures, byte by byte: there are no encoders for them.
enum PlainSeeds {
    static var bmp: [(String, [UInt8])] {
        let depths = [1, 2, 4, 8, 16, 24, 32].flatMap { bits in
            [12, 16, 40, 52, 56, 64, 108, 124].map { length in
                ("BMP-\(bits)-\(length)", bmp(bits: bits, length: length, pixels: (0..<96).map { $0 &* 5 }))
            }
        }
        let runs: [UInt8] = [3, 0x12, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 1, 1, 4, 0x55, 0, 0, 6, 7, 0, 1]
        let masks = [0xF800, 0x7E0, 0x1F, 0].flatMap { number($0, 4) }
        return depths + [
            ("BMP-runs-8", bmp(bits: 8, compression: 1, pixels: runs)),
            ("BMP-runs-4", bmp(bits: 4, compression: 2, pixels: runs)),
            (
                "BMP-masks",
                bmp(bits: 16, compression: 3, pixels: Array(masks[..<12]) + [UInt8](repeating: 77, count: 72))
            ),
            ("BMP-alpha", bmp(bits: 32, compression: 6, pixels: masks + [UInt8](repeating: 77, count: 144))),
            ("BMP-calibrated", bmp(bits: 24, length: 108, fields: calibrated, pixels: pixels)),
            (
                "BMP-profile",
                bmp(
                    bits: 24, length: 124, fields: [56: 0x4D42_4544, 112: 124 + pixels.count, 116: 132],
                    pixels: pixels + [0, 0, 0, 132] + [UInt8](repeating: 9, count: 128))
            ),
        ]
    }

    private static let pixels = (0..<120).map { UInt8(truncatingIfNeeded: $0 * 5) }

    /// The primaries of sRGB as chromaticities, and an exponent of 2.2.
    private static var calibrated: [Int: Int] {
        let points = [0.64, 0.33, 0.03, 0.3, 0.6, 0.1, 0.15, 0.06, 0.79].map { Int($0 * Double(1 << 30)) }
        var fields = [56: 0, 96: 144_179, 100: 144_179, 104: 144_179]
        for (index, point) in points.enumerated() { fields[60 + 4 * index] = point }
        return fields
    }

    static var qoi: [(String, [UInt8])] {
        let chunks: [UInt8] = [
            0xFE, 1, 2, 3, 0xFF, 4, 5, 6, 7, 0x47, 0x80, 0x0F, 0xC2, 9, 0x5C, 0xBF, 0xF0, 0xFD, 0xC0 | 7, 0, 53,
        ]
        return [3, 4].flatMap { (channels: UInt8) in
            [0, 1].map { (space: UInt8) in
                let sides: [UInt8] = [0, 0, 0, 9, 0, 0, 0, 10]
                let file = Array("qoif".utf8) + sides + [channels, space] + chunks + [0, 0, 0, 0, 0, 0, 0, 1]
                return ("QOI-\(channels)-\(space)", file)
            }
        }
    }

    /// A picture of six by six pixels. `fields` are numbers of four bytes at offsets of its header.
    private static func bmp(
        bits: Int, length: Int = 40, compression: Int = 0, fields: [Int: Int] = [:], pixels: [UInt8]
    ) -> [UInt8] {
        let isShort = length == 12
        let colors = bits <= 8 ? 1 << bits : 0
        let palette = (0..<colors * (isShort ? 3 : 4)).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let sides = isShort ? number(6, 2) + number(6, 2) : number(6, 4) + number(6, 4)
        var header = number(length, 4) + sides + number(1, 2) + number(bits, 2)
        if !isShort { header += number(compression, 4) + number(pixels.count, 4) + [UInt8](repeating: 0, count: 16) }
        header = Array(header.prefix(length))
        header += [UInt8](repeating: 0, count: length - header.count)
        for (offset, value) in fields { header.replaceSubrange(offset..<offset + 4, with: number(value, 4)) }
        let body = header + palette
        let masks = length == 40 && compression >= 3 ? (compression == 6 ? 16 : 12) : 0
        return Array("BM".utf8) + number(14 + body.count + pixels.count, 4) + number(0, 4)
            + number(14 + body.count + masks, 4) + body + pixels
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
