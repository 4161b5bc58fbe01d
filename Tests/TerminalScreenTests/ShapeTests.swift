import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

/// Pictures with more samples in a cell than it has colors.
@Suite(.endsInTime) struct ShapeTests {
    private func bitmap(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGBA) -> Bitmap {
        .drawn(width, height, hasAlpha: true, color)
    }

    private func cells(
        _ bitmap: Bitmap, _ glyphs: GlyphSet, _ colors: ColorDepth = .direct,
        background: PictureBackground = .terminal
    ) -> PictureCells {
        PictureRenderer(colors: colors, glyphs: glyphs).cells(for: bitmap, background: background)
    }

    private let red = RGBA(255, 0, 0)
    private let blue = RGBA(0, 0, 255)
    private let clear = RGBA(0, 0, 0, 0)

    @Test(arguments: [GlyphSet.blocks, .sextants, .octants])
    func `a cell of two colors is shown as it is, whatever shape they have`(glyphs: GlyphSet) throws {
        let shapes = glyphs.shapes.filter { $0.mask != 0 && $0.mask != ~0 }
        try #require(!shapes.isEmpty)
        for shape in shapes {
            let picture = bitmap(8, 8) { x, y in shape.mask >> UInt64(8 * y + x) & 1 == 1 ? red : blue }
            let cell = cells(picture, glyphs).cells[0]
            // either color may be the foreground
            let found = glyphs.shape(of: cell.glyph)?.mask
            if found == shape.mask {
                #expect(cell.foreground == CellColor(red.opaque) && cell.background == CellColor(blue.opaque))
            } else {
                #expect(found == ~shape.mask, "\(shape)")
                #expect(cell.foreground == CellColor(blue.opaque) && cell.background == CellColor(red.opaque))
            }
        }
    }

    @Test(arguments: [GlyphSet.blocks, .sextants, .octants])
    func `no shape of the set fits better than the one that was found`(glyphs: GlyphSet) {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let noise = (0..<64).map { _ in
                RGBA(.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 90)
            }
            let picture = bitmap(8, 8) { x, y in noise[8 * y + x] }
            let glyph = cells(picture, glyphs).cells[0].glyph
            guard let found = glyphs.shape(of: glyph) else {
                Issue.record("\(glyph) is not of \(glyphs)")
                continue
            }
            let least = glyphs.shapes.map { Self.error(of: $0.mask, noise) }.min() ?? 0
            #expect(Self.error(of: found.mask, noise) <= least * 1.0001, "\(generator)")
        }
    }

    /// Returns the squared distance of samples from the mean of their side: the sum of squares less that of the means.
    private static func error(of mask: UInt64, _ samples: [RGBA]) -> Double {
        var (squares, sums, counts) = (0.0, [SIMD3<Double>(), SIMD3()], [0.0, 0.0])
        for (index, sample) in samples.enumerated() {
            let color = SIMD3(Double(sample.red), Double(sample.green), Double(sample.blue))
            let side = Int(mask >> UInt64(index) & 1)
            squares += (color * color).sum()
            sums[side] += color
            counts[side] += 1
        }
        return squares - (0...1).reduce(0) { $0 + (sums[$1] * sums[$1]).sum() / max(1, counts[$1]) }
    }

    @Test func `colors are means of light`() {
        // one row of white and black pixels in turn, above red
        let picture = bitmap(8, 8) { x, y in
            y < 4 ? (x % 2 == 0 ? RGBA(255, 255, 255) : RGBA(0, 0, 0)) : red
        }
        let cell = cells(picture, .blocks).cells[0]
        #expect([cell.foreground, cell.background].contains(CellColor(hex: 0xBCBCBC)))
    }

    @Test func `a flat cell is a space`() {
        let picture = bitmap(16, 8) { _, _ in red }
        #expect(
            cells(picture, .octants).cells
                == Array(repeating: Cell(" ", style: CellStyle(background: CellColor(red.opaque))), count: 2))
    }

    // MARK: - Edges

    @Test func `the edge of a picture shows to an eighth of a cell`() {
        let picture = bitmap(11, 5) { _, _ in red }
        let shown = cells(picture, .blocks)
        #expect(shown.size == CellSize(columns: 2, rows: 1))
        #expect(shown.cells[1].background == .terminal)
        // over a color it has eight by eight samples like any other cell
        let onBlue = cells(bitmap(11, 8) { _, _ in red }, .blocks, background: .color(blue.opaque))
        #expect(onBlue.cells[1].glyph == 0x258D)  // three eighths
        #expect(onBlue.cells[1].foreground == CellColor(red.opaque))
    }

    @Test func `transparent pixels show the terminal's background`() {
        let left = cells(bitmap(8, 8) { x, _ in x < 3 ? red : clear }, .blocks).cells[0]
        #expect(left == Cell("▍", style: CellStyle(foreground: CellColor(red.opaque), background: .terminal)))
        let lower = cells(bitmap(8, 8) { _, y in y < 5 ? clear : red }, .blocks).cells[0]
        #expect(lower == Cell("▃", style: CellStyle(foreground: CellColor(red.opaque), background: .terminal)))
        let none = cells(bitmap(8, 8) { _, _ in clear }, .blocks).cells[0]
        #expect(none == .blank)
    }

    // MARK: - Few colors

    @Test(arguments: [ColorDepth.palette256, .palette16, .palette8])
    func `with a palette every color is one of it`(depth: ColorDepth) throws {
        var generator = SeededGenerator(seed: 3)
        let picture = bitmap(80, 48) { x, y in
            RGBA(UInt8(x * 3), UInt8(y * 5), .random(in: 0...255, using: &generator))
        }
        let palette = try #require(TerminalPalette.of(depth))
        for cell in cells(picture, .blocks, depth).cells {
            for color in [cell.background] + (cell.glyph == 0x20 ? [] : [cell.foreground]) {
                #expect(color.rgb.map(palette.colors.contains) == true)
            }
        }
    }

    @Test func `a flat tone is dithered to the same light as with half blocks`() {
        // black and white are the nearest colors of a palette of eight
        func light(_ glyphs: GlyphSet) -> Double {
            let samples = glyphs.sampling.samples
            let gray = bitmap(40 * samples.width, 20 * samples.height) { _, _ in RGBA(128, 128, 128) }
            let cells = cells(gray, glyphs, .palette8).cells
            let halves = cells.compactMap(\.halves).flatMap { [$0.upper, $0.lower] }
            return halves.reduce(0) { $0 + Double($1.rgb.map { AlphaBlender.luminance(of: $0) } ?? 0) }
                / Double(halves.count)
        }
        #expect(abs(light(.blocks) - light(.halfBlocks)) < 0.02)
        #expect(light(.blocks) > 0.1)
    }

    @Test(arguments: [GlyphSet.blocks, .sextants, .octants])
    func `without colors the parts of a cell are dithered one by one`(glyphs: GlyphSet) {
        let gray = bitmap(80, 80) { _, _ in RGBA(128, 128, 128) }
        let shown = cells(gray, glyphs, .mono)
        #expect(shown.cells.allSatisfy { $0.foreground == .terminal && $0.background == .terminal })
        let painted = shown.cells.reduce(0) { $0 + (glyphs.shape(of: $1.glyph)?.mask.nonzeroBitCount ?? 0) }
        #expect((0.15...0.35).contains(Double(painted) / 6400))  // a picture of one tone keeps its light
        let halves = cells(bitmap(8, 8) { x, _ in x < 4 ? RGBA(255, 255, 255) : RGBA(0, 0, 0) }, glyphs, .mono)
        #expect(halves.cells == [Cell("▌")])
    }
}
