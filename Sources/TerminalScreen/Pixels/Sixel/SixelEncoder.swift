import Pixels

/// An encoder of pictures as sixels (DEC STD 070, chapter 9).
///
/// A picture is sent in strips, one for each row of text, so that a row can be scrolled, erased and drawn again by
/// itself. Each strip has a palette of its own, which keeps more of the picture than one palette for all rows. Pure; safe
/// from any thread.
enum SixelEncoder {
    /// Maximum number of colors of a strip; terminals have 256 registers, one of which may be the background.
    static let maxColors = 255
    /// Maximum width of a strip in pixels; columns to the right of it are not encoded.
    static let maxWidth = 1 << 18

    /// Returns the device control string that paints a part of a bitmap with its top left corner at the cursor; empty
    /// for an empty part.
    ///
    /// Only pixels of the part are painted, also if its height is no multiple of six. The cursor's position afterwards
    /// depends on the terminal, and at the last row of the screen most terminals scroll.
    ///
    /// - Parameters:
    ///   - bitmap: opaque pixels.
    ///   - rect: the part; what extends beyond the bitmap is not encoded.
    ///   - colors: maximum number of colors, 2 to ``maxColors``.
    static func strip(of bitmap: Bitmap, rect: PixelRect, colors: Int = maxColors) -> [UInt8] {
        guard var part = rect.clipped(to: bitmap.size) else { return [] }
        part.size.width = min(part.size.width, maxWidth)
        let reduced = IndexedPixels(
            bitmap, rect: part, maximum: min(max(colors, 2), maxColors), space: .sRGB)
        return bytes(of: reduced, size: part.size)
    }

    private static func bytes(of strip: IndexedPixels, size: PixelSize) -> [UInt8] {
        var bytes = Array("\u{1B}P0;1q\"1;1;\(size.width);\(size.height)".utf8)
        for (register, color) in strip.palette.enumerated() {
            let channels = [color.red, color.green, color.blue].map { (Int($0) * 100 + 127) / 255 }  // percentages
            bytes += "#\(register);2;\(channels[0]);\(channels[1]);\(channels[2])".utf8
        }
        var bands = SixelBands(width: size.width, colors: strip.palette.count)
        strip.indices.withUnsafeBufferPointer { indices in
            for top in stride(from: 0, to: size.height, by: 6) {
                if top > 0 { bytes.append(UInt8(ascii: "-")) }
                let end = min(top + 6, size.height) * size.width
                bands.append(UnsafeBufferPointer(rebasing: indices[(top * size.width)..<end]), to: &bytes)
            }
        }
        return bytes + [0x1B, UInt8(ascii: "\\")]
    }
}
