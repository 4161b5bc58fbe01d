import Pixels

/// The characters that pictures are drawn with. Every set contains those before it.
public enum GlyphSet: String, Hashable, Sendable, CaseIterable {
    /// `▀` and `▄`: a cell is two pixels, one above the other, each in its own color.
    case halfBlocks = "half"
    /// Quadrants, and eighths of a cell from any side: U+2580 to U+259F, which nearly every font has.
    case blocks
    /// Sextants, two by three parts (Unicode 13).
    case sextants
    /// Octants, two by four parts (Unicode 16).
    case octants

    /// The samples of a picture in a cell of the set. More than a cell has colors: the best shape for them is searched,
    /// and its two sides get their mean colors.
    public var sampling: PictureSampling {
        PictureSampling(samples: self == .halfBlocks ? PixelSize(width: 1, height: 2) : PixelSize(width: 8, height: 8))
    }

    /// Returns the set, or a coarser one that ncurses can draw: it refuses octants where the C library does not know them
    /// yet.
    public func possible(in colors: ColorDepth) -> GlyphSet {
        self == .octants && colors != .direct ? .sextants : self
    }

    /// All characters of the set with their shapes, space and `█` included.
    var shapes: [GlyphShape] { Self.shapesBySet[self] ?? [] }

    /// Returns the shape of one of the set's characters; `nil` for any other.
    func shape(of glyph: UInt32) -> GlyphShape? { Self.shapesByGlyph[self]?[glyph] }

    /// Returns the shape that covers most of what `mask` has, and least of the rest.
    func shape(nearestTo mask: UInt64) -> GlyphShape {
        var (best, fewest) = (GlyphShape.blank, 65)
        for shape in shapes {
            let wrong = (shape.mask ^ mask).nonzeroBitCount
            if wrong < fewest { (best, fewest) = (shape, wrong) }
        }
        return best
    }

    private static let shapesByGlyph = shapesBySet.mapValues { shapes in
        Dictionary(shapes.map { ($0.glyph, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static let shapesBySet: [GlyphSet: [GlyphShape]] = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { number, set in
            let shapes = allCases[0...number].flatMap { set in
                (0..<1 << set.partCount).map { set.shape(ofParts: $0) }
            }
            return (set, shapes + (set == .halfBlocks ? [] : GlyphShape.eighths))
        })
}

/// The parts of a cell, in equal columns and rows, any choice of which one of the set's finest characters paints: what a
/// picture without colors is dithered to.
extension GlyphSet {
    var partColumns: Int { self == .halfBlocks ? 1 : 2 }
    var partRows: Int {
        switch self {
        case .halfBlocks, .blocks: 2
        case .sextants: 3
        case .octants: 4
        }
    }
    var partCount: Int { partColumns * partRows }

    /// Returns the samples' rows, of eight, in a row of parts. The middle row of sextants is two samples high, as
    /// terminals draw it where three rows do not fit exactly.
    func samples(ofPartRow row: Int) -> Range<Int> {
        switch self {
        case .halfBlocks, .blocks: 4 * row..<4 * row + 4
        case .sextants: row == 0 ? 0..<3 : row == 1 ? 3..<5 : 5..<8
        case .octants: 2 * row..<2 * row + 2
        }
    }

    /// Returns the shape of a choice of parts: bit 0 is the part at the top left, the next ones follow row by row.
    func shape(ofParts choice: Int) -> GlyphShape {
        var mask: UInt64 = 0
        for part in 0..<partCount where choice >> part & 1 == 1 {
            for y in samples(ofPartRow: part / partColumns) {
                let line: UInt64 = partColumns == 1 ? 0xFF : part % 2 == 0 ? 0x0F : 0xF0
                mask |= line << (8 * UInt64(y))
            }
        }
        return GlyphShape(glyph: glyph(ofParts: choice), mask: mask)
    }

    /// Returns the character of a choice of parts.
    func glyph(ofParts choice: Int) -> UInt32 {
        switch self {
        case .halfBlocks: Self.glyphsOfHalves[choice]
        case .blocks: Self.glyphsOfQuadrants[choice]
        case .sextants: Self.glyphsOfSextants[choice]
        case .octants: Self.glyphsOfOctants[choice]
        }
    }

    private static let glyphsOfHalves: [UInt32] = [0x20, 0x2580, 0x2584, 0x2588]

    private static let glyphsOfQuadrants: [UInt32] = [
        0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B,
        0x2597, 0x259A, 0x2590, 0x259C, 0x2584, 0x2599, 0x259F, 0x2588,
    ]

    /// U+1FB00 to U+1FB3B, in the order of the choices, but for those that older characters show.
    private static let glyphsOfSextants = glyphs(
        from: 0x1FB00, count: 64, others: [0: 0x20, 0b010101: 0x258C, 0b101010: 0x2590, 63: 0x2588])

    /// U+1CD00 to U+1CDE5, likewise. The others are quadrants, quarters of a cell, and quarters of its halves.
    private static let glyphsOfOctants: [UInt32] = {
        var others: [Int: UInt32] = [
            0b0000_0001: 0x1CEA8, 0b0000_0010: 0x1CEAB, 0b0000_0011: 0x1FB82, 0b0011_1111: 0x1FB85,
            0b0100_0000: 0x1CEA3, 0b1000_0000: 0x1CEA0, 0b1100_0000: 0x2582, 0b1111_1100: 0x2586,
            0b0001_0100: 0x1FBE6, 0b0010_1000: 0x1FBE7,
        ]
        for quadrants in 0..<16 {
            let octants = (0..<8).reduce(0) { $0 | (quadrants >> ($1 / 4 * 2 + $1 % 2) & 1) << $1 }
            others[octants] = glyphsOfQuadrants[quadrants]
        }
        return glyphs(from: 0x1CD00, count: 256, others: others)
    }()

    private static func glyphs(from first: UInt32, count: Int, others: [Int: UInt32]) -> [UInt32] {
        var next = first
        return (0..<count).map { choice in
            if let other = others[choice] { return other }
            defer { next += 1 }
            return next
        }
    }
}

/// The part of a cell that a character paints in the foreground.
struct GlyphShape: Hashable, Sendable {
    let glyph: UInt32
    /// Eight by eight samples, row by row from the lowest bit.
    let mask: UInt64

    static let blank = GlyphShape(glyph: 0x20, mask: 0)
    static let upperHalf = GlyphShape(glyph: 0x2580, mask: 0xFFFF_FFFF)

    /// Whether it covers more of the upper half of a cell than of the lower one, or as much.
    var isUpper: Bool { (mask & 0xFFFF_FFFF).nonzeroBitCount >= (mask >> 32).nonzeroBitCount }

    /// The lower and the left eighths, and the upper and the right one, which Unicode has only one of each.
    static let eighths: [GlyphShape] =
        (1...7).map { GlyphShape(glyph: 0x2580 + UInt32($0), mask: ~0 << (8 * UInt64(8 - $0))) }
        + (1...7).map { GlyphShape(glyph: 0x2590 - UInt32($0), mask: (1 << UInt64($0) - 1) &* 0x0101_0101_0101_0101) }
        + [GlyphShape(glyph: 0x2594, mask: 0xFF), GlyphShape(glyph: 0x2595, mask: 0x8080_8080_8080_8080)]
}

extension Cell {
    /// The color of the upper and the lower half of a cell with a block character or a space, mixed in linear light
    /// where a half has both; of the terminal's default and another color, the one that covers more. `nil` for other
    /// characters.
    public var halves: (upper: CellColor, lower: CellColor)? {
        guard let shape = GlyphSet.octants.shape(of: glyph) else { return nil }
        return (mix((shape.mask & 0xFFFF_FFFF).nonzeroBitCount), mix((shape.mask >> 32).nonzeroBitCount))
    }

    /// Returns the color of 32 samples, of which `ink` are painted.
    private func mix(_ ink: Int) -> CellColor {
        guard ink > 0, ink < 32, let over = foreground.rgb, let under = background.rgb else {
            return ink >= 16 ? foreground : background
        }
        return CellColor(AlphaBlender.blend(RGBA(over, alpha: UInt8(ink * 255 / 32)), over: under))
    }
}
