import Pixels
@testable import TerminalScreen
import TestSupport

/// A canvas with random changes: text, pictures, overlays, scrolling, new sizes.
struct RandomSession {
    enum Action: CaseIterable {
        case text, picture, overlay, scroll, scrollBand, change, invalidate, resize, clear, link
    }

    private(set) var canvas: Canvas
    /// Whether parts of the canvas become links.
    var hasLinks = false
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
        case .link where hasLinks: for _ in 0..<3 { drawLink() }
        case .link: break
        }
        return action
    }

    /// Few targets or many, so that link numbers are reused for other targets.
    private mutating func drawLink() {
        let target = Bool.random(using: &random) ? number(3) : number(1000)
        canvas.link(
            rect(), to: number(5) == 0 ? nil : Hyperlink("https://example.com/\(target)"),
            clip: Bool.random(using: &random) ? nil : rect())
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
        // Few colors make equal halves and repeated colors; many make noise.
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
                put(old, column, source, column, row)
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
                put(old, column, row, column, row)
            }
        }
    }

    /// A cell of an older canvas, with its link.
    private mutating func put(_ old: Canvas, _ fromColumn: Int, _ fromRow: Int, _ column: Int, _ row: Int) {
        canvas[column, row] = old[fromColumn, fromRow]
        guard let target = old.linkTarget(column: fromColumn, row: fromRow) else { return }
        canvas.link(CellRect(column: column, row: row, columns: 1, rows: 1), to: target)
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
            attributes: CellStyle.TextAttributes(rawValue: Bool.random(using: &random) ? 0 : UInt8(number(16))))
    }
}

extension [UInt8] {
    /// Whether a frame makes the terminal scroll (SU or SD).
    var scrolls: Bool {
        split(separator: 0x1B).contains { sequence in
            let final = sequence.dropFirst().first { !(0x30...0x39).contains($0) }
            return sequence.first == UInt8(ascii: "[") && (final == UInt8(ascii: "S") || final == UInt8(ascii: "T"))
        }
    }
}
