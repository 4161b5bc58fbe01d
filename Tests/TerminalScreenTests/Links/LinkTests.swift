import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Links on a canvas, and the sequences that a terminal gets for them.
@Suite(.endsInTime) @MainActor struct LinkTests {
    private let size = CellSize(columns: 40, rows: 4)
    private let presenter: DirectColorPresenter
    private var canvas: Canvas
    private var reader: LinkReader

    init() {
        presenter = DirectColorPresenter(size: size)
        presenter.options.links = true
        canvas = Canvas(size: size)
        reader = LinkReader(size)
        canvas.draw("see the page", at: .zero, style: .plain, clip: canvas.bounds)
    }

    private func rect(_ columns: Range<Int>, row: Int = 0) -> CellRect {
        CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
    }

    private func target(_ name: String) throws -> Hyperlink { try #require(Hyperlink("https://example.com/" + name)) }

    private mutating func present() -> String {
        let bytes = presenter.present(canvas)
        reader.feed(bytes)
        #expect(reader.firstDifference(from: canvas) == nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Targets

    @Test(arguments: [
        ("https://example.com/a?b=c;d#e", "https://example.com/a?b=c;d#e"),
        ("HTTP://example.com/with space", "HTTP://example.com/with%20space"),
        ("https://example.com/ä\u{202E}", "https://example.com/%C3%A4%E2%80%AE"),
        ("file:///tmp/x.png", "file:///tmp/x.png"),
    ])
    func `a target is printable ASCII`(text: String, uri: String) { #expect(Hyperlink(text)?.uri == uri) }

    @Test(arguments: [
        "", "example.com", "javascript:alert(1)", "data:text/html,x", "https://example.com/\u{1B}]52;c;AAAA\u{7}",
        "https://example.com/\u{9C}x", "https://example.com/\nx", "ssh://host", "https://example.com/\u{7F}",
    ])
    func `an unsafe target is no link`(text: String) { #expect(Hyperlink(text) == nil) }

    @Test func `a target has at most the length that terminals accept`() {
        let stem = "https://example.com/"
        #expect(Hyperlink(stem + String(repeating: "a", count: 2083 - stem.utf8.count)) != nil)
        #expect(Hyperlink(stem + String(repeating: "a", count: 2084 - stem.utf8.count)) == nil)
        #expect(Hyperlink(stem + String(repeating: "ä", count: 400)) == nil, "each is six characters when encoded")
    }

    // MARK: - Canvas

    @Test mutating func `text drawn over a link is no link`() throws {
        try canvas.link(rect(4..<12), to: target("a"))
        canvas.draw("x", at: CellPoint(column: 5, row: 0), style: .plain, clip: canvas.bounds)
        canvas.fill(rect(7..<8), with: Cell("y"))
        #expect(canvas.linkTarget(column: 4, row: 0)?.uri == "https://example.com/a")
        for column in [3, 5, 7, 12] { #expect(canvas.linkTarget(column: column, row: 0) == nil) }
    }

    @Test mutating func `a wide character is never half a link`() throws {
        canvas.draw("東京", at: .zero, style: .plain, clip: canvas.bounds)
        try canvas.link(rect(1..<3), to: target("a"))
        #expect((0..<4).allSatisfy { canvas.linkTarget(column: $0, row: 0) != nil })
        #expect(canvas.linkTarget(column: 4, row: 0) == nil)
    }

    @Test mutating func `the numbers of unused targets are reused`() throws {
        for number in 0..<2000 {
            try canvas.link(rect(0..<1), to: target("\(number)"))
            #expect(canvas.linkTarget(column: 0, row: 0)?.uri == "https://example.com/\(number)")
        }
    }

    @Test func `targets beyond the available numbers are left out`() throws {
        var canvas = Canvas(size: CellSize(columns: 300, rows: 1))
        for column in 0..<300 { try canvas.link(rect(column..<column + 1), to: target("\(column)")) }
        #expect(canvas.linkTarget(column: 253, row: 0)?.uri == "https://example.com/253")
        #expect(canvas.linkTarget(column: 254, row: 0) == nil)
    }

    @Test func `copied cells keep their links`() throws {
        var (one, other) = (Canvas(size: size), Canvas(size: size))
        try one.link(rect(0..<2), to: target("mine"))
        for name in ["x", "y", "z"] { try other.link(rect(0..<3), to: target(name)) }
        one.copy(rect(1..<4), from: other)
        let shown = (0..<5).map { one.linkTarget(column: $0, row: 0)?.uri.last }
        #expect(shown == ["e", "z", "z", nil, nil])
    }

    @Test func `canvases with equal links are equal`() throws {
        var (one, other) = (Canvas(size: size), Canvas(size: size))
        for name in ["a", "b"] { try one.link(rect(0..<3), to: target(name)) }
        try other.link(rect(0..<3), to: target("b"))
        #expect(one == other)
        try other.link(rect(0..<3), to: target("a"))
        #expect(one != other)
    }

    // MARK: - Terminal

    @Test mutating func `a link is opened around its text and closed`() throws {
        try canvas.link(rect(8..<12), to: target("a"))
        #expect(present().hasSuffix("see the\u{1B}]8;id=1;https://example.com/a\u{1B}\\\u{1B}[Cpage\u{1B}]8;;\u{1B}\\"))
        #expect(present().isEmpty)
    }

    @Test mutating func `an unknown terminal gets no links`() throws {
        presenter.options.links = false
        try canvas.link(rect(8..<12), to: target("a"))
        let bytes = presenter.present(canvas)
        #expect(!PseudoText.contains("\u{1B}]", in: bytes))
        #expect(presenter.present(canvas).isEmpty)
    }

    @Test mutating func `links are sent once the terminal has reported its name`() throws {
        presenter.options.links = false
        try canvas.link(rect(8..<12), to: target("a"))
        reader.feed(presenter.present(canvas))
        presenter.options.links = true
        let text = present()
        #expect(text.contains("]8;id=1;https://example.com/a") && text.contains("page") && !text.contains("see"))
        presenter.options.links = false
        reader.feed(presenter.present(canvas))
        #expect(reader.links[0].allSatisfy { $0 == nil })
    }

    @Test mutating func `equal text with another link is sent again`() throws {
        try canvas.link(rect(8..<12), to: target("a"))
        _ = present()
        var other = Canvas(size: size)
        other.draw("see the page", at: .zero, style: .plain, clip: other.bounds)
        try other.link(rect(8..<12), to: target("b"))
        canvas = other
        #expect(present().contains("https://example.com/b"))
    }
}

private enum PseudoText {
    static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(text)
    }
}
