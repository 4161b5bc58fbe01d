import Pixels

/// A terminal's pixels: how they are sent, and how many a cell has.
public struct TerminalPixels: Hashable, Sendable {
    /// The protocol that pictures are sent in.
    public let method: PixelProtocol
    /// The size of a cell in pixels; at least 1x2.
    public let cell: PixelSize

    /// Creates the pixels of a terminal; `nil` if its cells have no size.
    public init?(_ method: PixelProtocol, cell: PixelSize) {
        guard cell.width > 0, cell.height > 1 else { return nil }
        (self.method, self.cell) = (method, cell)
    }
}
