import Pixels

extension PictureRenderer {
    // MARK: - Two colors and a shape

    /// Returns cells whose shape and two colors are the nearest to their samples; the colors are means of light.
    func shapes(_ samples: [CellColor], _ size: CellSize) -> [Cell] {
        let fit = ShapeFit(glyphs)
        let width = size.columns * 8
        var found = [GlyphShape](repeating: GlyphShape.blank, count: size.columns * size.rows)
        // the foreground and the background of each cell, above each other: the upper one first, as a dither expects
        var colors = [CellColor](repeating: .terminal, count: 2 * found.count)
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            for index in found.indices {
                let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
                let cell = CellSamples(start + row * 8 * width + column * 8, width: width)
                let drawn = cell.drawn
                // the halves of a flat cell are equal, so it becomes a space; but a dither needs both
                found[index] = drawn == ~0 ? fit.best(of: cell) ?? .upperHalf : glyphs.shape(nearestTo: drawn)
                let upper = 2 * row * size.columns + column
                (colors[upper], colors[upper + size.columns]) = cell.colors(of: found[index], drawn: drawn)
            }
        }
        reduce(&colors, width: size.columns)
        return found.indices.map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
            let upper = 2 * row * size.columns + column
            return Self.cell(found[index], colors[upper], colors[upper + size.columns])
        }
    }

    /// Returns the cell of a shape, whose upper side has the first color.
    private static func cell(_ shape: GlyphShape, _ upper: CellColor, _ lower: CellColor) -> Cell {
        guard upper != lower, let glyph = Unicode.Scalar(shape.glyph) else {
            return Cell(" ", style: CellStyle(background: upper))
        }
        let style =
            shape.isUpper
            ? CellStyle(foreground: upper, background: lower) : CellStyle(foreground: lower, background: upper)
        return Cell(glyph, style: style)
    }

    // MARK: - Without colors

    /// Returns cells whose parts are foreground or background, dithered part by part.
    func parts(_ samples: [CellColor], _ size: CellSize) -> [Cell] {
        var pixels = reduced(samples, size)
        let width = size.columns * glyphs.partColumns
        reduce(&pixels, width: width)
        return (0..<size.columns * size.rows).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: size.columns)
            let choice = (0..<glyphs.partCount).reduce(0) { choice, part in
                let x = column * glyphs.partColumns + part % glyphs.partColumns
                let y = row * glyphs.partRows + part / glyphs.partColumns
                return pixels[y * width + x] == InkAndGround.ink ? choice | 1 << part : choice
            }
            return Cell(Unicode.Scalar(glyphs.glyph(ofParts: choice)) ?? " ")
        }
    }

    /// Returns a color for each part of each cell: the mean of its samples, or the terminal's default where most of it
    /// is that.
    private func reduced(_ samples: [CellColor], _ size: CellSize) -> [CellColor] {
        let width = size.columns * 8
        return samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return [] }
            return (0..<size.rows * glyphs.partRows).flatMap { line in
                let (row, part) = line.quotientAndRemainder(dividingBy: glyphs.partRows)
                return (0..<size.columns * glyphs.partColumns).map { x -> CellColor in
                    let (column, side) = x.quotientAndRemainder(dividingBy: glyphs.partColumns)
                    let cell = CellSamples(start + row * 8 * width + column * 8, width: width)
                    let mask = glyphs.shape(ofParts: 1 << (part * glyphs.partColumns + side)).mask
                    let drawn = cell.drawn & mask
                    guard 2 * drawn.nonzeroBitCount >= mask.nonzeroBitCount else { return .terminal }
                    return cell.mean(of: drawn)
                }
            }
        }
    }
}

/// The eight by eight samples of a cell, in place.
struct CellSamples {
    let start: UnsafePointer<CellColor>
    /// Number of samples from one row to the next.
    let width: Int

    init(_ start: UnsafePointer<CellColor>, width: Int) { (self.start, self.width) = (start, width) }

    /// The samples that have a color of their own, not the terminal's.
    var drawn: UInt64 {
        var every = SIMD8<UInt32>()
        for y in 0..<8 { every |= UnsafeRawPointer(start + y * width).loadUnaligned(as: SIMD8<UInt32>.self) }
        guard every.max() >= CellColor.terminal.bits else { return ~0 }
        var mask: UInt64 = 0
        for index in 0..<64 where start[index / 8 * width + index % 8].bits != CellColor.terminal.bits {
            mask |= 1 << UInt64(index)
        }
        return mask
    }

    /// Returns the colors of a shape and of the rest of the cell, the upper one first. In a cell that is only partly
    /// `drawn`, the rest has the terminal's default color, because too little is drawn there.
    func colors(of shape: GlyphShape, drawn: UInt64) -> (CellColor, CellColor) {
        let (ink, ground) = drawn == ~0 ? means(of: shape.mask) : (mean(of: shape.mask & drawn), .terminal)
        let rest = shape.mask == ~0 ? ink : ground
        return shape.isUpper ? (ink, rest) : (rest, ink)
    }

    /// Returns the means of the light of a shape's samples and of all others; the terminal's default for none.
    private func means(of mask: UInt64) -> (CellColor, CellColor) {
        let light = LinearLight.lightOfByte
        // A shape has all or none of four samples: beside each other, or above each other where it is an eighth from the
        // side.
        let isOfRows = (mask ^ mask >> 1) & 0x7777_7777_7777_7777 == 0
        let step = isOfRows ? 1 : width
        // red and green in the halves of one word: 64 samples of 16 bits each
        var (inside, insideBlue, all, allBlue) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for four in 0..<16 {
            let (x, y) = isOfRows ? (4 * (four & 1), four >> 1) : (four & 7, 4 * (four >> 3))
            let first = start + y * width + x
            var (pair, blue) = (UInt64(0), UInt64(0))
            for sample in 0..<4 {
                let bits = first[sample * step].bits
                pair &+= light[Int(bits >> 16 & 0xFF)] << 32 | light[Int(bits >> 8 & 0xFF)]
                blue &+= light[Int(bits & 0xFF)]
            }
            let chosen = 0 &- (mask &>> UInt64(8 * y + x) & 1)
            all &+= pair
            allBlue &+= blue
            inside &+= pair & chosen
            insideBlue &+= blue & chosen
        }
        let count = UInt64(mask.nonzeroBitCount)
        return (
            Self.mean(of: inside, insideBlue, count: count),
            Self.mean(of: all &- inside, allBlue &- insideBlue, count: 64 - count)
        )
    }

    private static func mean(of pair: UInt64, _ blue: UInt64, count: UInt64) -> CellColor {
        guard count > 0 else { return .terminal }
        // half the width divides in less than half the time
        let (table, count) = (LinearLight.byteOfLight, UInt32(truncatingIfNeeded: count))
        let byte = { (sum: UInt64) in table[Int((UInt32(truncatingIfNeeded: sum) &+ count / 2) / count)] }
        return CellColor(RGB(byte(pair >> 32), byte(pair), byte(blue)))
    }

    /// Returns the mean of some samples' light; the terminal's default for none.
    func mean(of mask: UInt64) -> CellColor {
        let light = LinearLight.lightOfByte
        var (pair, blue, rest) = (UInt64(0), UInt64(0), mask)
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            let bits = start[index >> 3 * width + index & 7].bits
            pair &+= light[Int(bits >> 16 & 0xFF)] << 32 | light[Int(bits >> 8 & 0xFF)]
            blue &+= light[Int(bits & 0xFF)]
        }
        return Self.mean(of: pair, blue, count: UInt64(mask.nonzeroBitCount))
    }
}
