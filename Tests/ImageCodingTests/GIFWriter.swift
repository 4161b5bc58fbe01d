import Pixels

/// A writer of GIF files with one frame.
struct GIFWriter {
    var screen: PixelSize
    /// The frame's rectangle; `nil` for the whole screen.
    var frame: PixelRect?
    var isInterlaced = false
    /// Red, green and blue of 2, 4, 8 ... 256 colors; empty for none.
    var globalPalette = GIFWriter.grays(16)
    var localPalette: [UInt8] = []
    var transparent: Int?
    var version = "89a"
    /// Bits per pixel in the compressed data, 2...11; `nil` for those that the palette needs.
    var bits: Int?
    /// Whether codes stand for several pixels.
    var isCompressed = false
    /// The size of the frame that the file states; `nil` for the true one.
    var claims: PixelSize?
    var hasTrailer = true

    /// So many colors from black to white.
    static func grays(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { [UInt8](repeating: UInt8($0 * 255 / (count - 1)), count: 3) }
    }

    /// `index` gives the color of a pixel of the frame by its number in the palette.
    func bytes(_ index: (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
        let frame = frame ?? PixelRect(screen)
        let stated = claims ?? frame.size
        var file = Array("GIF\(version)".utf8) + number(screen.width) + number(screen.height)
        file += [tableFlags(globalPalette), 0, 0] + globalPalette
        if let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, UInt8(transparent), 0] }
        file += [0x2C] + number(frame.x) + number(frame.y) + number(stated.width) + number(stated.height)
        file += [tableFlags(localPalette) | (isInterlaced ? 0x40 : 0)] + localPalette
        let palette = localPalette.isEmpty ? globalPalette : localPalette
        let bits = bits ?? max(2, logarithm(palette.count / 3))
        file.append(UInt8(bits))
        var pixels: [Int] = []
        for y in rowOrder(frame.size.height) { pixels += (0..<frame.size.width).map { index($0, y) } }
        let data = codes(pixels, bits: bits)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(data.count, start + 255)]
            file += [UInt8(block.count)] + block
        }
        file.append(0)
        return file + (hasTrailer ? [0x3B] : [])
    }

    private func rowOrder(_ height: Int) -> [Int] {
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        return passes.flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// Each pixel is a code of its own, and the table is cleared before the codes grow by a bit. With compression they
    /// grow to 12 bits, and the full table is used to the end.
    private func codes(_ pixels: [Int], bits: Int) -> [UInt8] {
        let (clear, end) = (1 << bits, 1 << bits + 1)
        var data: [UInt8] = []
        var (pending, count, width) = (0, 0, bits + 1)
        func put(_ code: Int) {
            pending |= code << count
            count += width
            while count >= 8 {
                data.append(UInt8(truncatingIfNeeded: pending))
                (pending, count) = (pending >> 8, count - 8)
            }
        }
        var (string, known) = ([Int](), [[Int]: Int]())
        func putString() {
            if let first = string.first { put(known[string] ?? first) }
        }
        if isCompressed { put(clear) }
        for (place, pixel) in pixels.enumerated() {
            guard isCompressed else {
                if place % (clear - 2) == 0 { put(clear) }
                put(pixel)
                continue
            }
            let longer = string + [pixel]
            if longer.count > 1, known[longer] == nil {
                putString()
                string = [pixel]
                guard end + 1 + known.count < 4096 else { continue }
                if end + 1 + known.count == 1 << width { width += 1 }
                known[longer] = end + 1 + known.count
            } else {
                string = longer
            }
        }
        putString()
        put(end)
        if count > 0 { data.append(UInt8(truncatingIfNeeded: pending)) }
        return data
    }

    private func tableFlags(_ palette: [UInt8]) -> UInt8 {
        palette.isEmpty ? 0 : 0x80 | UInt8(logarithm(palette.count / 3) - 1)
    }

    private func logarithm(_ count: Int) -> Int { count.trailingZeroBitCount }

    private func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
