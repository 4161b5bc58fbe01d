import Pixels

/// A decoder of pixel rows from bytes that are read in pieces. A value: no I/O, and no access to bytes without a bounds
/// check.
protocol RowDecoder {
    /// The layout of the rows, the same for all.
    var layout: PixelLayout { get }
    /// Whether the first byte of a color is blue and the third red. `false` by default.
    var isBlueFirst: Bool { get }
    /// Whether bytes were ignored that belong to no pixel. `false` by default.
    var isDamaged: Bool { get }
    /// Whether the last row decoded equals the one before and was not written again. `false` by default.
    var repeatsRow: Bool { get }
    /// Maximum bytes that must be there at once to decode on.
    var maxPieceBytes: Int { get }

    /// Decodes the next row from `bytes`, from `place` on, which moves beyond the bytes that are no longer needed.
    ///
    /// - Parameters:
    ///   - bytes: bytes of the image, at least up to the next ``maxPieceBytes`` bytes, or all that there are.
    ///   - place: the first byte that has not been consumed.
    ///   - row: the row's bytes, with room for four a pixel: the same array for all rows. It must not be changed until
    ///     the row is complete, and afterward only as every row is.
    /// - Returns: `false` if the bytes end before the row does.
    mutating func decodeRow(from bytes: Span<UInt8>, at place: inout Int, into row: inout [UInt8]) -> Bool
}

extension RowDecoder {
    var isBlueFirst: Bool { false }
    var isDamaged: Bool { false }
    var repeatsRow: Bool { false }
}

/// What a file's header says about its pixels.
struct RowPicture {
    let format: ImageFormat
    /// The size as stored.
    let size: PixelSize
    /// `downMirrored` if the last row is stored first.
    var orientation = Orientation.up
    var color = SourceColor.unknown
    /// The offset of the first byte of the pixels.
    let pixels: Int
    /// The end of the bytes that may be pixels.
    var end = Int.max
}
