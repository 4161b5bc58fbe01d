import HalftoneCore
import LabTestSupport
import TestSupport
import Testing

/// Terminals whose replies change the number of colors.
@Suite(.endsInTime) struct ColorReplyTests {
    private let folder = DemoPicture.folder(count: 2)
    private static let (wraps, wrapsNot, query) = ("\u{1B}[?7h", "\u{1B}[?7l", "\u{1B}P$qm\u{1B}\\")

    private func run(_ term: String, _ colorTerm: String = "", _ body: @escaping @Sendable (Halftone) throws -> Void)
        async throws
    {
        let variables = ["TERM": term, "COLORTERM": colorTerm]
        try await Halftone.run(
            ["--load-delay", "0", "--no-cache", folder.path], columns: 80, rows: 24, environment: variables
        ) { halftone in
            try halftone.see("1/2")
            try halftone.see("the picture") { $0.colors > 5 }
            try body(halftone)
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `a terminal that keeps 24-bit colors is drawn with them from then on`() async throws {
        try await run("xterm-256color") { halftone in
            #expect(halftone.terminal.contains(Self.query))
            #expect(!halftone.terminal.contains("38;2;") && !halftone.terminal.contains(Self.wrapsNot))
            try halftone.press("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\\u{1B}[?62c")
            try halftone.see("24-bit colors") {
                $0.terminal.contains("38;2;") && $0.terminal.contains(Self.wrapsNot) && $0.colors > 300
            }
            try halftone.press("j")
            try halftone.see("2/2")
        }
    }

    @Test func `a terminal that reports palette colors keeps its palette`() async throws {
        try await run("xterm-256color") { halftone in
            try halftone.press("\u{1B}P1$r0;48:5:16m\u{1B}\\\u{1B}[?62cj")
            try halftone.see("2/2")
            #expect(!halftone.terminal.contains("38;2;"))
        }
    }

    @Test func `a terminal with a name known for wrong colors gets its palette`() async throws {
        try await run("xterm-256color", "truecolor") { halftone in
            #expect(halftone.terminal.contains("38;2;") && !halftone.terminal.contains(Self.wraps))
            #expect(!halftone.terminal.contains(Self.query), "its colors are known")
            try halftone.press("\u{1B}P>|mlterm(3.9.3)\u{1B}\\\u{1B}[?62c")
            try halftone.see("256 colors") { $0.terminal.contains("38;5;") && $0.terminal.contains(Self.wraps) }
            try halftone.press("j")
            try halftone.see("2/2")
        }
    }

    /// GNU screen passes the content of the query on as text.
    @Test(arguments: ["screen-256color", "linux"])
    func `a terminal that would print the query is not asked`(term: String) async throws {
        try await run(term) { halftone in #expect(!halftone.terminal.contains("$qm")) }
    }
}
