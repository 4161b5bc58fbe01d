import Pixels

/// A decoder of a JPEG's blocks whose image, smaller than that of the file, is read from top to bottom.
protocol BlockRowDecoder {
    /// The size of the image.
    var size: PixelSize { get }
    /// The size of the image in MCUs.
    var units: PixelSize { get }
    /// Bytes a pixel: 1 for gray, 3 for RGB.
    var bytesPerPixel: Int { get }
    /// Rows of the image in a row of MCUs.
    var rowsInUnit: Int { get }

    /// The estimated peak signal-to-noise ratio in dB of the light of the rows so far.
    var likeness: Double { get }

    /// Reads the next row of MCUs. Returns `false` on an invalid code, or if the data ends.
    mutating func readUnits() -> Bool

    /// Computes row `y` of the MCUs that were read last. Up to seven pixels beyond the image may be written.
    func draw(_ y: Int, into row: inout [UInt8])
}

extension BlockRowDecoder {
    /// Calls `body` with each row of the image, which it may modify, as long as it returns `true` and, after an eighth
    /// of the rows, the likeness of those so far is at least `least`. Returns `false` if the rows cannot be decoded.
    mutating func forEachRow(
        least: Double, options: DecodeOptions, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) throws(ImageCodingError) -> Bool {
        var row = [UInt8](repeating: 0, count: (size.width + 7) * bytesPerPixel)
        for unitRow in 0..<units.height {
            try options.checkMayContinue()
            guard readUnits() else { return false }
            guard likeness >= least || unitRow < units.height / 8 else { return true }
            for y in 0..<min(rowsInUnit, size.height - unitRow * rowsInUnit) {
                draw(y, into: &row)
                let isWanted = row.withUnsafeMutableBufferPointer {
                    body(UnsafeMutableBufferPointer(rebasing: $0[..<(size.width * bytesPerPixel)]))
                }
                guard isWanted else { return true }
            }
        }
        return true
    }
}
