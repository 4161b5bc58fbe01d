import Pixels
@testable import TerminalScreen
import TestSupport
import Testing

@Suite(.endsInTime) struct PictureRendererTests {
    private let direct = PictureRenderer(colors: .direct)

    private func bitmap(width: Int, _ pixels: [RGBA]) -> Bitmap {
        Bitmap(
            size: PixelSize(width: width, height: pixels.count / width),
            bytes: pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] },
            hasAlpha: pixels.contains { $0.alpha < 255 })
    }

    private func cell(_ glyph: Unicode.Scalar, _ foreground: CellColor, _ background: CellColor) -> Cell {
        Cell(glyph, style: CellStyle(foreground: foreground, background: background))
    }

    private let red = RGBA(255, 0, 0)
    private let blue = RGBA(0, 0, 255)
    private let clear = RGBA(9, 9, 9, 0)

    @Test func `a cell is two pixels`() {
        let picture = direct.cells(for: bitmap(width: 2, [red, blue, blue, blue]), background: .terminal)
        #expect(picture.size == CellSize(columns: 2, rows: 1))
        #expect(picture.cells[0] == cell("▀", CellColor(hex: 0xFF0000), CellColor(hex: 0x0000FF)))
        #expect(picture.cells[1] == cell(" ", .terminal, CellColor(hex: 0x0000FF)))
    }

    @Test func `below an odd height is the background`() {
        let tall = bitmap(width: 1, [red, red, blue])
        let onTerminal = direct.cells(for: tall, background: .terminal)
        #expect(onTerminal.size == CellSize(columns: 1, rows: 2))
        #expect(onTerminal.cells[1] == cell("▀", CellColor(hex: 0x0000FF), .terminal))
        let onGreen = direct.cells(for: tall, background: .color(RGB(0, 128, 0)))
        #expect(onGreen.cells[1] == cell("▀", CellColor(hex: 0x0000FF), CellColor(hex: 0x008000)))
    }

    /// Regression: on a light terminal the edges of a transparent picture were dark.
    @Test func `partly transparent pixels are blended with the terminal's reported background`() {
        let half = RGBA(255, 0, 0, 128)
        let picture = bitmap(width: 2, [half, clear, half, clear])
        let unknown = direct.cells(for: picture, background: .terminal)
        let known = direct.cells(for: picture, background: .terminalColor(RGB(255, 255, 255)))
        let onWhite = direct.cells(for: picture, background: .color(RGB(255, 255, 255)))
        #expect(known.cells[0] == onWhite.cells[0] && known.cells[0] != unknown.cells[0])
        #expect(known.cells[1] == unknown.cells[1] && known.cells[1].background == .terminal)
    }

    @Test func `transparent halves show the terminal's background`() {
        let picture = direct.cells(
            for: bitmap(width: 4, [red, clear, clear, clear, clear, red, clear, red]), background: .terminal)
        let ink = CellColor(hex: 0xFF0000)
        #expect(
            picture.cells == [cell("▀", ink, .terminal), cell("▄", ink, .terminal), .blank, cell("▄", ink, .terminal)])
    }

    @Test func `alpha is blended in linear light`() {
        // Half of white's light is sRGB 188, not 128.
        let veil = RGBA(255, 255, 255, 128)
        let picture = direct.cells(for: bitmap(width: 1, [veil, veil]), background: .color(RGB(0, 0, 0)))
        #expect(picture.cells[0].background == CellColor(hex: 0xBCBCBC))
        let onTerminal = direct.cells(for: bitmap(width: 1, [veil, veil]), background: .terminal)
        #expect(onTerminal.cells[0].background == CellColor(hex: 0xBCBCBC))
    }

    @Test func `the checkerboard has squares of four pixels`() {
        let nothing = Bitmap(size: PixelSize(width: 8, height: 8), filledWith: clear)
        let picture = direct.cells(for: nothing, background: .checkerboard)
        let light = CellColor(hex: 0x999999)
        let dark = CellColor(hex: 0x666666)
        #expect(picture.cells[0..<4].allSatisfy { $0 == cell(" ", .terminal, light) })
        #expect(picture.cells[4..<8].allSatisfy { $0 == cell(" ", .terminal, dark) })
        #expect(picture.cells[16..<20].allSatisfy { $0 == cell(" ", .terminal, dark) })
    }

    @Test(arguments: [ColorDepth.palette256, .palette16, .palette8])
    func `pictures of few colors have only colors of the palette`(_ depth: ColorDepth) throws {
        var random = SeededGenerator(seed: 7)
        let palette = try #require(TerminalPalette.of(depth))
        let pixels = (0..<400).map { _ in
            RGBA(random.byte(), random.byte(), random.byte())
        }
        let picture = PictureRenderer(colors: depth).cells(for: bitmap(width: 20, pixels), background: .checkerboard)
        let colors = picture.cells.flatMap { [$0.foreground.rgb, $0.background.rgb] }.compactMap(\.self)
        #expect(Set(colors).count > 2)
        for color in colors { #expect(palette.colors.contains(color)) }
    }

    @Test func `in mono light areas are drawn`() {
        let mono = PictureRenderer(colors: .mono)
        let (white, black) = (RGBA(255, 255, 255), RGBA(0, 0, 0))
        let picture = mono.cells(
            for: bitmap(width: 4, [white, white, black, black, white, black, white, black]), background: .checkerboard)
        #expect(picture.cells == [Cell("█"), Cell("▀"), Cell("▄"), .blank])
    }

    @Test(arguments: [(255, 64), (188, 32), (137, 16), (0, 0)])
    func `in mono the drawn area equals the light of the picture`(_ grey: UInt8, _ inked: Int) {
        let flat = Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(grey, grey, grey))
        let picture = PictureRenderer(colors: .mono).moving.cells(for: flat, background: .checkerboard)
        let halves = picture.cells.map { $0.glyph == Cell("█").glyph ? 2 : $0.glyph == 0x20 ? 0 : 1 }
        #expect(halves.reduce(0, +) == inked)
    }

    @Test func `an empty bitmap is no picture`() {
        let nothing = Bitmap(size: PixelSize(width: 0, height: 0), bytes: [], hasAlpha: false)
        #expect(direct.cells(for: nothing, background: .checkerboard).cells.isEmpty)
    }

    @Test func `a picture is clipped where it is drawn`() {
        let pixels = (0..<16).map { RGBA(UInt8($0), 0, 0) }
        let picture = direct.cells(for: bitmap(width: 4, pixels), background: .terminal)
        var canvas = Canvas(size: CellSize(columns: 3, rows: 3))
        canvas.draw(picture, at: CellPoint(column: -1, row: -1), clip: CellRect(column: 0, row: 0, columns: 2, rows: 3))
        #expect(canvas[0, 0] == picture.cells[5])
        #expect(canvas[1, 0] == picture.cells[6])
        #expect(canvas[2, 0] == .blank)
        #expect(canvas[0, 1] == .blank)
    }
}
