import CSystem
import Pixels

/// How large a terminal's window is, in cells, and how large a cell is where the terminal says so.
public struct TerminalWindow: Hashable, Sendable {
    /// At least 1x1.
    public let size: CellSize
    private let cell: PixelSize?

    /// What a VT100 has.
    static let vt100 = TerminalWindow(size: CellSize(columns: 80, rows: 24), cell: nil)

    private init(size: CellSize, cell: PixelSize?) {
        self.size = size
        self.cell = cell
    }

    /// `nil` if the descriptor is no terminal, or one that does not know its size.
    public init?(of descriptor: Int32) {
        var window = winsize()
        guard halftone_window_size(descriptor, &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        size = CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
        let cell = PixelSize(width: Int(window.ws_xpixel) / size.columns, height: Int(window.ws_ypixel) / size.rows)
        self.cell = cell.width > 0 && cell.height > 1 ? cell : nil
    }

    /// Width over height of a shown pixel (half a cell); 1 when the terminal does not tell.
    public var pixelAspect: Double {
        guard let cell else { return 1 }
        return min(max(Double(cell.width) / (Double(cell.height) / 2), 0.25), 4)  // terminals lie
    }
}
