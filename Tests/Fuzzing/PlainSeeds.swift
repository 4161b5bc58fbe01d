/// Small BMP and QOI pictures, byte by byte: there are no encoders for them.
enum PlainSeeds {
    static var bmp: [(String, [UInt8])] {
        let depths = [1, 2, 4, 8, 16, 24, 32].flatMap { bits in
            [12, 40, 64, 108, 124].map { length in
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
        ]
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

    /// A picture of six by six pixels.
    private static func bmp(bits: Int, length: Int = 40, compression: Int = 0, pixels: [UInt8]) -> [UInt8] {
        let isShort = length == 12
        let colors = bits <= 8 ? 1 << bits : 0
        let palette = (0..<colors * (isShort ? 3 : 4)).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let sides = isShort ? number(6, 2) + number(6, 2) : number(6, 4) + number(6, 4)
        var header = number(length, 4) + sides + number(1, 2) + number(bits, 2)
        if !isShort { header += number(compression, 4) + number(pixels.count, 4) + [UInt8](repeating: 0, count: 16) }
        header += [UInt8](repeating: 0, count: length - header.count)
        let body = header + palette
        let masks = length == 40 && compression >= 3 ? (compression == 6 ? 16 : 12) : 0
        return Array("BM".utf8) + number(14 + body.count + pixels.count, 4) + number(0, 4)
            + number(14 + body.count + masks, 4) + body + pixels
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
