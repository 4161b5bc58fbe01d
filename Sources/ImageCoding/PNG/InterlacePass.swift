import Pixels

/// The pixels of one pass of an interlaced PNG (Adam7; PNG specification, section 8.2).
struct InterlacePass {
    let column: Int
    let columnStep: Int
    let row: Int
    let rowStep: Int

    /// The single pass of an image that is not interlaced.
    static let whole = [InterlacePass(column: 0, columnStep: 1, row: 0, rowStep: 1)]

    static let adam7 = [
        InterlacePass(column: 0, columnStep: 8, row: 0, rowStep: 8),
        InterlacePass(column: 4, columnStep: 8, row: 0, rowStep: 8),
        InterlacePass(column: 0, columnStep: 4, row: 4, rowStep: 8),
        InterlacePass(column: 2, columnStep: 4, row: 0, rowStep: 4),
        InterlacePass(column: 0, columnStep: 2, row: 2, rowStep: 4),
        InterlacePass(column: 1, columnStep: 2, row: 0, rowStep: 2),
        InterlacePass(column: 0, columnStep: 1, row: 1, rowStep: 2),
    ]

    /// Returns the rows of the pass in an image of that size; none if the pass contains no pixel.
    func rows(of size: PixelSize) -> StrideTo<Int> {
        stride(from: column < size.width ? row : size.height, to: size.height, by: rowStep)
    }
}
