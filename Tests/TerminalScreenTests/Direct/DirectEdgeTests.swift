@testable import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// Edge cases of real terminals: the last column, the ends of styles, frames on an unknown screen.
@Suite(.endsInTime) @MainActor struct DirectEdgeTests {
    private let size = CellSize(columns: 12, rows: 4)
    private let presenter = DirectColorPresenter(size: CellSize(columns: 12, rows: 4))

    private func show(_ canvas: Canvas, on emulator: TerminalEmulator) -> String? {
        emulator.feed(presenter.present(canvas))
        return emulator.firstDifference(from: canvas)
    }

    @Test(arguments: [true, false])
    func `the bottom right cell is drawn without scrolling`(_ wraps: Bool) {
        let emulator = TerminalEmulator(size: size)
        emulator.feed(Array("\u{1B}[?7\(wraps ? "h" : "l")".utf8))
        var canvas = Canvas(size: size)
        for (row, text) in ["aaaaaaaaaaaa", "bbbbbbbbbb東", "c          c", "dddddddddddd"].enumerated() {
            canvas.draw(text, at: CellPoint(column: 0, row: row), style: .plain, clip: canvas.bounds)
        }
        #expect(show(canvas, on: emulator) == nil)
        for (column, row) in [(11, 3), (11, 0), (0, 1), (11, 2), (0, 3)] {
            canvas[column, row] = Cell("#", style: CellStyle(attributes: .underline))
            #expect(show(canvas, on: emulator) == nil)
        }
    }

    @Test func `every set of text attributes changes to every other`() {
        let emulator = TerminalEmulator(size: size)
        for first in UInt8(0)..<16 {
            for second in UInt8(0)..<16 {
                var canvas = Canvas(size: size)
                canvas[0, 0] = Cell("a", style: CellStyle(attributes: .init(rawValue: first)))
                canvas[1, 0] = Cell("b", style: CellStyle(attributes: .init(rawValue: second)))
                canvas[2, 0] = Cell(" ", style: CellStyle(attributes: .init(rawValue: first)))
                #expect(show(canvas, on: emulator) == nil)
            }
        }
    }

    @Test func `bold and dim are reset together`() {
        var canvas = Canvas(size: size)
        _ = presenter.present(canvas)
        canvas[0, 0] = Cell("a", style: CellStyle(attributes: [.bold, .dim]))
        canvas[1, 0] = Cell("b", style: CellStyle(attributes: .dim))
        canvas[2, 0] = Cell("c")
        let wanted = "\u{1B}[1H\u{1B}[1;2ma\u{1B}[22;2mb\u{1B}[22mc"
        #expect(String(decoding: presenter.present(canvas), as: UTF8.self) == wanted)
    }

    @Test func `struck text begins and ends, and a struck space is no blank`() {
        var canvas = Canvas(size: size)
        _ = presenter.present(canvas)
        canvas[0, 0] = Cell("a", style: CellStyle(attributes: .strikethrough))
        canvas[1, 0] = Cell(" ", style: CellStyle(attributes: .strikethrough))
        canvas[2, 0] = Cell("c")
        let wanted = "\u{1B}[1H\u{1B}[9ma \u{1B}[29mc"
        #expect(String(decoding: presenter.present(canvas), as: UTF8.self) == wanted)
    }

    @Test func `after invalidation the whole screen is repainted`() {
        let emulator = TerminalEmulator(size: size)
        var canvas = Canvas(size: size)
        canvas.draw("text", at: CellPoint(column: 3, row: 2), style: CellStyle(attributes: .bold), clip: canvas.bounds)
        #expect(show(canvas, on: emulator) == nil)
        emulator.feed("\u{1B}[2;3r\u{1B}[41;7mrubbish\r\nrubbish")
        presenter.invalidate()
        #expect(show(canvas, on: emulator) == nil)
    }

    @Test func `an empty canvas is presented`() {
        _ = presenter.present(Canvas(size: CellSize(columns: 0, rows: 0)))
        #expect(presenter.present(Canvas(size: CellSize(columns: 0, rows: 0))).isEmpty)
    }

    @Test func `rows scrolled into view take no style from the previous frame`() {
        let emulator = TerminalEmulator(size: size)
        var canvas = Canvas(size: size)
        for row in 0..<3 {
            canvas.draw(
                "line \(row) line", at: CellPoint(column: 0, row: row),
                style: CellStyle(background: CellColor(hex: 0xFF0000), attributes: [.reverse, .underline]),
                clip: canvas.bounds)
        }
        #expect(show(canvas, on: emulator) == nil)
        var next = Canvas(size: size)
        for row in 1..<4 {
            for column in 0..<12 { next[column, row] = canvas[column, row - 1] }
        }
        let bytes = presenter.present(next)
        emulator.feed(bytes)
        #expect(emulator.firstDifference(from: next) == nil)
        #expect(bytes.scrolls)
    }
}
