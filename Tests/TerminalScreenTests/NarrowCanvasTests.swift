import Pixels
import Testing

@testable import TerminalScreen

/// Canvases for terminals where half blocks and lines are two columns wide.
@Suite(.endsInTime) struct NarrowCanvasTests {
    private static func canvas(_ text: String, _ style: CellStyle = .plain) -> Canvas {
        var canvas = Canvas(size: CellSize(columns: 12, rows: 1))
        canvas.draw(text, at: .zero, style: style, clip: canvas.bounds)
        return canvas.withoutAmbiguousSigns()
    }

    private static func text(_ canvas: Canvas) -> String {
        String(String.UnicodeScalarView(canvas.cells.compactMap { $0.glyph == 0 ? nil : Unicode.Scalar($0.glyph) }))
    }

    @Test func `a half block is a space in the color of both halves`() {
        let (white, black) = (CellColor(hex: 0xFFFFFF), CellColor(hex: 0))
        for sign in ["▀", "▄"] {
            let cell = Self.canvas(sign, CellStyle(foreground: white, background: black))[0, 0]
            #expect(cell.glyph == 0x20)
            #expect(cell.background.rgb == RGB(188, 188, 188), "half the light of white")
            // an unknown color is left out
            #expect(Self.canvas(sign, CellStyle(foreground: white))[0, 0].background == white)
            #expect(Self.canvas(sign, CellStyle(background: white))[0, 0].background == white)
        }
    }

    @Test func `a full block is a space on its foreground color`() {
        let ink = CellColor(hex: 0x123456)
        #expect(
            Self.canvas("█", CellStyle(foreground: ink))[0, 0]
                == Cell(" ", style: CellStyle(foreground: ink, background: ink)))
        #expect(Self.canvas("█")[0, 0] == Cell(" ", style: CellStyle(attributes: .reverse)))
    }

    /// Lines of output have no attributes.
    @Test func `a printed picture without colors is ASCII`() {
        let cells = [Cell("▀"), Cell("▄"), Cell("█"), Cell(" ")]
        let picture = PictureCells(size: CellSize(columns: 4, rows: 1), cells: cells).withoutAmbiguousSigns()
        #expect(picture.cells == [Cell("\""), Cell("_"), Cell("#"), Cell(" ")])
    }

    @Test func `lines and marks become ASCII, and letters stay`() {
        #expect(Self.text(Self.canvas("╭─│● 2×3 …→")) == "+-|o 2x3 .> ")
        #expect(Self.text(Self.canvas("aé漢⠋")) == "aé漢⠋       ")
    }

    @Test func `no line or block character is left`() {
        for scalar in (0x2500...0x2593).compactMap(Unicode.Scalar.init) {
            let cell = Self.canvas(String(scalar))[0, 0]
            #expect(cell.glyph < 0x7F, "\(scalar)")
        }
    }
}
