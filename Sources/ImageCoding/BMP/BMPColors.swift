import Pixels

/// The colors of a palette in the layout of the rows: one byte each if all are gray, else three.
struct BMPColors {
    let layout: PixelLayout
    /// The channels of 256 colors, one after the other; those beyond the palette are black.
    private let bytes: [UInt8]

    init(_ palette: [RGB]) {
        let isGray = palette.allSatisfy { $0.red == $0.green && $0.green == $0.blue }
        layout = isGray ? .gray8 : .rgb8
        let all = palette + [RGB](repeating: RGB(0, 0, 0), count: 256 - palette.count)
        bytes = isGray ? all.map(\.red) : all.flatMap { [$0.red, $0.green, $0.blue] }
    }

    /// Writes the colors of `count` pixels from a column of the row on, which must have room for them.
    @inline(__always)
    func write(_ count: Int, to row: inout MutableSpan<UInt8>, from column: Int, index: (Int) -> UInt8) {
        let bytes = bytes.span
        guard layout == .rgb8 else {  // outside the loops, so that each of them is short
            for pixel in 0..<count { row[column + pixel] = bytes[Int(index(pixel))] }
            return
        }
        var place = 3 * column
        for pixel in 0..<count {
            let color = 3 * Int(index(pixel))
            row[place] = bytes[color]
            row[place + 1] = bytes[color + 1]
            row[place + 2] = bytes[color + 2]
            place += 3
        }
    }
}
