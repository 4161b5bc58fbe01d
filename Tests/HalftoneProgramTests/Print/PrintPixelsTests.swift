import Glibc
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// `halftone print` in pixels: into files, and on terminals that do and do not support it.
@Suite(.endsInTime) struct PrintPixelsTests: PrintStage {
    let folder = TemporaryDirectory()

    /// Returns what a terminal shows after output through its line, which adds carriage returns.
    private func shown(_ output: [UInt8]) -> ModelTerminal {
        var terminal = ModelTerminal(
            size: CellSize(columns: 30, rows: 12), cell: PixelSize(width: 10, height: 20))
        terminal.feed(output.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
        #expect(terminal.problems.isEmpty)
        #expect(!terminal.isInsideSequence)
        return terminal
    }

    private func hasColor(_ terminal: ModelTerminal, _ color: RGB, in rect: PixelRect) -> Bool {
        let screen = terminal.screenshot
        return (rect.y..<(rect.y + rect.size.height)).allSatisfy { y in
            (rect.x..<(rect.x + rect.size.width)).allSatisfy { screen[$0, y].opaque == color }
        }
    }

    @Test(arguments: PixelProtocol.allCases)
    func `a picture in a file has a cell of ten by twenty pixels`(way: PixelProtocol) async throws {
        // red and green are percentages that sixels have
        let picture = flat("a.png", 255, 51, 0, width: 400, height: 200)
        let run = try await print("--size", "20x8", "--pictures", way.rawValue, "--title", "%f", picture)
        #expect(run.status == .code(0), "\(run.complaints)")
        let terminal = shown(run.output)
        #expect(
            hasColor(terminal, RGB(255, 51, 0), in: PixelRect(x: 0, y: 0, size: PixelSize(width: 200, height: 100))))
        #expect(terminal.screenshot[200, 50].opaque != RGB(255, 51, 0))
        #expect(terminal.screenshot[100, 100].opaque != RGB(255, 51, 0))
        #expect(terminal[0, 5].glyph != 0x20, "the title is below the picture")
    }

    @Test(arguments: PixelProtocol.allCases)
    func `a contact sheet has its pictures side by side`(way: PixelProtocol) async throws {
        let (red, blue) = (
            flat("a.png", 255, 0, 0, width: 90, height: 90), flat("b.png", 0, 0, 255, width: 90, height: 90)
        )
        let run = try await print("--size", "22x10", "--grid", "2", "--pictures", way.rawValue, red, blue)
        #expect(run.status == .code(0), "\(run.complaints)")
        let terminal = shown(run.output)
        let side = PixelSize(width: 100, height: 100)
        #expect(hasColor(terminal, RGB(255, 0, 0), in: PixelRect(x: 0, y: 0, size: side)))
        #expect(hasColor(terminal, RGB(0, 0, 255), in: PixelRect(x: 120, y: 0, size: side)))
        #expect(terminal.screenshot[110, 50].opaque == RGB(hex: ModelTerminal.background))
    }

    @Test func `transparent pixels show the background that was asked for`() async throws {
        let clear = folder.write(FlatPicture.png(20, 20, (9, 9, 9), alpha: 0), to: "clear.png")
        let run = try await print("--size", "2x1", "--pictures", "kitty", "--background", "#336699", clear)
        #expect(hasColor(shown(run.output), RGB(hex: 0x336699), in: PixelRect(PixelSize(width: 20, height: 20))))
    }

    @Test func `pixels of the config file are not written into a file`() async throws {
        let config = folder.write(Array("{pictures: \"sixel\"}".utf8), to: "config.json")
        let picture = flat("a.png", 200, 10, 10)
        let configured = try await print("--size", "4x2", "--config", config, picture)
        #expect(configured.text == (try await print("--size", "4x2", picture)).text)
        let asked = try await print("--size", "4x2", "--config", config, "--pictures", "sixel", picture)
        #expect(asked.text.contains("\u{1B}P0;1q"))
    }

    // MARK: Terminals

    /// Runs `print` in a terminal that replies to the first queries, and to those that follow from them.
    private func run(
        _ arguments: [String], picture: String? = nil, replies: String,
        then later: (query: String, replies: String)? = nil, environment: [String: String] = [:]
    ) async throws -> (output: String, status: ChildProcess.Exit) {
        let picture = picture ?? flat("a.png", 255, 0, 0, width: 40, height: 40)
        return try await Halftone.run(
            ["print", "--no-cache", "--size", "4x2"] + arguments + [picture], environment: environment, folder: folder
        ) { halftone in
            try halftone.terminal.wait(for: "the queries") { $0.contains("\u{1B}[c") }
            try halftone.press(replies)
            if let later {
                try halftone.terminal.wait(for: "the queries after them") { $0.contains(later.query) }
                try halftone.press(later.replies)
            }
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(halftone.isTerminalGivenBack)
            return (String(decoding: halftone.terminal.output, as: UTF8.self), status)
        }
    }

    private static let sixels = (query: "\u{1B}[?1;1;0S\u{1B}[c", replies: "\u{1B}[?1;0;16S\u{1B}[?62;4c")
    private static let xterm = "\u{1B}[6;20;10t\u{1B}P>|XTerm(379)\u{1B}\\"
    private static let kitty = "\u{1B}[6;20;10t\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62c"
    private static let kittyLater = (query: "a=q,f=24", replies: "\u{1B}_Gi=16777215;OK\u{1B}\\\u{1B}[?62c")
    private static let kittyPicture = "\u{1B}_Ga=T,f=24,o=z,s=40,v=20,"

    /// What a terminal answers, first and then, and the beginning of the picture that it gets.
    @Test(arguments: [
        // as many colors as it has registers
        ("sixel", xterm + "\u{1B}[?62;4c", sixels, "truecolor", "\u{1B}P0;1q\"1;1;40;20#0;2;100;0;0#0!40~"),
        ("auto", xterm + "\u{1B}[?62;4c", sixels, "truecolor", "\u{1B}P0;1q"),
        // 24-bit color where nothing promises it, as in the gallery
        ("auto", xterm + "\u{1B}P1$r48;2;1;2;3m\u{1B}\\\u{1B}[?62;4c", sixels, "", "\u{1B}P0;1q"),
        ("kitty", kitty, kittyLater, "truecolor", kittyPicture),
        // a kitty without placeholders, which print does not use
        (
            "auto", kitty.replacing("0.35.2", with: "0.26.5"), kittyLater, "truecolor", kittyPicture
        ),
    ])
    func `a terminal that answers gets its pictures by its own protocol`(
        way: String, replies: String, later: (query: String, replies: String), colorTerm: String, picture: String
    ) async throws {
        let result = try await run(
            ["--pictures", way], replies: replies, then: later, environment: ["COLORTERM": colorTerm])
        #expect(result.status == .code(0))
        #expect(result.output.contains(picture) && !result.output.contains("\u{10EEEE}"))
    }

    @Test func `an animation leaves its last frame in the terminal, and no other`() async throws {
        let animation = folder.write(BlinkingGIF.bytes(loops: 2, hundredths: 3), to: "blink.gif")
        let result = try await run(
            ["--animate", "--pictures", "kitty"], picture: animation, replies: Self.kitty, then: Self.kittyLater)
        #expect(result.status == .code(0))
        var terminal = ModelTerminal(size: CellSize(columns: 80, rows: 24), cell: PixelSize(width: 10, height: 20))
        terminal.feed(result.output.utf8)
        #expect(terminal.uploads == 8 && terminal.deletions == 6)
        #expect(terminal.images.count == 2, "one for each row")
        #expect(hasColor(terminal, RGB(0, 0, 255), in: PixelRect(PixelSize(width: 40, height: 40))))
    }

    @Test(arguments: [
        ("sixel", "\u{1B}[6;20;10t\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62c", "the terminal does not report sixels"),
        ("kitty", "\u{1B}[6;20;10t\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62c", "xterm is not known to show pictures"),
        ("sixel", "\u{1B}[6;20;10t\u{1B}P>|Konsole 22.12\u{1B}\\\u{1B}[?62;4c", "Konsole leaves parts of pictures"),
        ("iterm", "\u{1B}P>|iTerm2 3.5\u{1B}\\\u{1B}[?62c", "the size of a cell in pixels is not known"),
    ])
    func `half blocks and the reason are printed where the pictures cannot be shown`(
        way: String, replies: String, reason: String
    ) async throws {
        let config = folder.write(Array("{pictures: \"\(way)\"}".utf8), to: "config.json")
        for arguments in [["--pictures", way], ["--config", config]] {
            let result = try await run(arguments, replies: replies)
            #expect(result.status == .code(0))
            #expect(result.output.ranges(of: "no \(way) pictures here: \(reason)").count == 1)
            #expect(!result.output.contains("\u{1B}P0;1q") && result.output.contains("48;2;255;0;0"))
        }
    }

    /// Regression: half blocks were printed, of which each line took two rows.
    @Test(arguments: [("2", true), ("3", false)])
    func `auto means spaces where half blocks are two columns wide`(column: String, hasBlocks: Bool) async throws {
        let picture = flat("odd.png", 255, 0, 0, width: 40, height: 30)  // three half cells high
        let result = try await run(
            ["--pictures", "auto"], picture: picture, replies: Self.xterm + "\u{1B}[5;1R\u{1B}[?62c",
            then: (query: "▀\u{1B}[6n\r\u{1B}[K\u{1B}[c", replies: "\u{1B}[5;\(column)R\u{1B}[?62c"))
        #expect(result.status == .code(0))
        let printed = result.output.split(separator: "\u{1B}[K\u{1B}[c").last ?? ""
        #expect(printed.contains("48;2;") && printed.contains("▀") == hasBlocks, "\(printed)")
    }

    @Test(arguments: [
        (replies: "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62c", isDirect: true),
        (replies: "\u{1B}P>|mlterm(3.9.2)\u{1B}\\\u{1B}[?62;4c", isDirect: false),
    ])
    func `auto means half blocks where no pixels are answered, without a word`(replies: String, isDirect: Bool)
        async throws
    {
        let result = try await run(
            ["--pictures", "auto"], replies: "\u{1B}[6;20;10t" + replies)
        #expect(result.status == .code(0))
        #expect(!result.output.contains("\u{1B}P0;1q") && !result.output.contains("no "))
        #expect(result.output.contains("48;2;255;0;0") == isDirect)
    }
}
