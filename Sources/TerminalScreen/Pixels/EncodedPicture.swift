import Pixels

/// A picture in the sequences of a protocol, cut into rows of text. Created by ``PixelPrinter``.
public struct EncodedPicture: Sendable {
    /// The cells that it covers; those at the right and the bottom may be covered partly.
    public let size: CellSize
    /// What is sent before the first row.
    let upload: [UInt8]
    /// The bytes of each row of text, which are sent with the cursor at its first cell.
    let rows: [[UInt8]]
    /// The sequence that frees the picture in the terminal; empty if it keeps none.
    let deletion: [UInt8]
}

/// A picture and the position of its top left cell.
public struct PlacedPicture: Sendable {
    /// The picture.
    public var picture: EncodedPicture
    /// The position of its top left cell.
    public var origin: CellPoint

    /// Places a picture, at the top left by default.
    public init(_ picture: EncodedPicture, at origin: CellPoint = .zero) {
        (self.picture, self.origin) = (picture, origin)
    }
}
