@testable import TerminalScreen
import Testing

@Suite(.endsInTime) struct CanvasTextTests {
    private var canvas = Canvas(size: CellSize(columns: 10, rows: 2))
    private let style = CellStyle(foreground: CellColor(hex: 0x123456))

    /// The glyphs of the first row; `_` for the right half of a wide character.
    private func firstRow(_ canvas: Canvas) -> String {
        (0..<canvas.size.columns).map { column in
            let glyph = canvas[column, 0].glyph
            return glyph == 0 ? "_" : Unicode.Scalar(glyph).map { String($0) } ?? "?"
        }.joined()
    }

    @Test mutating func `text is drawn with its style`() {
        canvas.draw("Zürich", at: CellPoint(column: 2, row: 1), style: style, clip: canvas.bounds)
        #expect(canvas[3, 1] == Cell("ü", style: style))
        #expect(canvas[8, 1] == .blank)
    }

    @Test mutating func `wide characters take two cells`() {
        canvas.draw("a東🎨b", at: .zero, style: style, clip: canvas.bounds)
        #expect(firstRow(canvas) == "a東_🎨_b    ")
        #expect(canvas[2, 0].foreground == style.foreground)
    }

    @Test mutating func `a skin tone is dropped, and takes no columns`() {
        canvas.draw("👍🏽b", at: .zero, style: style, clip: canvas.bounds)
        #expect(Canvas.columns(of: "👍🏽b") == 3)
        #expect(firstRow(canvas) == "👍_b       ")
    }

    @Test mutating func `one combining mark is kept, and further ones are dropped`() {
        canvas.draw("e\u{301}\u{302}x", at: .zero, style: style, clip: canvas.bounds)
        #expect(canvas[0, 0].mark == 0x301)
        #expect(canvas[1, 0].mark == 0)
        #expect(canvas[1, 0].glyph == 0x78)
    }

    @Test mutating func `a mark without a character is dropped`() {
        canvas.draw("\u{301}x", at: .zero, style: style, clip: canvas.bounds)
        #expect(canvas[0, 0] == Cell("x", style: style))
    }

    @Test mutating func `the mark of the last column is kept`() {
        canvas.draw("0123456789\u{301}", at: .zero, style: style, clip: canvas.bounds)
        #expect(canvas[9, 0].mark == 0x301)
    }

    @Test mutating func `control characters never enter a cell`() {
        canvas.draw("a\u{1B}[31m\u{9B}\n", at: .zero, style: style, clip: canvas.bounds)
        #expect(firstRow(canvas) == "a\u{FFFD}[31m\u{FFFD}\u{FFFD}  ")
        canvas[0, 0] = Cell("\u{7}")
        #expect(canvas[0, 0].glyph == 0xFFFD)
        canvas.fill(canvas.bounds, with: Cell("\u{1B}"))
        #expect(canvas.cells.allSatisfy { $0.glyph == 0xFFFD })
    }

    @Test mutating func `invisible characters take no cell`() {
        canvas.draw("a\u{200D}\u{FE0F}\u{202E}b", at: .zero, style: style, clip: canvas.bounds)
        #expect(firstRow(canvas).hasPrefix("ab "))
    }

    @Test mutating func `wide characters at the edges of the clip become spaces`() {
        canvas.fill(canvas.bounds, with: Cell("."))
        let clip = CellRect(column: 1, row: 0, columns: 4, rows: 1)
        canvas.draw("東京都", at: .zero, style: style, clip: clip)
        #expect(firstRow(canvas) == ". 京_ .....")
    }

    @Test mutating func `text outside is clipped on all sides`() {
        canvas.draw("abcdefghijklmno", at: CellPoint(column: -2, row: 0), style: style, clip: canvas.bounds)
        #expect(firstRow(canvas) == "cdefghijkl")
        let before = canvas
        canvas.draw("x", at: CellPoint(column: 0, row: -1), style: style, clip: canvas.bounds)
        canvas.draw("x", at: CellPoint(column: 0, row: 2), style: style, clip: canvas.bounds)
        canvas.draw("x", at: CellPoint(column: 10, row: 0), style: style, clip: canvas.bounds)
        canvas.draw("x", at: .zero, style: style, clip: .zero)
        #expect(canvas == before)
    }

    @Test(arguments: [(0, "x  "), (1, " x ")])
    mutating func `overwriting half of a wide character clears the other half`(_ column: Int, _ wanted: String) {
        canvas.draw("東", at: .zero, style: style, clip: canvas.bounds)
        canvas.draw("x", at: CellPoint(column: column, row: 0), style: style, clip: canvas.bounds)
        #expect(firstRow(canvas).prefix(3) == wanted)
    }

    @Test mutating func `fills and cells keep wide characters whole`() {
        canvas.draw("東京都大学", at: .zero, style: style, clip: canvas.bounds)
        canvas.fill(CellRect(column: 1, row: 0, columns: 4, rows: 1), with: Cell("-"))
        #expect(firstRow(canvas) == " ---- 大_学_")
        canvas[7, 0] = Cell("京")
        #expect(firstRow(canvas) == " ----  京_ ")
        canvas[9, 0] = Cell("京")
        #expect(canvas[9, 0].glyph == 0x20)
    }

    @Test mutating func `a wide glyph fills every two columns`() {
        canvas.fill(CellRect(column: 1, row: 0, columns: 5, rows: 1), with: Cell("東"))
        #expect(firstRow(canvas) == " 東_東_     ")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("東京", 4), ("e\u{301}", 1), ("🎨🏔", 3), ("한국", 4), ("a\tb", 3), ("─▀█", 3),
    ])
    func `columns are those of a terminal`(_ text: String, _ columns: Int) {
        #expect(Canvas.columns(of: text) == columns)
        var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
        canvas.draw(text + "|", at: .zero, style: .plain, clip: canvas.bounds)
        #expect(canvas[columns, 0].glyph == 0x7C)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"),
        ("東京", 4, "東京"), ("abc", 1, "…"), ("abc", 0, ""), ("a", 1, "a"), ("ae\u{301}b", 2, "a…"),
        ("ae\u{301}b", 3, "ae\u{301}b"), ("ae\u{301}bc", 3, "ae\u{301}…"), ("", 5, ""),
    ])
    func `long text ends in an ellipsis`(_ text: String, _ columns: Int, _ wanted: String) {
        #expect(Canvas.truncated(text, columns: columns) == wanted)
        #expect(Canvas.columns(of: wanted) <= columns)
    }

    @Test func `a box does not change its inside`() {
        var tall = Canvas(size: CellSize(columns: 4, rows: 3))
        tall.fill(tall.bounds, with: Cell("."))
        tall.drawBox(tall.bounds, style: .plain)
        #expect(firstRow(tall) == "╭──╮")
        #expect(tall[0, 1].glyph == Cell("│").glyph)
        #expect(tall[1, 1].glyph == Cell(".").glyph)
        #expect(tall[3, 2].glyph == Cell("╯").glyph)
    }

    @Test func `an empty canvas takes any drawing`() {
        for size in [CellSize(columns: 0, rows: 0), CellSize(columns: -3, rows: 5), CellSize(columns: 5, rows: 0)] {
            var canvas = Canvas(size: size)
            canvas.draw("text", at: .zero, style: .plain, clip: CellRect(column: 0, row: 0, columns: 9, rows: 9))
            canvas.fill(CellRect(column: 0, row: 0, columns: 9, rows: 9), with: Cell("x"))
            #expect(canvas.cells.isEmpty)
        }
    }
}
