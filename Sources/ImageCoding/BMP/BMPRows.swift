import Pixels

/// The rows of a BMP.
struct BMPRows: RowDecoder {
    // Exactly one of these is set. Optionals rather than an enum, because they are changed in place.
    private var plain: BMPPlainRows?
    private var runs: BMPRunRows?

    init(_ header: BMPHeader) {
        if header.compression.isRuns {
            runs = BMPRunRows(header)
        } else {
            plain = BMPPlainRows(header)
        }
    }

    var layout: PixelLayout { plain?.layout ?? runs?.layout ?? .rgb8 }
    var isBlueFirst: Bool { plain?.isBlueFirst ?? false }
    var isDamaged: Bool { runs?.isDamaged ?? false }
    var repeatsRow: Bool { runs?.repeatsRow ?? false }
    var longestPiece: Int { plain?.longestPiece ?? BMPRunRows.longestPiece }

    mutating func decodeRow(from bytes: Span<UInt8>, at place: inout Int, into row: inout [UInt8]) -> Bool {
        plain?.decodeRow(from: bytes, at: &place, into: &row) ?? runs?.decodeRow(from: bytes, at: &place, into: &row)
            ?? false
    }
}
