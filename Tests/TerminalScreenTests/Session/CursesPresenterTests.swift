import Glibc
import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

/// What ncurses draws, judged by libvterm. ncurses is process-wide, so each test runs in a child process.
@Suite struct CursesPresenterTests {
    @Test(arguments: [
        ("xterm-256color", ColorDepth.palette256), ("screen-256color", .palette256), ("linux", .palette8),
        ("rxvt-unicode", .palette16), ("vt100", .mono), ("xterm-256color", .mono), ("vt220", .mono),
    ])
    func theTerminalShowsTheCanvasAfterAnyFrames(term: String, depth: ColorDepth) async {
        await #expect(processExitsWith: .success) {
            [term = term as String, depth = depth.rawValue as String] in
            try await CursesProgram(term: term, depth: depth).presentRandomFrames(count: 40, seed: 11)
        }
    }

    @Test(
        arguments: [
            ("xterm-256color", ColorDepth.palette256), ("tmux-256color", .palette256), ("rxvt-unicode", .palette16),
            ("linux", .palette8), ("vt100", .mono), ("xterm-256color", .mono),
        ], UInt64(1)...2)
    func theTerminalShowsTheCanvasAfterEveryStepOfASession(_ kind: (term: String, depth: ColorDepth), seed: UInt64)
        async
    {
        await #expect(processExitsWith: .success) {
            [term = kind.term as String, depth = kind.depth.rawValue as String, seed = seed as UInt64] in
            try await CursesProgram(term: term, depth: depth).playSession(steps: 80, seed: seed)
        }
    }

    @Test func pairsThatRunOutAreUsedAgainWithoutATrace() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256", pairLimit: 40)
            try await program.presentRandomFrames(count: 200, seed: 5, colors: 5, framesPerColors: 5)
        }
    }

    @Test func aNewSizeIsRepaintedWhole() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256")
            try await program.presentRandomFrames(count: 3, seed: 1)
            for (columns, rows) in [(100, 40), (10, 4), (1, 1), (200, 60)] {
                try await program.resize(columns: columns, rows: rows)
                try await program.presentRandomFrames(count: 3, seed: 2)
            }
        }
    }

    @Test func aFrameLikeTheLastIsNoBytes() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "xterm-256color", depth: "256")
            let canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            _ = await program.present(canvas)
            #expect(await program.present(canvas).isEmpty)
        }
    }

    @Test(arguments: ["vt100", "ansi"])
    func aCursorThatCannotBeHiddenWaitsAtTheStartOfTheLastRow(term: String) async {
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

    @Test func withoutUTF8OnlyASCIIIsWritten() async {
        await #expect(processExitsWith: .success) {
            let program = try await CursesProgram(term: "vt100", depth: "mono", isUnicode: false)
            var canvas = Canvas(size: CellSize(columns: 40, rows: 12))
            canvas.draw("─│ ▀▄█ 漢字 é …", at: .zero, style: .plain, clip: canvas.bounds)
            let bytes = await program.present(canvas)
            #expect(bytes.allSatisfy { $0 < 0x80 })
            #expect(await program.text(row: 0) == "-| \"_# ? ?  ? .")
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
        signal(SIGHUP, SIG_IGN)  // the terminal that goes away at the end is our own
        alarm(600)  // a test that failed must not leave this behind
        let size = CellSize(columns: 40, rows: 12)
        let emulator = TerminalEmulator(size: size)
        self.emulator = emulator
        terminal = try PseudoTerminal(columns: size.columns, rows: size.rows) { emulator.feed($0) }
        try PseudoTerminal.adopt(terminal.path)
        setenv("TERM", term, 1)
        var options = TerminalSession.Options()
        self.depth = try #require(ColorDepth(rawValue: depth))
        options.colors = self.depth
        session = try TerminalSession(options: options)
        try #require(session.colors == self.depth)
        presenter =
            pairLimit == nil && isUnicode
            ? session.makePresenter() : session.makeCursesPresenter(isUnicode: isUnicode, pairLimit: pairLimit)
        terminal.drain()
    }

    func present(_ canvas: Canvas) -> [UInt8] {
        let bytes = presenter.present(canvas)
        emulator.feed(bytes)
        return bytes
    }

    func text(row: Int) -> String { emulator.text(row: row) }
    var cursor: CellPoint { emulator.cursor }

    func resize(columns: Int, rows: Int) throws {
        terminal.resize(columns: columns, rows: rows)
        emulator.resize(CellSize(columns: columns, rows: rows))
        try #require(session.resized() == CellSize(columns: columns, rows: rows))
        presenter.invalidate()
    }

    /// Presents frames that differ a little, much or wholly, and compares each with what the emulator shows.
    ///
    /// Every so many frames the canvas starts afresh with as many other colours.
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
                // On `screen` a wide character next to the bottom right corner is shown as `?`.
                if row == canvas.size.rows - 1, column >= canvas.size.columns - 4 { continue }
                canvas[column, row] = randomCell(&random, colors: palette)
            }
            if frame % 7 == 6 { presenter.invalidate() }
            _ = present(canvas)
            let difference = firstDifference(from: canvas)
            try #require(difference == nil, "frame \(frame) of seed \(seed): \(difference ?? "")")
        }
    }

    /// Text, pictures, overlays, scrolling both ways, new sizes, and a shell that used the screen meanwhile.
    func playSession(steps: Int, seed: UInt64) throws {
        var play = RandomSession(size: session.size, seed: seed)
        for step in 0..<steps {
            let action = play.step()
            if play.canvas.size != session.size {
                try resize(columns: play.canvas.size.columns, rows: play.canvas.size.rows)
            }
            if action == .invalidate {
                emulator.feed("\u{1B}[5;3H$ fg\r\nhalftone\u{1B}[m")
                presenter.invalidate()
            }
            _ = present(play.canvas)
            let difference = firstDifference(from: play.canvas)
            try #require(difference == nil, "step \(step) (\(action)) of seed \(seed): \(difference ?? "")")
            try #require(presenter.present(play.canvas).isEmpty, "step \(step) (\(action)) of seed \(seed)")
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
        let emphasis = CellStyle.Emphasis(rawValue: one(of: [0, 0, 0, 1, 8, 16, 9, 24], &random))
        let glyph = one(of: Array("▀▀▀▄█  ab─漢é字".unicodeScalars), &random)
        return Cell(glyph, style: CellStyle(foreground: color(), background: color(), emphasis: emphasis))
    }

    // MARK: - Comparing

    private func firstDifference(from canvas: Canvas) -> String? {
        var palette = CursesPalette(
            colors: depth, terminalColors: session.terminfo.colors, hasOwnColors: true)
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas[column, row]
                guard cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) else { continue }
                let shown = emulator[column, row]
                let wanted = palette.colors(of: cell, isBlank: false)
                var (ink, ground) = (shown.foregroundIndex ?? -1, shown.backgroundIndex ?? -1)
                var isReversed = shown.emphasis.contains(.reverse)
                // The same two colours the other way round, reversed, look the same.
                if isReversed != cell.emphasis.contains(.reverse), ink >= 0, ground >= 0 {
                    (ink, ground) = (ground, ink)
                    isReversed.toggle()
                }
                let isInkSeen = cell.glyph != 0x20 || !cell.emphasis.isDisjoint(with: [.underline, .reverse])
                var text = String(scalar)
                if let mark = Unicode.Scalar(UInt32(cell.mark)), cell.mark != 0 { text.unicodeScalars.append(mark) }
                // Emoji that the C library does not know are shown as `?`, and on `screen` and tmux what is wide beside
                // the bottom right corner.
                let isCorner = row == canvas.size.rows - 1 && column >= canvas.size.columns - 4
                let mayBeReplaced = scalar.value >= 0x1F000 || isCorner
                let matches =
                    (shown.text == text || (mayBeReplaced && shown.text == "?")) && ground == wanted.background
                    && (!isInkSeen || ink == wanted.foreground) && isReversed == cell.emphasis.contains(.reverse)
                    && shown.emphasis.contains(.bold) == cell.emphasis.contains(.bold)
                if !matches { return "at \(column),\(row): \(shown) instead of \(cell), \(wanted)" }
            }
        }
        return nil
    }
}
