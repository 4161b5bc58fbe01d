import Pixels

/// A DC-only decoder for JPEG at an eighth of its size, twice as fast as a full decoder: the DC coefficient of a block
/// is its mean, and the codes of the 63 AC coefficients are skipped several at a time, by tables that only know their
/// lengths.
///
/// In 16 to 31 rows of MCUs, evenly spread, or in all of fewer, the coefficients of luma are decoded: their energy is
/// the variance inside the means, by which the light of a mean is too dark.
///
/// Each pixel equals that of libjpeg's reduction to 1/8, except with subsampled chroma: it is repeated here, while the
/// library decodes it at full resolution. Damaged data, and other kinds of JPEG, are left to the library.
struct DCOnlyDecoder: BlockRowDecoder {
    /// The size of the image in blocks.
    let size: PixelSize
    let units: PixelSize
    private let frame: JPEGFrame
    /// The blocks of an MCU, in order.
    private let blocks: [Block]
    /// Lookup tables for each of the four DC Huffman tables; two for each of the four AC Huffman tables.
    private let first: [UInt32]
    private let others: [UInt16]
    private var reader: BlockReader
    /// The DC coefficient of the previous block of each component.
    private var last = SIMD4<Int32>()
    /// The means of a row of MCUs, component by component, each row by row.
    private var means: [UInt8]
    private var probe: EnergyProbe
    private var rowsRead = 0

    private struct Block {
        let component: Int
        /// The index of its mean in the first MCU, and the distance to its mean in the next MCU.
        let place: Int
        let stride: Int
        /// Indices of the DC and the AC Huffman tables.
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
                            step: Int32(truncatingIfNeeded: component.steps[0])))
                }
            }
            start += width * component.rows
        }
        self.blocks = blocks
        means = [UInt8](repeating: 0, count: start)
        first = DCTable.entries(frame.firstCodes)
        others = frame.otherCodes.flatMap { codes in
            codes.map(ACSkipTable.init).map { $0.many + $0.one }
                ?? [UInt16](repeating: 0, count: 2 * Self.otherEntries)
        }
        probe = EnergyProbe(frame)
        reader = BlockReader(
            ScanBytes(source, from: frame.scanOffset), restartInterval: frame.restartInterval)
    }

    var likeness: Double { probe.likeness }

    var bytesPerPixel: Int { frame.components.count }
    var rowsInUnit: Int { frame.unit.height }

    // MARK: - Codes

    private static let firstEntries = 1 << DCTable.bits
    private static let otherEntries = 1 << ACSkipTable.bits

    mutating func readUnits() -> Bool {
        // As local variables they stay in registers.
        var (reader, last, probe) = (reader, last, probe)
        defer { (self.reader, self.last, self.probe, rowsRead) = (reader, last, probe, rowsRead + 1) }
        let (frame, width, tables, blocks) = (frame, units.width, (first, others), blocks)
        let examines = rowsRead % max(1, units.height / 16) == 0
        let isRead = means.withUnsafeMutableBufferPointer { means in
            tables.0.withUnsafeBufferPointer { first in
                tables.1.withUnsafeBufferPointer { others in
                    blocks.withUnsafeBufferPointer { blocks in
                        guard let first = first.baseAddress, let others = others.baseAddress else { return false }
                        for unit in 0..<width {
                            guard reader.beginUnit(&last) else { return false }
                            for block in blocks {
                                guard
                                    let difference = reader.readFirst(
                                        first + block.first * Self.firstEntries, frame.firstCodes[block.first])
                                else { return false }
                                last[block.component] &+= difference
                                if examines, block.component == 0 {
                                    let mean = Float(last[0] &* block.step) / 8 + 128
                                    guard probe.read(&reader, mean) else { return false }
                                } else {
                                    let many = others + 2 * block.others * Self.otherEntries
                                    guard
                                        reader.passOthers(
                                            many, many + Self.otherEntries, frame.otherCodes[block.others])
                                    else { return false }
                                }
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

    /// Returns the mean of a block: the dequantized DC coefficient is eight times the mean, level-shifted by 128 (ITU-T
    /// T.81, A.3.3).
    @inline(__always)
    private static func mean(_ coefficient: Int32, _ step: Int32) -> UInt8 {
        UInt8(clamping: ((coefficient &* step &+ 4) >> 3) &+ 128)
    }

    // MARK: - Colors

    /// Computes an image row from the means of a row of MCUs.
    func draw(_ y: Int, into row: inout [UInt8]) {
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

    /// Returns the start of the row of each component that provides the values for row `y` of the MCU.
    private func rowStarts(_ y: Int) -> [Int] {
        var start = 0
        return frame.components.map { component in
            let width = units.width * component.columns
            defer { start += width * component.rows }
            return start + y * component.rows / frame.unit.height * width
        }
    }

    /// Converts YCbCr to RGB (JFIF, "Conversion to and from RGB"), in libjpeg's integer arithmetic.
    @inline(__always)
    private static func write(
        _ light: Int32, _ blue: Int32, _ red: Int32, to row: inout UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        row[place] = UInt8(clamping: light + (91_881 * red + 32_768) >> 16)
        row[place + 1] = UInt8(clamping: light + (-22_554 * blue - 46_802 * red + 32_768) >> 16)
        row[place + 2] = UInt8(clamping: light + (116_130 * blue + 32_768) >> 16)
    }
}
