import FoundationEssentials
import Pixels

/// Pictures as iTerm2's inline images (OSC 1337 with `File`).
enum InlineImage {
    /// Returns the sequence that draws a part of a bitmap into cells with the top left one at the cursor; empty for an
    /// empty part, or if there is no memory.
    ///
    /// The part is scaled to exactly `cells`. It is asked that the cursor stays, which older terminals ignore.
    ///
    /// - Parameters:
    ///   - bitmap: the pixels, with their alpha.
    ///   - rect: the part; what extends beyond the bitmap is not encoded.
    ///   - cells: the size on the screen.
    static func sequence(of bitmap: Bitmap, rect: PixelRect, cells: CellSize) -> [UInt8] {
        guard !cells.isEmpty, let part = rect.clipped(to: bitmap.size), let png = PNGStrip.png(of: bitmap, rect: part)
        else { return [] }
        let options =
            "inline=1;size=\(png.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
        return Array("\u{1B}]1337;File=\(options):".utf8) + Data(png).base64EncodedData() + [0x07]
    }
}
