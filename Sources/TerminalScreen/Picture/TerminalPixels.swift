import Pixels

/// A terminal's pixels: how they are sent, and how many a cell has.
public struct TerminalPixels: Hashable, Sendable {
    /// The protocol that pictures are sent in.
    public let method: PixelProtocol
    /// The size of a cell in pixels; at least 1x2, at most 128x256.
    public let cell: PixelSize

    /// Creates the pixels of a terminal; `nil` if its cells have no size, or one that no font has.
    public init?(_ method: PixelProtocol, cell: PixelSize) {
        guard (1...128).contains(cell.width), (2...256).contains(cell.height) else { return nil }
        (self.method, self.cell) = (method, cell)
    }
}
