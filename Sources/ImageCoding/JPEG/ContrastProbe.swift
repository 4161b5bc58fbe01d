import Glibc
import Pixels

/// An estimator, fed with the rows of an image that the decoder has reduced, of how far averaging bytes instead of
/// light has darkened it.
///
/// A block of mean byte m and variance v inside has about f(m) + f''(m)/2 · v of light (f is the sRGB curve), but the
/// decoder outputs f(m). The variance inside is lost. It is extrapolated from the differences between neighbors one and
/// two pixels apart: if they differ as much at distance one as at two (text, points of light), much is hidden inside;
/// if the difference grows with the distance (most photos), little is. A uniform pattern finer than a block cannot be
/// detected.
struct ContrastProbe: ReductionProbe {
    private let plan: DecodePlan
    private let size: PixelSize
    private let channels: Int
    /// Gray values 0...1 of the current row and the two before it, the latest first.
    private var rows: [[Float]]
    private var nextRow = 0
    private var cells: [Cell]
    private var near = 0.0
    private var far = 0.0
    /// The columns that are examined, which have two neighbors to the left, and the column of cells of each.
    private let looked: Range<Int>
    private let columns: [Int]
    /// The row of cells that contains the current row, and sums over its rows so far, column by column.
    private var cellRow = -1
    private var rowsInCell: Float = 0
    private var differences: [Float]
    private var bounds: [Float]

    private struct Cell {
        /// Sums of squared differences to the neighbors, and of the largest variance that the mean allows.
        var differences: Float = 0
        var bounds: Float = 0
        var count: Float = 0

        /// Adds the sums of a column over `rows` rows.
        mutating func add(_ differences: Float, _ bounds: Float, rows: Float) {
            self.differences += differences
            self.bounds += bounds
            count += rows
        }
    }

    /// Creates a probe for rows of `size` pixels that are reduced to the target of `plan`.
    init(size: PixelSize, channels: Int, plan: DecodePlan) {
        self.plan = plan
        self.size = size
        self.channels = channels
        rows = Array(repeating: [Float](repeating: 0, count: size.width), count: 3)
        cells = Array(repeating: Cell(), count: plan.window.size.area)
        let window = plan.window
        let columns = (0..<size.width).map { $0 * plan.target.width / size.width - window.x }
        let inside = columns.indices.filter { columns[$0] >= 0 && columns[$0] < window.size.width && $0 >= 2 }
        looked = (inside.first ?? 0)..<(inside.last.map { $0 + 1 } ?? 0)
        self.columns = columns
        differences = [Float](repeating: 0, count: size.width)
        bounds = differences
    }

    mutating func add(row: UnsafeBufferPointer<UInt8>) {
        let y = nextRow
        nextRow += 1
        rows.swapAt(1, 2)
        rows.swapAt(0, 1)  // now the oldest is first, to be overwritten
        readGray(row)
        let target = y * plan.target.height / size.height - plan.window.y
        if target != cellRow { finishCells() }
        cellRow = target
        guard y >= 2, target >= 0, target < plan.window.size.height else { return }
        compare()
        if nextRow == size.height { finishCells() }
    }

    /// Returns the estimated peak signal-to-noise ratio in dB of `bitmap`, made of the rows added so far and as large
    /// as the plan's window, compared with an exact reduction. Missing rows count as exact.
    func likeness(of bitmap: @autoclosure () -> Bitmap) -> Double {
        guard near > 0 else { return .infinity }
        // Variance inside a block, in units of the squared difference to the neighbor: 1/6 on a slope, where the
        // difference doubles with the distance. The power was fitted to photos, drawings, text and stars. A pattern
        // with a period of two pixels has no difference at that distance: then all of `bounds` is inside.
        let inside = Float(pow(4 * near / max(far, near * 1e-6), 2.5) / 6)
        // Cached pointers: this loop visits every pixel of the result, up to eight times.
        let (lightOfByte, byteOfLight) = (LinearLight.lightOfByte, LinearLight.byteOfLight)
        var error = 0.0
        bitmap().bytes.withUnsafeBufferPointer { bytes in
            cells.withUnsafeBufferPointer { cells in
                for index in 0..<min(cells.count, bytes.count / 4) where cells[index].count > 0 {
                    let (cell, red) = (cells[index], 4 &* index)
                    let byte = (Int(bytes[red]) &+ Int(bytes[red &+ 1]) &+ Int(bytes[red &+ 2])) / 3
                    let variance = min(cell.differences * inside, cell.bounds) / cell.count
                    let light = min(65_535, Float(lightOfByte[byte]) + Self.curvature * variance * 65_535)
                    let difference = Double(Int(byteOfLight[Int(light)]) &- byte)
                    error += difference * difference
                }
            }
        }
        guard error > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(cells.count) / error)
    }

    /// Half the second derivative of the sRGB curve, nearly constant over most of its length.
    private static let curvature: Float = 1.1

    // MARK: -

    private mutating func readGray(_ row: UnsafeBufferPointer<UInt8>) {
        let (width, channels) = (size.width, channels)
        rows[0].withUnsafeMutableBufferPointer { gray in
            if channels == 1 {
                for x in 0..<width { gray[x] = Float(row[x]) * (1 / 255) }
            } else {
                for x in 0..<width {
                    let sum = Int32(row[3 * x]) &+ Int32(row[3 * x + 1]) &+ Int32(row[3 * x + 2])
                    gray[x] = Float(sum) * (1 / 765)
                }
            }
        }
    }

    /// Compares the current row with the pixels to the left and above, one and two away.
    private mutating func compare() {
        let looked = looked
        var (nearSum, farSum): (Float, Float) = (0, 0)
        rows[0].withUnsafeBufferPointer { current in
            rows[1].withUnsafeBufferPointer { above in
                rows[2].withUnsafeBufferPointer { above2 in
                    differences.withUnsafeMutableBufferPointer { differences in
                        bounds.withUnsafeMutableBufferPointer { bounds in
                            (nearSum, farSum) = Self.compare(
                                looked, current, above, above2, &differences, &bounds)
                        }
                    }
                }
            }
        }
        near += Double(nearSum)
        far += Double(farSum)
        rowsInCell += 1
    }

    /// Compares eight columns at a time: this loop visits every pixel that the decoder produces.
    private static func compare(
        _ looked: Range<Int>, _ current: UnsafeBufferPointer<Float>, _ above: UnsafeBufferPointer<Float>,
        _ above2: UnsafeBufferPointer<Float>, _ differences: inout UnsafeMutableBufferPointer<Float>,
        _ bounds: inout UnsafeMutableBufferPointer<Float>
    ) -> (near: Float, far: Float) {
        @inline(__always)
        func eight(_ values: UnsafeBufferPointer<Float>, _ x: Int) -> SIMD8<Float> {
            UnsafeRawBufferPointer(values).loadUnaligned(fromByteOffset: 4 * x, as: SIMD8<Float>.self)
        }
        @inline(__always)
        func add(_ sums: SIMD8<Float>, to values: inout UnsafeMutableBufferPointer<Float>, _ x: Int) {
            let sum = eight(UnsafeBufferPointer(values), x) + sums
            UnsafeMutableRawBufferPointer(values).storeBytes(of: sum, toByteOffset: 4 * x, as: SIMD8<Float>.self)
        }
        var (nearSums, farSums) = (SIMD8<Float>(), SIMD8<Float>())
        var x = looked.lowerBound
        while x + 8 <= looked.upperBound {
            let value = eight(current, x)
            let (left, left2) = (value - eight(current, x - 1), value - eight(current, x - 2))
            let (up, up2) = (value - eight(above, x), value - eight(above2, x))
            let near = (left * left + up * up) * 0.5
            nearSums += near
            farSums += (left2 * left2 + up2 * up2) * 0.5
            add(near, to: &differences, x)
            add(value * (1 - value), to: &bounds, x)
            x += 8
        }
        var (nearSum, farSum) = (nearSums.sum(), farSums.sum())
        while x < looked.upperBound {
            let value = current[x]
            let (left, left2) = (value - current[x - 1], value - current[x - 2])
            let (up, up2) = (value - above[x], value - above2[x])
            let near = (left * left + up * up) * 0.5
            nearSum += near
            farSum += (left2 * left2 + up2 * up2) * 0.5
            differences[x] += near
            bounds[x] += value * (1 - value)
            x += 1
        }
        return (nearSum, farSum)
    }

    /// Adds the column sums to the cells of the row that has ended.
    private mutating func finishCells() {
        guard rowsInCell > 0 else { return }
        let first = cellRow * plan.window.size.width
        for x in looked { cells[first + columns[x]].add(differences[x], bounds[x], rows: rowsInCell) }
        differences.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        bounds.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        rowsInCell = 0
    }
}
