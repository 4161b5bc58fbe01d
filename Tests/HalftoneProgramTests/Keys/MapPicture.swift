import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport

/// A picture whose pixels encode their positions in their colors: shown pixel by pixel, each cell reveals which of them
/// it shows.
enum MapPicture {
    static let size = PixelSize(width: 400, height: 300)

    static let png: [UInt8] = {
        var rows: [UInt8] = []
        for y in 0..<size.height {
            rows.append(0)
            for x in 0..<size.width { rows += [UInt8(x & 0xFF), UInt8(y & 0xFF), UInt8((x >> 8) << 4 | y >> 8), 255] }
        }
        return PlainPNG.bytes(size.width, size.height, rows: rows)
    }()

    private static func upper(_ cell: TerminalEmulator.ShownCell) -> RGB? {
        cell.text == "▀" ? cell.foreground : cell.background
    }

    /// The pixel in the top left corner, if the screen shows the picture pixel by pixel, up to its last row; `nil` if a
    /// cell of the first row shows another pixel than the one next to its neighbor's.
    static func corner(_ halftone: Halftone) -> (x: Int, y: Int)? {
        var corner: (x: Int, y: Int)?
        for column in 0..<halftone.emulator.size.columns {
            guard let color = upper(halftone.emulator[column, 0]) else { return nil }
            let x = Int(color.blue >> 4) << 8 | Int(color.red)
            let y = Int(color.blue & 0xF) << 8 | Int(color.green)
            let expected = corner ?? (x, y)
            guard x == expected.x + column, y == expected.y else { return nil }
            corner = expected
        }
        return corner
    }
}
