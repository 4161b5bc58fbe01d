/// The search for the shape with which two colors show the 64 samples of a cell best.
///
/// A shape splits the samples in two. The best one leaves the least squared distance of each sample from the mean of
/// its side, and that is the one whose sides differ most: |S|² · (1/n + 1/(64 - n)) for the sum S of the n samples on
/// one side, after the mean of the cell was subtracted. Distances are of sRGB bytes, which are about even to the eye.
/// All shapes of a set are tried, from sums that they share. Nothing outside of the cell counts, so a picture looks the
/// same wherever it scrolls to.
struct ShapeFit {
    /// The shapes, in the order in which they are tried; of two complementary shapes, one.
    private let shapes: [GlyphShape]
    /// The divisions of which every choice is tried.
    private let choices: [GlyphSet]
    private let sums = SampleSums()

    /// A side that differs less is not worth a shape: the samples are alike, but for rounding.
    private static let minScore: Float = 1

    init(_ glyphs: GlyphSet) {
        choices =
            switch glyphs {
            case .halfBlocks, .blocks: []
            case .sextants: [.sextants]
            case .octants: [.sextants, .octants]
            }
        let quadrants = [1, 2, 4, 8, 9].map { GlyphSet.blocks.shape(ofParts: $0) }
        shapes =
            GlyphShape.eighths.prefix(14) + quadrants
            + choices.flatMap { set in (1..<1 << (set.partCount - 1)).map { set.shape(ofParts: $0 ^ $0 >> 1) } }
    }

    /// Returns the shape for a cell of samples without the terminal's default color; `nil` if they are alike.
    func best(of samples: CellSamples) -> GlyphShape? {
        sums.fill(from: samples)
        var search = ShapeSearch(sums)
        // the plainest shapes first: of those that are as good, they are taken
        search.offerEighths()
        search.offerQuadrants()
        for set in choices { search.offerChoices(of: set) }
        return search.score > Self.minScore ? shapes[search.best] : nil
    }
}

/// The best of the shapes that were offered, as their number.
private struct ShapeSearch {
    private(set) var score: Float = 0
    private(set) var best = 0
    private var next = 0
    private let sums: UnsafePointer<SIMD4<Float>>
    private let weights: UnsafePointer<Float>

    init(_ sums: SampleSums) {
        self.sums = UnsafePointer(sums.values)
        weights = UnsafePointer(sums.weights)
    }

    /// Takes the sum of one side's samples and their count.
    @inline(__always)
    private mutating func offer(_ sum: SIMD4<Float>, count: Int) {
        let square = sum * sum
        let score = (square.x + square.y + square.z) * weights[count]
        let isBetter = score > self.score
        (self.score, best) = (isBetter ? score : self.score, isBetter ? next : best)
        next += 1
    }

    mutating func offerEighths() {
        var sum = SIMD4<Float>()
        for row in 0..<7 {
            sum += half(7 - row, 0) + half(7 - row, 1)
            offer(sum, count: 8 * (row + 1))
        }
        sum = SIMD4()
        for column in 0..<7 {
            sum += sums[SampleSums.columns + column]
            offer(sum, count: 8 * (column + 1))
        }
    }

    mutating func offerQuadrants() {
        let first = block(0..<4, 0)
        let last = block(4..<8, 1)
        offer(first, count: 16)
        offer(block(0..<4, 1), count: 16)
        offer(block(4..<8, 0), count: 16)
        offer(last, count: 16)
        offer(first + last, count: 32)
    }

    /// Takes all choices of parts but the last one, each of which differs from the one before in one part (Gray's
    /// code).
    mutating func offerChoices(of set: GlyphSet) {
        withUnsafeTemporaryAllocation(of: (sum: SIMD4<Float>, count: Int).self, capacity: set.partCount) { blocks in
            for part in blocks.indices {
                let rows = set.samples(ofPartRow: part / 2)
                blocks.initializeElement(at: part, to: (block(rows, part % 2), 4 * rows.count))
            }
            var (sum, count) = (SIMD4<Float>(), 0)
            for step in 1..<1 << (blocks.count - 1) {
                let part = step.trailingZeroBitCount
                let isChosen = (step ^ step >> 1) >> part & 1 == 1
                sum += isChosen ? blocks[part].sum : -blocks[part].sum
                count += isChosen ? blocks[part].count : -blocks[part].count
                offer(sum, count: count)
            }
        }
    }

    @inline(__always)
    private func half(_ row: Int, _ side: Int) -> SIMD4<Float> { sums[2 * row + side] }

    @inline(__always)
    private func block(_ rows: Range<Int>, _ side: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>()
        for row in rows { sum += half(row, side) }
        return sum
    }
}

/// The sums of a cell's samples that shapes share, less the mean of the cell. A class, to own memory that is used again
/// for every cell.
private final class SampleSums {
    /// The left half and the right half of each row, then the columns.
    let values = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 24)
    static let columns = 16
    /// 1/n + 1/(64 - n) for n samples.
    let weights = UnsafeMutablePointer<Float>.allocate(capacity: 65)

    init() {
        values.initialize(repeating: SIMD4(), count: 24)
        for count in 0...64 {
            (weights + count).initialize(to: count % 64 == 0 ? 0 : 64 / Float(count * (64 - count)))
        }
    }

    deinit {
        values.deallocate()
        weights.deallocate()
    }

    func fill(from samples: CellSamples) {
        // two samples in a word: their blue and red in 16 bits each, and their green
        var (columnsRedBlue, columnsGreen, total) = (SIMD4<UInt64>(), SIMD4<UInt64>(), UInt64(0))
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 24) { packed in
            for y in 0..<8 {
                let row = UnsafeRawPointer(samples.start + y * samples.width).loadUnaligned(as: SIMD4<UInt64>.self)
                let (redBlue, green) = (row & 0x00FF_00FF_00FF_00FF, row &>> 8 & 0x0000_00FF_0000_00FF)
                columnsRedBlue &+= redBlue
                columnsGreen &+= green
                packed[2 * y] = Self.halves(redBlue[0] &+ redBlue[1], green[0] &+ green[1])
                packed[2 * y + 1] = Self.halves(redBlue[2] &+ redBlue[3], green[2] &+ green[3])
                total &+= packed[2 * y] &+ packed[2 * y + 1]
            }
            for pair in 0..<4 {
                let (redBlue, green) = (columnsRedBlue[pair], columnsGreen[pair])
                packed[Self.columns + 2 * pair] = redBlue & 0xFFFF_FFFF | green << 32
                packed[Self.columns + 2 * pair + 1] = redBlue >> 32 | (green >> 32) << 32
            }
            let mean = Self.unpacked(total) / 16
            for index in 0..<Self.columns { values[index] = Self.unpacked(packed[index]) - mean }
            for index in Self.columns..<24 { values[index] = Self.unpacked(packed[index]) - 2 * mean }
        }
    }

    /// Returns the sum of the two halves of words, as blue, red and green of 16 bits each: enough for the sums of 64
    /// bytes.
    @inline(__always)
    private static func halves(_ redBlue: UInt64, _ green: UInt64) -> UInt64 {
        (redBlue & 0xFFFF_FFFF) &+ redBlue >> 32 | (green &+ green >> 32) << 32
    }

    @inline(__always)
    private static func unpacked(_ sums: UInt64) -> SIMD4<Float> {
        SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(sums, to: SIMD4<UInt16>.self)))
    }
}
