import Pixels
@testable import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The number of bytes that the terminal gets: upper limits, exact only where no byte is needed.
@Suite(.endsInTime) @MainActor struct DirectByteBudgetTests {
    private let size = CellSize(columns: 200, rows: 60)
    private let presenter = DirectColorPresenter(size: CellSize(columns: 200, rows: 60))

    /// A canvas of noise, every cell of which differs from its neighbors and from other seeds.
    private func noise(_ seed: UInt64, size: CellSize) -> Canvas {
        var random = SeededGenerator(seed: seed)
        var bytes = [UInt8]()
        for _ in 0..<size.columns * size.rows * 2 {
            bytes += [random.byte(), random.byte(), random.byte(), 255]
        }
        let bitmap = Bitmap(
            size: PixelSize(width: size.columns, height: size.rows * 2), bytes: bytes, hasAlpha: false)
        var canvas = Canvas(size: size)
        canvas.draw(
            PictureRenderer(colors: .direct).cells(for: bitmap, background: .checkerboard), at: .zero,
            clip: canvas.bounds)
        return canvas
    }

    /// A table: a title, rows of pictures that start at `row`, a status line.
    private func table(scrolledTo row: Int) -> Canvas {
        let pictures = noise(5, size: CellSize(columns: 200, rows: 80))
        var canvas = Canvas(size: size)
        for line in 1..<59 {
            for column in 0..<200 { canvas[column, line] = pictures[column, line - 1 + row] }
        }
        canvas.draw("Halftone", at: .zero, style: CellStyle(attributes: .bold), clip: canvas.bounds)
        canvas.draw("row \(row)", at: CellPoint(column: 0, row: 59), style: .plain, clip: canvas.bounds)
        return canvas
    }

    @Test func `a noisy cell takes at most 37 bytes`() {
        _ = presenter.present(noise(1, size: size))
        let bytes = presenter.present(noise(2, size: size))
        // 36.4 is what uniform noise takes: 33.4 of SGR and 3 of the glyph.
        #expect(bytes.count <= 37 * 200 * 60)
        #expect(bytes.count > 20 * 200 * 60)
    }

    @Test func `an unchanged frame takes nothing`() {
        _ = presenter.present(noise(1, size: size))
        #expect(presenter.present(noise(1, size: size)).isEmpty)
    }

    @Test func `one character takes a cursor movement and itself`() {
        var canvas = Canvas(size: size)
        _ = presenter.present(canvas)
        canvas[150, 40] = Cell("x")
        #expect(presenter.present(canvas) == Array("\u{1B}[41;151Hx".utf8))
    }

    @Test func `one cell of a picture takes little`() {
        var canvas = noise(1, size: size)
        _ = presenter.present(canvas)
        canvas[199, 59] = Cell(
            "▀", style: CellStyle(foreground: CellColor(hex: 0x102030), background: CellColor(hex: 0x405060)))
        let bytes = presenter.present(canvas)
        #expect(bytes.count <= 48)
        #expect(!bytes.isEmpty)
    }

    @Test func `a blank screen takes almost nothing`() {
        #expect(presenter.present(Canvas(size: size)).count <= 16)
    }

    @Test(arguments: [1, -1, 3])
    func `scrolling a table of pictures by a row takes six percent`(_ distance: Int) {
        let emulator = TerminalEmulator(size: size)
        let full = presenter.present(table(scrolledTo: 5))
        emulator.feed(full)
        let scrolled = presenter.present(table(scrolledTo: 5 + distance))
        emulator.feed(scrolled)
        #expect(emulator.firstDifference(from: table(scrolledTo: 5 + distance)) == nil)
        #expect(scrolled.scrolls)
        #expect(1000 * scrolled.count <= 25 * full.count * abs(distance))
    }

    @Test func `a selection that moves with the scroll is still a scroll`() {
        let full = presenter.present(table(scrolledTo: 5))
        var next = table(scrolledTo: 6)
        for row in 20..<24 { next.draw("▌", at: CellPoint(column: 0, row: row), style: .plain, clip: next.bounds) }
        let bytes = presenter.present(next)
        #expect(Double(bytes.count) <= 0.06 * Double(full.count))
    }

    @Test func `large frames are synchronized, and small ones are not`() {
        let large = String(decoding: presenter.present(noise(1, size: size)), as: UTF8.self)
        #expect(large.hasPrefix("\u{1B}[?2026h"))
        #expect(large.hasSuffix("\u{1B}[?2026l"))
        var canvas = noise(1, size: size)
        canvas[3, 3] = Cell("x")
        #expect(!String(decoding: presenter.present(canvas), as: UTF8.self).contains("2026"))
    }

    @Test func `a gap is reprinted where that is shorter`() {
        let row = CellSize(columns: 20, rows: 1)
        let presenter = DirectColorPresenter(size: row)
        var canvas = Canvas(size: row)
        canvas.draw("a-b-----------c", at: .zero, style: .plain, clip: canvas.bounds)
        _ = presenter.present(canvas)
        canvas.draw("A-B-----------C", at: .zero, style: .plain, clip: canvas.bounds)
        #expect(presenter.present(canvas) == Array("\u{1B}[1HA-B\u{1B}[11CC".utf8))
    }

    @Test func `unchanged colors are not sent again`() {
        let row = CellSize(columns: 4, rows: 1)
        let presenter = DirectColorPresenter(size: row)
        var canvas = Canvas(size: row)
        _ = presenter.present(canvas)
        let red = CellColor(hex: 0xFF0000)
        canvas[0, 0] = Cell("▀", style: CellStyle(foreground: red, background: CellColor(hex: 1)))
        canvas[1, 0] = Cell("▀", style: CellStyle(foreground: red, background: CellColor(hex: 2)))
        canvas[2, 0] = Cell(" ", style: CellStyle(foreground: CellColor(hex: 9), background: CellColor(hex: 2)))
        canvas[3, 0] = Cell("x", style: CellStyle(attributes: .bold))
        let wanted =
            "\u{1B}[1H\u{1B}[38;2;255;0;0;48;2;0;0;1m▀\u{1B}[48;2;0;0;2m▀ \u{1B}[1;39;49mx"
        #expect(String(decoding: presenter.present(canvas), as: UTF8.self) == wanted)
    }
}
