import Pixels

/// Reads a JPEG at an eighth of its size, twice as fast as a decoder can: the first coefficient of a block is its mean,
/// and the codes of the 63 others are passed over several at a time, by tables that only know how long they are.
///
/// Each pixel is what libjpeg's reduction to 1/8 makes of it, but for chroma that is stored at half the size: it is
/// repeated, where the library decodes it to the full. Nothing is repaired here: what is damaged, or of another kind, is
/// left to the library.
struct BlockMeans {
    /// The size of the picture in blocks.
    let size: PixelSize
    private let frame: JPEGFrame
    private let units: PixelSize
    /// For every block of a unit, in their order.
    private let blocks: [Block]
    /// Of each of the four tables for first coefficients; and of each for the others, two.
    private let first: [UInt32]
    private let others: [UInt16]
    private var reader: BlockReader
    /// The first coefficients of the blocks before, of each component.
    private var last = SIMD4<Int32>()
    private var unitsToRestart: Int
    /// The means of a row of units, one component after the other, each row after row.
    private var means: [UInt8]

    private struct Block {
        let component: Int
        /// Where its mean stands in those of the first unit, and how far it is from there to that of the next unit.
        let place: Int
        let stride: Int
        /// Which codes it has.
        let first: Int
        let others: Int
        let step: Int32
    }

    init(_ source: ByteSource, _ frame: JPEGFrame) {
        self.frame = frame
        let (unit, size) = (frame.unit, frame.size)
        self.size = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
        units = PixelSize(
            width: (self.size.width + unit.width - 1) / unit.width,
            height: (self.size.height + unit.height - 1) / unit.height)
        var (blocks, start) = ([Block](), 0)
        for (index, component) in frame.components.enumerated() {
            let width = units.width * component.columns
            for row in 0..<component.rows {
                for column in 0..<component.columns {
                    blocks.append(
                        Block(
                            component: index, place: start + row * width + column, stride: component.columns,
                            first: component.first, others: component.others,
                            step: Int32(truncatingIfNeeded: component.step)))
                }
            }
            start += width * component.rows
        }
        self.blocks = blocks
        means = [UInt8](repeating: 0, count: start)
        first = frame.firstCodes.flatMap { codes in
            codes.map { FirstCoefficientTable($0).entries } ?? [UInt32](repeating: 0, count: Self.firstEntries)
        }
        others = frame.otherCodes.flatMap { codes in
            codes.map(SkippingTable.init).map { $0.many + $0.one }
                ?? [UInt16](repeating: 0, count: 2 * Self.otherEntries)
        }
        reader = BlockReader(ScanBytes(source, from: frame.scanOffset))
        unitsToRestart = frame.restartInterval
    }

    /// Bytes of a pixel of the rows: 1 for gray, 3 for RGB.
    var bytesPerPixel: Int { frame.components.count }

    /// Hands out the rows as long as `body` returns `true`, each to be changed at will. `false` if they cannot be read to
    /// the end.
    mutating func forEachRow(
        options: DecodeOptions, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) throws(ImageCodingError) -> Bool {
        var row = [UInt8](repeating: 0, count: size.width * bytesPerPixel)
        for unitRow in 0..<units.height {
            try options.checkMayContinue()
            guard readUnits() else { return false }
            let first = unitRow * frame.unit.height
            for y in first..<min(first + frame.unit.height, size.height) {
                draw(y - first, into: &row)
                guard row.withUnsafeMutableBufferPointer({ body($0) }) else { return true }
            }
        }
        return true
    }

    // MARK: - Codes

    private static let firstEntries = 1 << FirstCoefficientTable.bits
    private static let otherEntries = 1 << SkippingTable.bits

    /// Reads one row of units. `false` if a code is none, or the codes end.
    private mutating func readUnits() -> Bool {
        // As variables of this loop they stay in registers.
        var (reader, last, unitsToRestart) = (reader, last, unitsToRestart)
        defer { (self.reader, self.last, self.unitsToRestart) = (reader, last, unitsToRestart) }
        let (frame, width, tables, blocks) = (frame, units.width, (first, others), blocks)
        let isRead = means.withUnsafeMutableBufferPointer { means in
            tables.0.withUnsafeBufferPointer { first in
                tables.1.withUnsafeBufferPointer { others in
                    blocks.withUnsafeBufferPointer { blocks in
                        guard let first = first.baseAddress, let others = others.baseAddress else { return false }
                        for unit in 0..<width {
                            if frame.restartInterval > 0 {
                                if unitsToRestart == 0 {
                                    guard reader.restart() else { return false }
                                    (last, unitsToRestart) = (.zero, frame.restartInterval)
                                }
                                unitsToRestart -= 1
                            }
                            guard reader.prepareUnit() else { return false }
                            for block in blocks {
                                let many = others + 2 * block.others * Self.otherEntries
                                guard
                                    let difference = reader.readFirst(
                                        first + block.first * Self.firstEntries, frame.firstCodes[block.first]),
                                    reader.passOthers(many, many + Self.otherEntries, frame.otherCodes[block.others])
                                else { return false }
                                last[block.component] &+= difference
                                means[block.place + unit * block.stride] = Self.mean(last[block.component], block.step)
                            }
                        }
                        return true
                    }
                }
            }
        }
        return isRead && !reader.hasRunOut
    }

    /// The first coefficient is eight times the mean, which is counted from the middle (ITU-T T.81, A.3.3).
    @inline(__always)
    private static func mean(_ coefficient: Int32, _ step: Int32) -> UInt8 {
        UInt8(clamping: ((coefficient &* step &+ 4) >> 3) &+ 128)
    }

    // MARK: - Colours

    /// Makes a row of the picture from the means of a row of units.
    private func draw(_ y: Int, into row: inout [UInt8]) {
        let starts = rowStarts(y)
        means.withUnsafeBufferPointer { means in
            row.withUnsafeMutableBufferPointer { row in
                guard starts.count == 3 else {
                    for x in 0..<size.width { row[x] = means[starts[0] + x] }
                    return
                }
                let unit = frame.unit.width
                let (columns0, columns1, columns2) = (
                    frame.components[0].columns, frame.components[1].columns, frame.components[2].columns
                )
                for x in 0..<size.width {
                    let light = Int32(means[starts[0] + x * columns0 / unit])
                    let blue = Int32(means[starts[1] + x * columns1 / unit]) - 128
                    let red = Int32(means[starts[2] + x * columns2 / unit]) - 128
                    Self.write(light, blue, red, to: &row, at: 3 * x)
                }
            }
        }
    }

    /// Where the row of each component begins that row `y` of the unit takes its values from.
    private func rowStarts(_ y: Int) -> [Int] {
        var start = 0
        return frame.components.map { component in
            let width = units.width * component.columns
            defer { start += width * component.rows }
            return start + y * component.rows / frame.unit.height * width
        }
    }

    /// JFIF, "Conversion to and from RGB", in libjpeg's whole numbers.
    @inline(__always)
    private static func write(
        _ light: Int32, _ blue: Int32, _ red: Int32, to row: inout UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        row[place] = UInt8(clamping: light + (91_881 * red + 32_768) >> 16)
        row[place + 1] = UInt8(clamping: light + (-22_554 * blue - 46_802 * red + 32_768) >> 16)
        row[place + 2] = UInt8(clamping: light + (116_130 * blue + 32_768) >> 16)
    }
}
