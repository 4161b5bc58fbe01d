import Glibc
import HalftoneCore
import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// What ncurses draws, judged by libvterm. ncurses is process-wide, so each test runs in a child process.
@Suite(.endsInTime, .slow) struct CursesPresenterTests {
    @Test(arguments: [
        ("xterm-256color", ColorDepth.palette256), ("screen-256color", .palette256), ("linux", .palette8),
        ("rxvt-unicode", .palette16), ("vt100", .mono), ("xterm-256color", .mono), ("vt220", .mono),
    ])
    func `the terminal shows the canvas after any frames`(term: String, depth: ColorDepth) async {
        await #expect(processExitsWith: .success) {
            [term = term as String, depth = depth.rawValue as String] in
            try await CursesProgram(term: term, depth: depth).presentRandomFrames(count: 40, seed: 11)
        }
    }

    @Test func `pairs are reused without visible effect when they run out`() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256", pairLimit: 40)
            try await program.presentRandomFrames(count: 200, seed: 5, colors: 5, framesPerColors: 5)
        }
    }

    @Test func `a new size is repainted whole`() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256")
            try await program.presentRandomFrames(count: 3, seed: 1)
            for (columns, rows) in [(100, 40), (10, 4), (1, 1), (200, 60), (500, 200)] {
                try await program.resize(columns: columns, rows: rows)
                try await program.presentRandomFrames(count: 3, seed: 2)
            }
        }
    }

    @Test func `an unchanged frame sends no bytes`() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256")
            let canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            _ = await program.present(canvas)
            #expect(await program.present(canvas).isEmpty)
        }
    }

    @Test(arguments: [
        ("xterm-256color", ColorDepth.palette256, 30), ("linux", .palette8, 18), ("vt100", .mono, 7),
    ])
    func `changed cells take a bounded number of bytes`(term: String, depth: ColorDepth, bytes: Int) async {
        await #expect(processExitsWith: .success) {
            [term = term as String, depth = depth.rawValue as String, bytes = bytes as Int] in
            let program = try await CursesProgram(term: term, depth: depth)
            var random = SeededGenerator(seed: 3)
            func noise(_ rows: Range<Int>, of canvas: inout Canvas) {
                for row in rows {
                    for column in 0..<canvas.size.columns {
                        let colors = (0..<2).map { _ in CellColor(hex: UInt32.random(in: 0...0xFFFFFF, using: &random))
                        }
                        let style = CellStyle(foreground: colors[0], background: colors[1])
                        canvas[column, row] = Cell("▀", style: style)
                    }
                }
            }
            var canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            noise(0..<12, of: &canvas)
            let all = await program.present(canvas).count
            #expect(all <= 480 * bytes, "\(all) bytes")
            noise(5..<6, of: &canvas)
            let row = await program.present(canvas).count
            #expect(row <= 40 * bytes + 20, "\(row) bytes of a row")
            canvas[7, 9] = Cell("x")
            let cell = await program.present(canvas).count
            #expect(cell > 0 && cell <= bytes + 20, "\(cell) bytes of a cell")
        }
    }

    @Test(arguments: ["vt100", "ansi"])
    func `a cursor that cannot be hidden waits at the start of the last row`(term: String) async {
        await #expect(processExitsWith: .success) { [term = term as String] in
            let program = try await CursesProgram(term: term, depth: "mono")
            var canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            for column in 0..<30 {
                canvas.draw("x", at: CellPoint(column: column, row: column % 11), style: .plain, clip: canvas.bounds)
                #expect(await !program.present(canvas).isEmpty)
                #expect(await program.cursor == CellPoint(column: 0, row: 11))
                #expect(await program.present(canvas).isEmpty)
            }
        }
    }

    /// Regression: input that was typed before the program ended was run by the shell.
    @Test func `unread input is not left for the shell`() async {
        await #expect(processExitsWith: .success) {
            // a terminal that is not queried: waiting for replies reads what was typed
            let program = try await CursesProgram(term: "vt100", depth: "mono")
            #expect(try await program.unreadInput(afterTyping: "rm *\n") == 0)
        }
    }

    @Test(arguments: [
        ("vt100", ColorDepth.mono), ("xterm-256color", .palette256),
    ])
    func `without UTF-8 only ASCII is written`(term: String, depth: ColorDepth) async {
        await #expect(processExitsWith: .success) { [term = term as String, depth = depth.rawValue as String] in
            let program = try await CursesProgram(term: term, depth: depth, isUnicode: false)
            var canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            canvas.draw("─│ ▀▄█ 漢字 é … ✓✗●", at: .zero, style: .plain, clip: canvas.bounds)
            let ink = CellStyle(foreground: CellColor(hex: 0xFF0000), background: CellColor(hex: 0x0000FF))
            canvas.draw("▀e\u{301}⠙漢", at: CellPoint(column: 3, row: 4), style: ink, clip: canvas.bounds)
            let bytes = await program.present(canvas)
            #expect(bytes.allSatisfy { $0 < 0x80 })
            #expect(await program.text(row: 0) == "-| \"_# ? ?  ? . *!o")
            #expect(await program.text(row: 4).hasSuffix("e.?"))
            #expect(await program.present(canvas).isEmpty)
        }
    }
}

/// A session, a presenter and an emulator around one pseudo-terminal, in a process of their own.
@MainActor
private final class CursesProgram {
    private let emulator: TerminalEmulator
    private let terminal: PseudoTerminal
    private let session: TerminalSession
    private let presenter: any Presenter
    private let depth: ColorDepth

    init(term: String, depth: String, pairLimit: Int? = nil, isUnicode: Bool = true) throws {
        signal(SIGHUP, SIG_IGN)  // the terminal that is closed at the end is this program's own
        let size = CellSize(columns: 40, rows: 12)
        let emulator = TerminalEmulator(size: size)
        self.emulator = emulator
        terminal = try PseudoTerminal(columns: size.columns, rows: size.rows) { emulator.feed($0) }
        try PseudoTerminal.adopt(terminal.path)
        setenv("TERM", term, 1)
        self.depth = try #require(ColorDepth(rawValue: depth))
        session = try TerminalSession(colors: self.depth)
        try #require(session.colors == self.depth)
        presenter = session.makePresenter(pairLimit: pairLimit)
        if !isUnicode { setlocale(LC_CTYPE, "C") }
        terminal.drain()
    }

    func present(_ canvas: Canvas) -> [UInt8] {
        let bytes = presenter.present(canvas)
        emulator.feed(bytes)
        return bytes
    }

    /// Ends the session when this input waits to be read; returns how much of it is still unread then.
    func unreadInput(afterTyping text: String) throws -> Int {
        try terminal.type(Array(text.utf8))
        let wait = Wait("input")
        while !session.hasInput { _ = try wait.check() }
        session.end()
        return terminal.unreadInput
    }

    func text(row: Int) -> String { emulator.text(row: row) }
    var cursor: CellPoint { emulator.cursor }

    func resize(columns: Int, rows: Int) throws {
        terminal.resize(columns: columns, rows: rows)
        emulator.resize(CellSize(columns: columns, rows: rows))
        try #require(session.resized() == CellSize(columns: columns, rows: rows))
        presenter.invalidate()
    }

    /// Presents frames that differ a little, much or wholly, and compares each with the emulator.
    ///
    /// After each `framesPerColors` frames the canvas starts again with other colors.
    func presentRandomFrames(count: Int, seed: UInt64, colors: Int = 300, framesPerColors: Int = .max) throws {
        var random = SeededGenerator(seed: seed)
        var canvas = Canvas(size: session.size)
        for frame in 0..<count {
            if frame % framesPerColors == 0 { canvas = Canvas(size: session.size) }
            let palette = frame / framesPerColors * colors..<(frame / framesPerColors + 1) * colors
            let cells = canvas.size.columns * canvas.size.rows
            for _ in 0..<one(of: [1, 5, cells / 4, cells], &random) {
                let column = Int.random(in: 0..<canvas.size.columns, using: &random)
                let row = Int.random(in: 0..<canvas.size.rows, using: &random)
                // On `screen` a wide character beside the bottom right corner is shown as `?`.
                if row == canvas.size.rows - 1, column >= canvas.size.columns - 4 { continue }
                canvas[column, row] = randomCell(&random, colors: palette)
            }
            if frame % 7 == 6 { presenter.invalidate() }
            _ = present(canvas)
            let difference = emulator.firstDifference(from: canvas, in: depth)
            try #require(difference == nil, "frame \(frame) of seed \(seed): \(difference ?? "")")
        }
    }

    private func one<Element>(of choices: [Element], _ random: inout SeededGenerator) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private func randomCell(_ random: inout SeededGenerator, colors: Range<Int>) -> Cell {
        func color() -> CellColor {
            if Int.random(in: 0..<6, using: &random) == 0 { return .terminal }
            let number = Int.random(in: colors, using: &random)
            return CellColor(hex: UInt32(truncatingIfNeeded: number &* 2_654_435_761) >> 8)
        }
        let attributes = CellStyle.TextAttributes(rawValue: one(of: [0, 0, 0, 1, 4, 8, 5, 12], &random))
        let glyph = one(of: Array("▀▀▀▄█  ab─漢é字".unicodeScalars), &random)
        return Cell(glyph, style: CellStyle(foreground: color(), background: color(), attributes: attributes))
    }
}
