import HalftoneCore
import Pixels

/// A coder that decodes rows itself, in memory-safe code: for formats too simple for a library.
protocol RowCoder: ImageCoder {
    /// Reads the header; `nil` if it is valid so far but incomplete.
    func begin(_ source: ByteSource, limits: DecodeLimits) throws(ImageCodingError) -> (RowPicture, any RowDecoder)?

    /// The bytes that follow complete pixels; empty if there are none.
    var endMark: [UInt8] { get }

    /// The maximum number of bitmaps of the result's size in memory: that of the reducer, and a copy each if colors of
    /// the result may be changed, and if it may be turned.
    var resultCopies: Int { get }
}

extension RowCoder {
    public var readsInPieces: Bool { true }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(ByteSource(bytes), options: options)
    }

    /// Decodes the image piece by piece.
    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        let (picture, rows) = try started(source, options.limits)
        var drawing = try RowDrawing(picture, rows, options: options)
        let end = min(picture.end, source.count)
        var reader = PieceReader(source, from: picture.pixels, to: end, maxPieceBytes: rows.maxPieceBytes)
        while !drawing.isWhole {
            guard try reader.draw(&drawing, options: options) else { break }
        }
        guard drawing.rowsDone > 0 else { throw .damaged(format, "no row can be read") }
        guard drawing.isWhole else {
            return drawing.image(
                sourceBytes: source.count, warning: .cut(shown: drawing.shown, isEnd: true))
        }
        // A missing end mark is no damage, but other bytes in its place are.
        let isIntact =
            !drawing.rows.isDamaged && endMark.starts(with: source.read(at: reader.offset, count: endMark.count))
        return drawing.image(sourceBytes: source.count, warning: isIntact ? nil : .damagedInPlaces)
    }

    /// Reads the header of complete bytes.
    func started(_ source: ByteSource, _ limits: DecodeLimits) throws(ImageCodingError) -> (RowPicture, any RowDecoder)
    {
        guard source.count > 0 else { throw .empty }
        guard let begun = try begin(source, limits: limits) else {
            throw .damaged(format, "the header ends early")
        }
        try limits.check(begun.0.size)
        return begun
    }

    /// Returns the memory of the result and its copies, and of a few rows.
    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        let results = resultCopies * 4 * memory.resultSize.area
        return DecodeMemory.fixed + PieceReader.bufferBytes + results + memory.rows(4, bytesPerPixel: 4)
    }
}
