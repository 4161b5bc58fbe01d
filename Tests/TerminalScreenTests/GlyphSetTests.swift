import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct GlyphSetTests {
    @Test func `every choice of parts has a character of its own`() {
        for set in GlyphSet.allCases {
            let glyphs = (0..<1 << set.partCount).map { set.glyph(ofParts: $0) }
            #expect(Set(glyphs).count == glyphs.count, "\(set)")
            #expect(glyphs.first == 0x20 && glyphs.last == 0x2588, "\(set)")
        }
    }

    /// Unicode's names state the parts of a character: BLOCK SEXTANT-1, BLOCK OCTANT-3 and so on.
    @Test func `sextants and octants are where Unicode has them`() {
        #expect(GlyphSet.sextants.glyph(ofParts: 0b000001) == 0x1FB00)
        #expect(GlyphSet.sextants.glyph(ofParts: 0b010100) == 0x1FB13)
        #expect(GlyphSet.sextants.glyph(ofParts: 0b010101) == 0x258C)
        #expect(GlyphSet.sextants.glyph(ofParts: 0b010110) == 0x1FB14)
        #expect(GlyphSet.sextants.glyph(ofParts: 0b111110) == 0x1FB3B)
        #expect(GlyphSet.octants.glyph(ofParts: 0b0000_0100) == 0x1CD00)
        #expect(GlyphSet.octants.glyph(ofParts: 0b0000_0111) == 0x1CD02)
        #expect(GlyphSet.octants.glyph(ofParts: 0b1111_1110) == 0x1CDE5)
        #expect(GlyphSet.octants.glyph(ofParts: 0b0011_1111) == 0x1FB85)
        #expect(GlyphSet.octants.glyph(ofParts: 0b0000_1111) == 0x2580)
    }

    @Test func `the shape of a character is what it paints`() {
        let shape = { (glyph: Unicode.Scalar) in GlyphSet.octants.shape(of: glyph.value)?.mask }
        #expect(shape(" ") == 0)
        #expect(shape("█") == ~0)
        #expect(shape("▀") == 0x0000_0000_FFFF_FFFF)
        #expect(shape("▁") == 0xFF00_0000_0000_0000)
        #expect(shape("▏") == 0x0101_0101_0101_0101)
        #expect(shape("▉") == 0x7F7F_7F7F_7F7F_7F7F)
        #expect(shape("▕") == 0x8080_8080_8080_8080)
        #expect(shape("▚") == 0xF0F0_F0F0_0F0F_0F0F)
        #expect(shape("A") == nil)
        #expect(GlyphSet.blocks.shape(of: 0x1FB00) == nil)
    }

    @Test func `every character of a picture is one column wide`() throws {
        try #require(!GlyphSet.octants.shapes.isEmpty)
        for shape in GlyphSet.octants.shapes {
            #expect(Unicode.Scalar(shape.glyph).map { CharacterWidth($0) } == .narrow, "\(shape.glyph)")
        }
    }

    // MARK: - Geometry

    @Test func `a picture is as large in every set`() {
        let source = PixelSize(width: 4000, height: 3000)
        let box = CellSize(columns: 40, rows: 12)
        for aspect in [0.8, 1, 1.3] {
            for set in GlyphSet.allCases {
                let size = set.sampling.size(of: source, in: box, halfCellAspect: aspect)
                let (columns, rows) = (
                    Double(size.width) / Double(set.sampling.samples.width),
                    Double(size.height) / Double(set.sampling.samples.height)
                )
                #expect(abs(columns - 24 * 4 / 3 / aspect) < 1 && abs(rows - 12) < 0.6, "\(set) \(aspect)")
            }
        }
    }

    @Test func `a small picture is decoded with all its rows`() {
        for set in GlyphSet.allCases {
            let pixels = set.sampling.pixels(in: CellSize(columns: 90, rows: 30))
            let box = set.sampling.decoding(to: pixels, halfCellAspect: 1).box
            let icon = PixelSize(width: 32, height: 32)
            #expect(Fit.contain.size(of: icon, in: box) == icon, "\(set)")
        }
    }

    @Test func `a picture in the terminal's pixels is decoded in the size that it is shown in`() {
        let source = PixelSize(width: 4000, height: 3000)
        for cell in [
            PixelSize(width: 6, height: 13), PixelSize(width: 9, height: 20), PixelSize(width: 12, height: 24),
        ] {
            let sampling = PictureSampling(samples: cell)
            let (box, aspect) = (CellSize(columns: 40, rows: 30), 2 * Double(cell.width) / Double(cell.height))
            let shown = sampling.size(of: source, in: box, halfCellAspect: aspect)
            let decoding = sampling.decoding(to: sampling.pixels(in: box), halfCellAspect: aspect)
            #expect(Fit.contain.size(of: source, in: decoding.box, pixelAspect: decoding.pixelAspect) == shown)
            #expect(abs(Double(shown.width) / Double(shown.height) - 4.0 / 3) < 0.02)
        }
    }

    @Test func `cover and fill have the same size in every set`() {
        for fit in Fit.allCases {
            for source in [PixelSize(width: 10, height: 10), PixelSize(width: 2000, height: 200)] {
                let sizes = [GlyphSet.halfBlocks, .blocks].map { set in
                    let size = set.sampling.size(
                        of: source, in: CellSize(columns: 90, rows: 30), halfCellAspect: 1, fit: fit)
                    return (
                        Double(size.width / set.sampling.samples.width),
                        Double(size.height) / Double(set.sampling.samples.height)
                    )
                }
                #expect(abs(sizes[0].0 - sizes[1].0) <= 1 && abs(sizes[0].1 - sizes[1].1) <= 1, "\(fit) \(source)")
            }
        }
    }

    @Test func `a small picture is enlarged to a pixel for each half cell, and no further`() {
        let icon = PixelSize(width: 16, height: 16)
        let box = CellSize(columns: 40, rows: 20)
        #expect(
            GlyphSet.halfBlocks.sampling.size(of: icon, in: box, halfCellAspect: 1) == PixelSize(width: 16, height: 16))
        #expect(
            GlyphSet.blocks.sampling.size(of: icon, in: box, halfCellAspect: 1) == PixelSize(width: 128, height: 64))
    }
}
