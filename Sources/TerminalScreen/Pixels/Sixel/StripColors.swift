import Pixels

/// A color of a sixel palette: percentages of its channels, which is all that the format has.
struct SixelColor: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// The percentage of each value of a channel.
    static let percentages = (0...255).map { UInt8(($0 * 100 + 127) / 255) }
}

/// A strip of a picture, reduced to the colors of a palette made for it.
struct StripColors: Sendable {
    private(set) var palette: [SixelColor] = []
    /// The number of each pixel's color in the palette, row by row.
    private(set) var indices: [UInt8]

    /// Reduces a part of a bitmap to at most `maximum` colors, which is at most 255. Without loss beyond the format's if
    /// there are no more colors than that.
    init(of bitmap: Bitmap, rect: PixelRect, maximum: Int) {
        indices = [UInt8](repeating: 0, count: rect.size.area)
        bitmap.bytes.withUnsafeBytes { bytes in
            let pixels = StripPixels(bytes: bytes, stride: 4 * bitmap.size.width, rect: rect)
            if !assignExactly(pixels, maximum) { assignNearly(pixels, maximum) }
        }
    }

    /// Gives each color of the format a number. Returns `false` if there are too many.
    private mutating func assignExactly(_ pixels: StripPixels, _ maximum: Int) -> Bool {
        var found = ColorTable()
        let isExact = SixelColor.percentages.withUnsafeBufferPointer { percentages in
            indices.withUnsafeMutableBufferPointer { indices in
                var (last, number) = (UInt32.max, UInt8(0))
                return pixels.allSatisfy { place, pixel in
                    if pixel != last {
                        let key =
                            UInt32(percentages[Int(pixel & 0xFF)]) << 16
                            | UInt32(percentages[Int(pixel >> 8 & 0xFF)]) << 8
                            | UInt32(percentages[Int(pixel >> 16 & 0xFF)])
                        guard let known = found.number(of: key, maximum) else { return false }
                        (last, number) = (pixel, known)
                    }
                    indices[place] = number
                    return true
                }
            }
        }
        palette = found.colors.map {
            SixelColor(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 0xFF), blue: UInt8($0 & 0xFF))
        }
        return isExact
    }

    /// Groups the colors so that the squared error is small, and gives each group the mean of its colors.
    private mutating func assignNearly(_ pixels: StripPixels, _ maximum: Int) {
        let histogram = ColorHistogram(pixels)
        let groups = ColorGroups(of: histogram.colors, maximum: maximum)
        palette = groups.means.map { mean in
            func percentage(_ value: Float) -> UInt8 { UInt8((value * 100 / 255).rounded()) }
            return SixelColor(
                red: percentage(mean.x), green: percentage(mean.y), blue: percentage(mean.z))
        }
        let numbers = groups.numbers
        indices.withUnsafeMutableBufferPointer { indices in
            numbers.withUnsafeBufferPointer { numbers in
                for (place, color) in histogram.pixels.enumerated() { indices[place] = numbers[Int(color)] }
            }
        }
    }
}

/// The pixels of a part of a bitmap.
struct StripPixels {
    let bytes: UnsafeRawBufferPointer
    /// The number of bytes from row to row.
    let stride: Int
    let rect: PixelRect

    /// Calls `body` with each pixel's place in the part and its bytes, red in the lowest one, until it returns `false`.
    @inline(__always) func allSatisfy(_ body: (Int, UInt32) -> Bool) -> Bool {
        var place = 0
        for y in 0..<rect.size.height {
            let start = (rect.y + y) * stride + 4 * rect.x
            for x in 0..<rect.size.width {
                let pixel = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * x, as: UInt32.self))
                guard body(place, pixel & 0xFFFFFF) else { return false }
                place += 1
            }
        }
        return true
    }
}

/// A hash table of colors that gives each a number.
private struct ColorTable {
    private(set) var colors: [UInt32] = []
    /// The number of the color, or 255 if the slot is free.
    private var slots = [UInt8](repeating: 255, count: 1024)

    /// Returns the number of a color, a new one if it is not known; `nil` beyond the maximum.
    mutating func number(of color: UInt32, _ maximum: Int) -> UInt8? {
        var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
        while slots[slot] != 255 {
            if colors[Int(slots[slot])] == color { return slots[slot] }
            slot = (slot + 1) & 1023
        }
        guard colors.count < maximum else { return nil }
        slots[slot] = UInt8(colors.count)
        colors.append(color)
        return slots[slot]
    }
}
