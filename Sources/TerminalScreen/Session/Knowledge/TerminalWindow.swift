import CSystem
import Pixels

/// How large a terminal's window is, in cells, and how large a cell is where the terminal says so.
public struct TerminalWindow: Hashable, Sendable {
    /// At least 1x1.
    public let size: CellSize
    /// The size of a cell in pixels.
    public let cell: PixelSize?

    /// What a VT100 has.
    static let vt100 = TerminalWindow(size: CellSize(columns: 80, rows: 24), cell: nil)

    private init(size: CellSize, cell: PixelSize?) {
        self.size = size
        self.cell = cell
    }

    /// `nil` if the descriptor is no terminal, or one that does not know its size.
    public init?(of descriptor: Int32) {
        var window = winsize()
        guard halftone_window_size(descriptor, &window) == 0 else { return nil }
        self.init(window)
    }

    /// What the kernel says of a terminal; `nil` if that is no size.
    init?(_ window: winsize) {
        let (columns, rows) = (Int(window.ws_col), Int(window.ws_row))
        guard columns > 0, rows > 0 else { return nil }
        size = CellSize(columns: min(columns, Self.largest.columns), rows: min(rows, Self.largest.rows))
        let cell = PixelSize(width: Int(window.ws_xpixel) / columns, height: Int(window.ws_ypixel) / rows)
        self.cell = cell.width > 0 && cell.height > 1 ? cell : nil
    }

    /// A canvas costs memory for every cell, and a window may claim 65,535 columns and rows. No real one comes near this:
    /// an 8K display with a font 4 pixels wide has 1,920 columns. What is larger is drawn in its upper left part.
    private static let largest = CellSize(columns: 2000, rows: 1000)

    /// Width over height of a shown pixel (half a cell); 1 when the terminal does not tell.
    public var pixelAspect: Double { pixelAspect(orOf: nil) }

    /// The same, of a cell that the terminal told of by other means if the kernel does not know its size.
    public func pixelAspect(orOf told: PixelSize?) -> Double {
        guard let cell = cell ?? told, cell.width > 0, cell.height > 1 else { return 1 }
        return min(max(Double(cell.width) / (Double(cell.height) / 2), 0.25), 4)  // terminals lie
    }
}
