import Pixels

/// A writer of BMP files of any version, depth and layout, also of broken ones.
struct BMPWriter {
    var size: PixelSize
    var bits = 24
    /// Bytes of the picture's header.
    var headerLength = 40
    var isTopDown = false
    var compression = 0
    /// Red, green, blue and, if there are four, alpha; in the header if it has room for them, else behind it.
    var masks: [UInt32] = []
    var palette: [RGB] = []
    var statedColors = 0
    /// The offset of the pixels in the file's header; `nil` for where they are.
    var statedPixels: Int?
    /// Bytes between the palette and the pixels.
    var gap = 0
    /// Numbers of four bytes at offsets of the picture's header.
    var fields: [Int: Int] = [:]
    /// Bytes behind the pixels: a color profile, which the header then announces.
    var profile: [UInt8] = []

    init(_ width: Int, _ height: Int, bits: Int = 24) {
        size = PixelSize(width: width, height: height)
        self.bits = bits
    }

    /// `pixel` gives the bits of a pixel, which is an index, or has blue in its lowest bits.
    func bytes(_ pixel: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
        var data: [UInt8] = []
        for row in 0..<size.height {
            let y = isTopDown ? row : size.height - 1 - row
            var line: [UInt8] = []
            if bits < 8 {
                for first in stride(from: 0, to: size.width, by: 8 / bits) {
                    let pixels = (first..<first + 8 / bits).map { $0 < size.width ? pixel($0, y) : 0 }
                    line.append(UInt8(pixels.reduce(0) { $0 << bits | $1 }))
                }
            } else {
                line = (0..<size.width).flatMap { Self.number(pixel($0, y), bits / 8) }
            }
            data += line + [UInt8](repeating: 0, count: (4 - line.count % 4) % 4)
        }
        return bytes(data)
    }

    /// `data` is what is stored for the pixels.
    func bytes(_ data: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = headerLength == 12 ? [] : [0]
        let colors = palette.flatMap { [$0.blue, $0.green, $0.red] + padding }
        let header = header(pixelBytes: data.count, colorBytes: colors.count)
        let masks = headerLength == 40 ? masks.flatMap { Self.number(Int($0), 4) } : []
        let rest = masks + colors + [UInt8](repeating: 0xAA, count: gap)
        let pixels = 14 + header.count + rest.count
        let file = [0x42, 0x4D] + Self.number(pixels + data.count, 4) + Self.number(0, 4)
        return file + Self.number(statedPixels ?? pixels, 4) + header + rest + data + profile
    }

    private func header(pixelBytes: Int, colorBytes: Int) -> [UInt8] {
        let height = isTopDown ? -size.height : size.height
        guard headerLength > 12 else {
            return Self.number(12, 4) + Self.number(size.width, 2) + Self.number(height, 2) + [1, 0, UInt8(bits), 0]
        }
        var header = Self.number(headerLength, 4) + Self.number(size.width, 4) + Self.number(height, 4)
        header += [1, 0] + Self.number(bits, 2) + Self.number(compression, 4) + Self.number(pixelBytes, 4)
        header += Self.number(2835, 4) + Self.number(2835, 4) + Self.number(statedColors, 4) + Self.number(0, 4)
        header += [UInt8](repeating: 0, count: max(0, headerLength - header.count))
        var fields = fields
        for (index, mask) in masks.enumerated() where headerLength >= 52 { fields[40 + 4 * index] = Int(mask) }
        if !profile.isEmpty {
            fields[56] = 0x4D42_4544
            fields[112] = headerLength + colorBytes + gap + pixelBytes
            fields[116] = profile.count
        }
        for (offset, value) in fields { header.replaceSubrange(offset..<offset + 4, with: Self.number(value, 4)) }
        return Array(header.prefix(headerLength))
    }

    /// Returns a number in little-endian bytes.
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension BMPWriter {
    /// Small pictures of every kind that is decoded differently. `value` is that of a channel.
    static func samples(
        _ size: PixelSize, _ value: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) -> [(name: String, bytes: [UInt8])] {
        func color(_ x: Int, _ y: Int) -> Int { value(x, y, 0) << 16 | value(x, y, 1) << 8 | value(x, y, 2) }
        var plain = BMPWriter(size.width, size.height)
        let bottomUp = plain.bytes(color)
        plain.isTopDown = true
        var (alpha, masks, palette) = (plain, plain, plain)
        (alpha.bits, masks.bits, palette.bits) = (32, 16, 4)
        (alpha.headerLength, alpha.fields) = (108, [56: 0x7352_4742])
        (alpha.compression, alpha.masks) = (3, [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000])
        (masks.compression, masks.masks) = (3, [0xF800, 0x7E0, 0x1F])
        palette.palette = (0..<16).map { RGB($0 * 9, 200 - $0, $0) }
        var runs = palette
        runs.compression = 2
        var codes: [UInt8] = []
        for y in 0..<size.height {  // runs, and literals to the end of the row
            for run in 0..<10 { codes += [5, UInt8(value(run, y, 0))] }
            codes += [0, UInt8(size.width - 50)]
            codes += (0..<(size.width - 47) / 4 * 2).map { UInt8(value($0, y, 1)) } + [0, 0]
        }
        return [
            ("bmp", plain.bytes(color)), ("bmp bottom-up", bottomUp),
            ("bmp alpha", alpha.bytes { x, y in color(x, y) | (y % 3 * 100 + 55) << 24 }),
            ("bmp masks", masks.bytes { color($0, $1) & 0xFFFF }), ("bmp palette", palette.bytes { ($0 ^ $1) & 15 }),
            ("bmp runs", runs.bytes(codes + [0, 1])),
        ]
    }
}
