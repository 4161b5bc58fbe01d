import Pixels
import TerminalScreen
import TestSupport
import Testing

/// Random sessions, judged by an independent terminal after every frame.
@Suite @MainActor struct DirectSessionTests {
    nonisolated static let sizes: [(Int, Int)] = [(1, 1), (2, 1), (1, 5), (7, 3), (20, 10), (80, 24), (200, 60)]

    @Test(arguments: sizes, UInt64(1)...3)
    func theTerminalShowsTheCanvasAfterEveryStep(_ size: (Int, Int), _ seed: UInt64) { play(size, seed, runs: []) }

    @Test(arguments: sizes, [CellRuns.repeating, .erasing, .erasingRows, [.repeating, .erasing, .erasingRows]])
    func theSameWithRuns(_ size: (Int, Int), _ runs: CellRuns) {
        for seed in UInt64(4)...6 { play(size, seed, runs: runs) }
    }

    private func play(_ size: (Int, Int), _ seed: UInt64, runs: CellRuns) {
        var session = RandomSession(size: CellSize(columns: size.0, rows: size.1), seed: seed)
        let emulator = TerminalEmulator(size: session.canvas.size)
        emulator.feed("left over from before\u{1B}[31;44;7m\u{1B}[2;4r")
        let presenter = DirectColorPresenter(size: session.canvas.size)
        presenter.options.runs = runs
        for step in 0..<(size.0 * size.1 > 2000 ? 25 : 80) {
            let action = session.step()
            if emulator.size != session.canvas.size { emulator.resize(session.canvas.size) }
            if action == .invalidate { presenter.invalidate() }
            let bytes = presenter.present(session.canvas)
            emulator.feed(bytes)
            if let difference = emulator.firstDifference(from: session.canvas) {
                Issue.record("seed \(seed), step \(step) (\(action)) of \(session.canvas.size): \(difference)")
                return
            }
            #expect(presenter.present(session.canvas).isEmpty)
        }
        if size.0 >= 20 { #expect(presenter.statistics.scrolls > 0, "the session tried no scrolling") }
    }
}

/// A canvas to which random things happen: text, pictures, overlays, scrolling, new sizes.
private struct RandomSession {
    enum Action: CaseIterable { case text, picture, overlay, scroll, scrollBand, change, invalidate, resize, clear }

    private(set) var canvas: Canvas
    private var random: SeededGenerator

    init(size: CellSize, seed: UInt64) {
        canvas = Canvas(size: size)
        random = SeededGenerator(seed: seed)
    }

    mutating func step() -> Action {
        let action = Action.allCases.randomElement(using: &random) ?? .text
        switch action {
        case .text: for _ in 0..<4 { drawText() }
        case .picture: drawPicture()
        case .overlay:
            let rect = self.rect()
            canvas.fill(rect, with: Cell(" ", style: style()))
            canvas.drawBox(rect, style: style())
        case .scroll: scroll(0..<canvas.size.rows)
        case .scrollBand: scroll(band())
        case .change: canvas[number(canvas.size.columns), number(canvas.size.rows)] = Cell("*", style: style())
        case .invalidate: break
        case .resize: resize()
        case .clear: canvas.fill(rect(), with: .blank)
        }
        return action
    }

    private mutating func drawText() {
        let words = ["plain text", "東京タワー", "e\u{301}a\u{308}", "🎨🚀", "naïve", "x", "  gaps  between  ", "▀▄█", "~"]
        let text = (0..<3).compactMap { _ in words.randomElement(using: &random) }.joined()
        let point = CellPoint(column: number(canvas.size.columns + 4) - 4, row: number(canvas.size.rows))
        canvas.draw(text, at: point, style: style(), clip: Bool.random(using: &random) ? canvas.bounds : rect())
    }

    private mutating func drawPicture() {
        let rect = self.rect()
        let size = PixelSize(width: max(1, rect.size.columns), height: max(1, rect.size.rows * 2 - number(2)))
        // Few colours make equal halves and repeated colours; many make noise.
        let levels: [UInt8] = Bool.random(using: &random) ? [0, 255] : (0...255).map { $0 }
        var bytes = [UInt8]()
        for _ in 0..<size.area {
            for _ in 0..<3 { bytes.append(levels.randomElement(using: &random) ?? 0) }
            bytes.append([255, 255, 0, 100].randomElement(using: &random) ?? 255)
        }
        let bitmap = Bitmap(size: size, bytes: bytes, hasAlpha: true)
        let background = [PictureBackground.checkerboard, .terminal].randomElement(using: &random) ?? .terminal
        canvas.draw(
            PictureRenderer(colors: .direct).cells(for: bitmap, background: background), at: rect.origin,
            clip: canvas.bounds)
    }

    private mutating func scroll(_ band: Range<Int>) {
        let distance = 1 + number(3)
        let isUp = Bool.random(using: &random)
        let old = canvas
        for row in band {
            let source = isUp ? row + distance : row - distance
            for column in 0..<canvas.size.columns where !band.contains(source) { canvas[column, row] = .blank }
            guard band.contains(source) else { continue }
            for column in 0..<canvas.size.columns where old[column, source].glyph != 0 {
                canvas[column, row] = old[column, source]
            }
        }
        if Bool.random(using: &random) { drawText() }
    }

    private mutating func resize() {
        let old = canvas
        let size = CellSize(
            columns: max(1, old.size.columns + number(5) - 2), rows: max(1, old.size.rows + number(5) - 2))
        canvas = Canvas(size: size)
        for row in 0..<min(size.rows, old.size.rows) {
            for column in 0..<min(size.columns, old.size.columns) where old[column, row].glyph != 0 {
                canvas[column, row] = old[column, row]
            }
        }
    }

    private mutating func number(_ count: Int) -> Int { count > 0 ? Int.random(in: 0..<count, using: &random) : 0 }

    private mutating func band() -> Range<Int> {
        let top = number(canvas.size.rows)
        return top..<top + 1 + number(canvas.size.rows - top)
    }

    private mutating func rect() -> CellRect {
        CellRect(
            column: number(canvas.size.columns), row: number(canvas.size.rows), columns: 1 + number(30),
            rows: 1 + number(10))
    }

    private mutating func style() -> CellStyle {
        let colors: [CellColor] = [.terminal, CellColor(hex: 0xFF8000), CellColor(hex: 0), CellColor(hex: 0x0A63FF)]
        return CellStyle(
            foreground: colors.randomElement(using: &random) ?? .terminal,
            background: colors.randomElement(using: &random) ?? .terminal,
            emphasis: CellStyle.Emphasis(rawValue: Bool.random(using: &random) ? 0 : UInt8(number(32))))
    }
}
