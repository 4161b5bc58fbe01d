import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Runs of equal cells in few bytes, where terminfo has the capabilities.
@Suite(.endsInTime) @MainActor struct CellRunTests {
    private let row = CellSize(columns: 40, rows: 1)
    private static let all: CellRuns = [.repeating, .erasing, .erasingRows]
    private static let plain: CellRuns = [.erasingPlain, .erasingPlainRows]

    private func bytes(_ size: CellSize, runs: CellRuns, _ draw: (inout Canvas) -> Void) -> String {
        let presenter = DirectColorPresenter(size: size)
        presenter.options.runs = runs
        presenter.options.synchronizesUpdates = false
        let emulator = TerminalEmulator(size: size)
        var canvas = Canvas(size: size)
        emulator.feed(presenter.present(canvas))
        draw(&canvas)
        let bytes = presenter.present(canvas)
        emulator.feed(bytes)
        #expect(emulator.firstDifference(from: canvas) == nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func fill(_ columns: Range<Int>, _ cell: Cell, in canvas: inout Canvas) {
        canvas.fill(CellRect(column: columns.lowerBound, row: 0, columns: columns.count, rows: 1), with: cell)
    }

    private let red = CellStyle(background: CellColor(hex: 0xFF0000))
    private let half = Cell(
        "▀", style: CellStyle(foreground: CellColor(hex: 0x00FF00), background: CellColor(hex: 0xFF0000)))

    @Test func `equal characters are repeated`() {
        let text = bytes(row, runs: .repeating) { fill(0..<20, Cell("-"), in: &$0) }
        #expect(text == "\u{1B}[1H-\u{1B}[19b")
    }

    @Test func `a run that is as short as its repetition is printed`() {
        #expect(bytes(row, runs: Self.all) { fill(0..<5, Cell("-"), in: &$0) } == "\u{1B}[1H-----")
        #expect(bytes(row, runs: Self.all) { fill(0..<6, Cell("-"), in: &$0) } == "\u{1B}[1H-\u{1B}[5b")
    }

    @Test func `equal halves of a picture are repeated from the second on`() {
        let text = bytes(row, runs: .repeating) { fill(0..<20, half, in: &$0) }
        #expect(text == "\u{1B}[1H\u{1B}[38;2;0;255;0;48;2;255;0;0m▀▀\u{1B}[18b")
    }

    @Test func `the rest of a row is erased in its background`() {
        let text = bytes(row, runs: Self.all) { fill(10..<40, Cell(" ", style: red), in: &$0) }
        #expect(text == "\u{1B}[1;11H\u{1B}[48;2;255;0;0m\u{1B}[K")
    }

    @Test func `blanks in the middle are erased where nothing repeats`() {
        let text = bytes(row, runs: [.erasing, .erasingRows]) {
            fill(10..<30, Cell(" ", style: red), in: &$0)
            $0[30, 0] = Cell("x", style: red)
        }
        #expect(text == "\u{1B}[1;11H\u{1B}[48;2;255;0;0m\u{1B}[20X\u{1B}[20Cx")
    }

    @Test func `without BCE only cells without a background are erased`() {
        func draw(_ blank: Cell) -> (inout Canvas) -> Void {
            { canvas in
                canvas.fill(canvas.bounds, with: Cell("y"))
                canvas.fill(CellRect(column: 4, row: 0, columns: 36, rows: 1), with: blank)
            }
        }
        let row = CellSize(columns: 40, rows: 1)
        let presenter = DirectColorPresenter(size: row)
        presenter.options.runs = Self.plain
        presenter.options.synchronizesUpdates = false
        let emulator = TerminalEmulator(size: row)
        for (blank, isErased) in [(half, false), (.blank, true), (Cell(" ", style: red), false), (.blank, true)] {
            var canvas = Canvas(size: row)
            draw(blank)(&canvas)
            let bytes = presenter.present(canvas)
            emulator.feed(bytes)
            #expect(emulator.firstDifference(from: canvas) == nil)
            #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[K") == isErased)
        }
    }

    @Test func `where only ASCII can be repeated half blocks are printed`() {
        let text = bytes(row, runs: .repeatingASCII) {
            fill(0..<20, half, in: &$0)
            fill(20..<35, Cell("-"), in: &$0)
        }
        #expect(
            text == "\u{1B}[1H\u{1B}[38;2;0;255;0;48;2;255;0;0m" + String(repeating: "▀", count: 20)
                + "\u{1B}[39;49m-\u{1B}[14b")
    }

    @Test func `underlined blanks are not erased`() {
        let text = bytes(row, runs: [.erasing, .erasingRows]) {
            fill(0..<40, Cell(" ", style: CellStyle(attributes: .underline)), in: &$0)
        }
        #expect(!text.contains("\u{1B}[K") && !text.contains("X"))
    }

    @Test func `text after a run at the end of a row is not wrapped`() {
        for end in 36...40 {
            let text = bytes(CellSize(columns: 40, rows: 2), runs: .repeating) { canvas in
                canvas.fill(canvas.bounds, with: Cell("y"))
                fill(0..<end, Cell("-"), in: &canvas)
            }
            #expect(text.contains("b"))
        }
    }

    @Test func `a flat picture takes a tenth of its bytes`() {
        let size = CellSize(columns: 200, rows: 60)
        func draw(_ canvas: inout Canvas) {
            for row in 0..<size.rows {
                let area = CellRect(column: 0, row: row, columns: size.columns, rows: 1)
                canvas.fill(area, with: row % 3 == 0 ? Cell(" ", style: red) : half)
            }
        }
        let plain = bytes(size, runs: [], draw).utf8.count
        #expect(bytes(size, runs: .repeating, draw).utf8.count * 10 < plain)
        #expect(bytes(size, runs: Self.all, draw).utf8.count * 10 < plain)
    }

    @Test func `runs never take more bytes`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            var canvas = Canvas(size: row)
            var column = 0
            while column < 40 {
                let length = Int.random(in: 1...14, using: &random)
                let cell = [Cell("-"), Cell(" ", style: red), half, Cell(" "), Cell("x")].randomElement(using: &random)
                fill(column..<column + length, cell ?? half, in: &canvas)
                column += length
            }
            let plain = bytes(row, runs: []) { $0 = canvas }.utf8.count
            for runs in [CellRuns.repeating, .erasingRows, .erasing, Self.all] {
                #expect(bytes(row, runs: runs) { $0 = canvas }.utf8.count <= plain)
            }
        }
    }

    @Test func `terminfo has the capabilities of a terminal`() {
        var facts = TerminfoCapabilities(colors: 256)
        let unnamed = TerminalProfile(environment: TerminalEnvironment())
        #expect(CellRuns(facts, unnamed).isEmpty)
        facts.erasesCharacters = true
        facts.erasesLines = true
        #expect(CellRuns(facts, unnamed) == Self.plain, "without bce the color of an erased cell is unknown")
        facts.erasesInBackground = true
        facts.repeatsCharacters = true
        let plain: CellRuns = [.repeatingASCII, .erasing, .erasingRows, .erasingPlain, .erasingPlainRows]
        #expect(CellRuns(facts, unnamed) == plain, "it may be tmux under another terminal's name")
        #expect(CellRuns(facts, TerminalProfile(reply: "tmux 3.3a")) == plain)
        #expect(CellRuns(facts, TerminalProfile(reply: "XTerm(379)")) == plain.union(.repeating))
    }
}
