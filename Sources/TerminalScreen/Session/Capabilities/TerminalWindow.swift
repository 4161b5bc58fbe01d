import CSystem
import Pixels

/// The size of a terminal's window in cells, and the size of a cell if the terminal reports it.
public struct TerminalWindow: Hashable, Sendable {
    /// The size in cells, at least 1x1.
    public let size: CellSize
    /// The size of a cell in pixels; `nil` if it is not known.
    public let cell: PixelSize?

    static let vt100 = TerminalWindow(size: CellSize(columns: 80, rows: 24), cell: nil)

    private init(size: CellSize, cell: PixelSize?) {
        self.size = size
        self.cell = cell
    }

    /// Reads the size of a terminal; `nil` if the descriptor is no terminal, or one that does not know its size.
    public init?(of descriptor: Int32) {
        var window = winsize()
        guard halftone_window_size(descriptor, &window) == 0 else { return nil }
        self.init(window)
    }

    /// Converts the kernel's size of a terminal; `nil` if it is zero.
    init?(_ window: winsize) {
        let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
        guard columns > 0, rows > 0 else { return nil }
        size = CellSize(columns: min(columns, Self.maxSize.columns), rows: min(rows, Self.maxSize.rows))
        let cell = PixelSize(width: Int(window.ws_xpixel) / columns, height: Int(window.ws_ypixel) / rows)
        self.cell = cell.width > 0 && cell.height > 1 ? cell : nil
    }

    /// Maximum size: a canvas needs memory for every cell, and a window may claim 65,535 columns and rows. No real
    /// window comes near this: an 8K display with a font 4 pixels wide has 1,920 columns. Only the upper left part of a
    /// larger window is drawn.
    private static let maxSize = CellSize(columns: 2000, rows: 1000)

    /// Returns width divided by height of a displayed pixel (half a cell); 1 if the size of a cell is not known.
    public static func pixelAspect(ofCell cell: PixelSize?) -> Double {
        guard let cell, cell.width > 0, cell.height > 1 else { return 1 }
        return min(max(Double(cell.width) / (Double(cell.height) / 2), 0.25), 4)  // reported sizes may be wrong
    }
}
