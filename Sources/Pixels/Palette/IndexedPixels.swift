/// The pixels of a part of a bitmap as numbers of the colors in a palette that is made for them.
///
/// The palette has every color if there are few enough; otherwise colors that are alike share their mean. Pixels less
/// than half opaque have no color, and 0 in place of a number; others count as opaque.
package struct IndexedPixels: Sendable {
    /// The colors, at least one: black if no pixel has a color.
    package private(set) var palette: [RGB] = []
    /// The number of each pixel's color in the palette, row by row.
    package private(set) var indices: [UInt8]

    /// The space in which the distances of colors are measured.
    package enum Space {
        /// Red, green and blue as they are.
        case sRGB
        /// ``Pixels/Oklab``, whose distances are about even to the eye, for half as much time again.
        case oklab
    }

    /// Chooses at most `maximum` colors, which is 1 to 256, for a part that is within the bitmap.
    package init(_ bitmap: Bitmap, rect: PixelRect, maximum: Int, space: Space) {
        indices = [UInt8](repeating: 0, count: rect.size.area)
        bitmap.bytes.withUnsafeBytes { bytes in
            let pixels = ColoredPixels(bytes: bytes, stride: 4 * bitmap.size.width, rect: rect)
            if !assignExactly(pixels, maximum) { assignNearly(pixels, maximum, space) }
        }
        if palette.isEmpty { palette = [RGB(0, 0, 0)] }
    }

    /// Gives each color a number. Returns `false` if there are too many.
    private mutating func assignExactly(_ pixels: ColoredPixels, _ maximum: Int) -> Bool {
        var found = ColorTable()
        var (last, number) = (UInt32.max, UInt8(0))
        let isExact = indices.withUnsafeMutableBufferPointer { indices in
            pixels.allSatisfy { place, color in
                if color != last {
                    guard let known = found.number(of: color, maximum) else { return false }
                    (last, number) = (color, known)
                }
                indices[place] = number
                return true
            }
        }
        palette = found.colors.map { RGB(hex: $0.byteSwapped >> 8) }
        return isExact
    }

    /// Groups the colors so that those of a group look alike, and gives each group the mean of its colors.
    private mutating func assignNearly(_ pixels: ColoredPixels, _ maximum: Int, _ space: Space) {
        let histogram = ColorHistogram(pixels, space)
        let groups = ColorGroups(of: histogram.colors, maximum: maximum)
        palette = groups.means
        indices.withUnsafeMutableBufferPointer { indices in
            groups.numbers.withUnsafeBufferPointer { numbers in
                _ = pixels.allSatisfy { place, color in
                    indices[place] = numbers[histogram.number(of: color)]
                    return true
                }
            }
        }
    }
}

/// The pixels of a part of a bitmap that are at least half opaque.
struct ColoredPixels {
    let bytes: UnsafeRawBufferPointer
    /// The number of bytes from row to row.
    let stride: Int
    let rect: PixelRect

    /// Calls `body` with each pixel's place in the part and its color, red in the lowest byte, until it returns `false`.
    @inline(__always) func allSatisfy(_ body: (Int, UInt32) -> Bool) -> Bool {
        var place = 0
        for y in 0..<rect.size.height {
            let start = (rect.y + y) * stride + 4 * rect.x
            for x in 0..<rect.size.width {
                let pixel = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * x, as: UInt32.self))
                // the highest bit of alpha
                guard pixel >> 31 == 0 || body(place, pixel & 0xFFFFFF) else { return false }
                place += 1
            }
        }
        return true
    }
}

/// A hash table of colors that gives each a number.
private struct ColorTable {
    private(set) var colors: [UInt32] = []
    /// The number of the color; -1 if the slot is free.
    private var slots = [Int16](repeating: -1, count: 1024)

    /// Returns the number of a color, a new one if it is not known; `nil` beyond the maximum.
    mutating func number(of color: UInt32, _ maximum: Int) -> UInt8? {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
        while slots[slot] >= 0 {
            if colors[Int(slots[slot])] == color { return UInt8(slots[slot]) }
            slot = (slot + 1) & 1023
        }
        guard colors.count < maximum else { return nil }
        slots[slot] = Int16(colors.count)
        colors.append(color)
        return UInt8(slots[slot])
    }
}
