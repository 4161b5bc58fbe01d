import Glibc
import Pixels

/// A decoder for JPEG at a quarter of its size that keeps the light of noise and texture, without an inverse transform.
///
/// The mean of 4x4 pixels is a sum of coefficients with fixed weights, and the variance inside them is the energy of a
/// block's coefficients (Parseval) without that of its means. A mean byte m with variance v inside has about
/// f(m) + f''(m)/2 · v of light, where f is the curve of sRGB: that is why noise, which averages out, is lighter than
/// its mean. Only the variance of luma is counted: in photos that of halved chroma and its covariance with luma nearly
/// cancel each other, which was measured; stripes of colors of equal luma come out too dark. Damaged data, and chroma
/// as fine as luma, are left to the library.
///
/// Pixels of few values, such as stars and text, may have other light than others of the same mean and variance:
/// ``likeness`` estimates by how much. The curve must be that of sRGB.
struct QuarterDecoder: BlockRowDecoder {
    /// The size of the image in 4x4 pixels.
    let size: PixelSize
    let units: PixelSize
    private let frame: JPEGFrame
    /// Lookup tables for each of the four Huffman tables of DC and of AC coefficients.
    private let first: [UInt32]
    private let others: [ACTable.Entry]
    private let components: [Component]
    /// As ``CoefficientWeights/luma(_:)`` returns them.
    private let lumaWeights: [SIMD4<Float>]
    /// The weights of each coefficient of the other components in the means of 4x4 pixels, row by row.
    private let chromaWeights: [SIMD16<Float>]
    private var reader: BlockReader
    /// The DC coefficient of the previous block of each component.
    private var last = SIMD4<Int32>()
    /// The means of 4x4 pixels of a row of MCUs, component by component, each row by row.
    private var means: [Float]
    /// The variance of luma inside the means, block by block.
    private var variances: [Float]
    /// The sum of the squares of ``LightOfVariance/largestError(_:_:)`` over the examined blocks, and their number.
    private var errors = 0.0
    private var blocks = 0
    private var rowsRead = 0
    private let light = LightOfVariance()

    private struct Component {
        /// Indices of the DC and the AC Huffman tables.
        let first: Int
        let others: Int
        /// An eighth of the quantization step of DC: its part in the mean.
        let step: Float
    }

    /// Whether the image is gray, or its chroma is halved in both directions, across or down (4:2:0, 4:2:2, 4:4:0).
    static func canDecode(_ frame: JPEGFrame) -> Bool {
        let (unit, luma, chroma) = (frame.unit, frame.components[0], frame.components.dropFirst())
        return unit.width <= 2 && unit.height <= 2 && luma.columns == unit.width && luma.rows == unit.height
            && (chroma.isEmpty || unit.area > 1) && chroma.allSatisfy { $0.columns == 1 && $0.rows == 1 }
    }

    /// Creates a decoder of a frame that it can decode.
    init(_ source: ByteSource, _ frame: JPEGFrame) {
        let (unit, luma, chroma) = (frame.unit, frame.components[0], frame.components.dropFirst())
        self.frame = frame
        size = PixelSize(width: (frame.size.width + 3) / 4, height: (frame.size.height + 3) / 4)
        units = PixelSize(
            width: (frame.size.width + 8 * unit.width - 1) / (8 * unit.width),
            height: (frame.size.height + 8 * unit.height - 1) / (8 * unit.height))
        first = DCTable.entries(frame.firstCodes)
        others = ACTable.entries(frame.otherCodes)
        components = frame.components.map {
            Component(first: $0.first, others: $0.others, step: Float($0.steps[0]) / 8)
        }
        lumaWeights = CoefficientWeights.luma(luma.steps)
        chromaWeights = chroma.flatMap { CoefficientWeights.chroma($0.steps, 2 * unit.width, 2 * unit.height) }
        reader = BlockReader(ScanBytes(source, from: frame.scanOffset), restartInterval: frame.restartInterval)
        // More than the image has: vectors are read beyond the last block.
        means = [Float](repeating: 0, count: frame.components.count * units.width * unit.area * 4 + 7)
        variances = [Float](repeating: 0, count: units.width * unit.area + 3)
    }

    var bytesPerPixel: Int { frame.components.count }
    var rowsInUnit: Int { 2 * frame.unit.height }

    // MARK: - Coefficients

    mutating func readUnits() -> Bool {
        // As local variables they stay in registers.
        var (reader, last) = (reader, last)
        defer { (self.reader, self.last) = (reader, last) }
        let (frame, width) = (frame, units.width)
        let (first, others, components) = (first, others, components)
        let (lumaWeights, chromaWeights) = (lumaWeights, chromaWeights)
        let isRead = first.withUnsafeBufferPointer { first in
            others.withUnsafeBufferPointer { others in
                components.withUnsafeBufferPointer { components in
                    lumaWeights.withUnsafeBufferPointer { luma in
                        chromaWeights.withUnsafeBufferPointer { chroma in
                            means.withUnsafeMutableBufferPointer { means in
                                variances.withUnsafeMutableBufferPointer { variances in
                                    guard let first = first.baseAddress, let others = others.baseAddress,
                                        let components = components.baseAddress, let luma = luma.baseAddress,
                                        let means = means.baseAddress, let variances = variances.baseAddress
                                    else { return false }
                                    let row = Row(
                                        frame: frame, width: width, first: first, others: others,
                                        components: components, luma: luma, chroma: chroma.baseAddress, means: means,
                                        variances: variances)
                                    return row.read(&reader, &last)
                                }
                            }
                        }
                    }
                }
            }
        }
        guard isRead, !reader.hasRunOut else { return false }
        if rowsRead % 4 == 0 { addErrors() }  // a quarter of the rows is enough for an estimate
        rowsRead += 1
        return true
    }

    /// Adds by how much the light of each block of the row of MCUs may be wrong.
    private mutating func addErrors() {
        let line = 2 * frame.unit.width * units.width
        var sum: Float = 0
        for block in 0..<(units.width * frame.unit.area) where variances[block] > 1 {
            let (row, column) = block.quotientAndRemainder(dividingBy: line / 2)
            let place = 2 * (row * line + column)
            let mean = (means[place] + means[place + 1] + means[place + line] + means[place + line + 1]) / 4
            let error = light.largestError(mean + 128, variances[block])
            sum += error * error
        }
        errors += Double(sum)
        blocks += units.width * frame.unit.area
    }

    var likeness: Double { errors > 0 ? 10 * log10(255 * 255 * Double(blocks) / errors) : .infinity }

    /// A row of MCUs that is being read.
    private struct Row {
        let frame: JPEGFrame
        let width: Int
        let first: UnsafePointer<UInt32>
        let others: UnsafePointer<ACTable.Entry>
        let components: UnsafePointer<Component>
        let luma: UnsafePointer<SIMD4<Float>>
        let chroma: UnsafePointer<SIMD16<Float>>?
        let means: UnsafeMutablePointer<Float>
        let variances: UnsafeMutablePointer<Float>

        /// Reads all blocks. Returns `false` on an invalid code, or if the data ends.
        @inline(__always)
        func read(_ reader: inout BlockReader, _ last: inout SIMD4<Int32>) -> Bool {
            let (columns, rows) = (frame.unit.width, frame.unit.height)
            let line = 2 * columns * width
            let count = frame.components.count
            for unit in 0..<width {
                guard reader.beginUnit(&last) else { return false }
                for y in 0..<rows {
                    for x in unit &* columns..<(unit &+ 1) &* columns {
                        guard readLuma(&reader, &last, at: 2 &* (y &* line &+ x), line, y &* (line / 2) &+ x) else {
                            return false
                        }
                    }
                }
                for component in 1..<max(1, count) {
                    let start = 2 &* rows &* line &* component &+ 2 &* columns &* unit
                    guard readChroma(&reader, &last, component, at: start, line) else { return false }
                }
            }
            return true
        }

        @inline(__always)
        private func readLuma(
            _ reader: inout BlockReader, _ last: inout SIMD4<Int32>, at start: Int, _ line: Int, _ block: Int
        ) -> Bool {
            let component = components[0]
            guard let mean = readMean(&reader, &last, component, 0),
                let (sums, squares) = reader.sumOthers(
                    others + component.others &* (1 << ACTable.bits), frame.otherCodes[component.others], luma)
            else { return false }
            let (across, down, diagonal) = (sums[0], sums[1], sums[2])
            means[start] = mean + across + down + diagonal
            means[start &+ 1] = mean - across + down - diagonal
            means[start &+ line] = mean + across - down - diagonal
            means[start &+ line &+ 1] = mean - across - down + diagonal
            let between = across * across + down * down + diagonal * diagonal
            variances[block] = max(0, squares[3] / 64 - between)
            return true
        }

        @inline(__always)
        private func readChroma(
            _ reader: inout BlockReader, _ last: inout SIMD4<Int32>, _ index: Int, at start: Int, _ line: Int
        ) -> Bool {
            let component = components[index]
            guard let chroma, let mean = readMean(&reader, &last, component, index),
                let sums = reader.sumOthers(
                    others + component.others &* (1 << ACTable.bits), frame.otherCodes[component.others],
                    chroma + 64 &* (index &- 1))
            else { return false }
            let parts = mean + sums
            var row = UnsafeMutableRawPointer(means + start)
            write(parts.lowHalf.lowHalf, to: &row, line)
            write(parts.lowHalf.highHalf, to: &row, line)
            if frame.unit.height == 2 {
                write(parts.highHalf.lowHalf, to: &row, line)
                write(parts.highHalf.highHalf, to: &row, line)
            }
            return true
        }

        @inline(__always)
        private func write(_ parts: SIMD4<Float>, to row: inout UnsafeMutableRawPointer, _ line: Int) {
            if frame.unit.width == 2 {
                row.storeBytes(of: parts, as: SIMD4<Float>.self)
            } else {
                row.storeBytes(of: parts.lowHalf, as: SIMD2<Float>.self)
            }
            row += 4 &* line
        }

        /// Reads the DC coefficient of a block; `nil` on an invalid code.
        @inline(__always)
        private func readMean(
            _ reader: inout BlockReader, _ last: inout SIMD4<Int32>, _ component: Component, _ index: Int
        ) -> Float? {
            guard
                let difference = reader.readFirst(
                    first + component.first &* (1 << DCTable.bits), frame.firstCodes[component.first])
            else { return nil }
            last[index] &+= difference
            return Float(last[index]) * component.step
        }
    }

    // MARK: - Colors

    /// Computes an image row from the means of a row of MCUs (JFIF, "Conversion to and from RGB").
    func draw(_ y: Int, into row: inout [UInt8]) {
        let width = 2 * frame.unit.width * units.width
        let plane = 2 * frame.unit.height * width
        let (light, size, isGray) = (light, size, bytesPerPixel == 1)
        means.withUnsafeBytes { means in
            variances.withUnsafeBytes { variances in
                row.withUnsafeMutableBufferPointer { row in
                    guard let row = row.baseAddress else { return }
                    for x in stride(from: 0, to: size.width, by: 8) {
                        let place = y &* width &+ x
                        let blocks = variances.loadUnaligned(
                            fromByteOffset: 4 &* (y / 2 &* (width / 2) &+ x / 2), as: SIMD4<Float>.self)
                        var variance = SIMD8<Float>()
                        (variance.evenHalf, variance.oddHalf) = (blocks, blocks)
                        let luma = Self.eight(means, place) + 128
                        if isGray {
                            light.write(luma, variance, to: row + x, step: 1)
                        } else {
                            let (blue, red) = (Self.eight(means, plane + place), Self.eight(means, 2 * plane + place))
                            let pixels = row + 3 &* x
                            light.write(luma + red * 1.402, variance, to: pixels, step: 3)
                            light.write(luma - blue * 0.344136 - red * 0.714136, variance, to: pixels + 1, step: 3)
                            light.write(luma + blue * 1.772, variance, to: pixels + 2, step: 3)
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func eight(_ means: UnsafeRawBufferPointer, _ place: Int) -> SIMD8<Float> {
        means.loadUnaligned(fromByteOffset: 4 &* place, as: SIMD8<Float>.self)
    }
}
