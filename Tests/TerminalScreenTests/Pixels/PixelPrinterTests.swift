import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct PixelPrinterTests {
    private let cell = PixelSize(width: 9, height: 20)
    private var terminal: ModelTerminal

    init() { terminal = ModelTerminal(size: CellSize(columns: 20, rows: 8), cell: PixelSize(width: 9, height: 20)) }

    /// Feeds output as a terminal's line does, which adds a carriage return to each line feed.
    private mutating func print(_ bytes: [UInt8]) {
        terminal.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
        #expect(terminal.problems.isEmpty)
        #expect(!terminal.isInsideSequence)
    }

    private mutating func print(_ text: String) { print(Array(text.utf8)) }

    /// Returns the part of the screen from a cell on that is as large as a picture.
    private func shown(_ column: Int, _ row: Int, as picture: Bitmap) -> Bitmap {
        terminal.screenshot.part(PixelRect(9 * column, 20 * row, picture.size.width, picture.size.height))
    }

    /// The glyphs of a row.
    private func text(_ row: Int) -> String {
        String((0..<20).compactMap { Unicode.Scalar(terminal[$0, row].glyph).map(Character.init) })
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `a picture is printed to the pixel, with text before and after it`(way: PixelProtocol) {
        let printer = PixelPrinter(way, cell: cell)
        // 12 and a bit times 2 and a bit cells
        let picture = Bitmap.noise(110, 50, colors: 60, seed: 4)
        print("before\n")
        print(printer.lines(of: printer.picture(of: picture)))
        print("after")
        #expect(shown(0, 1, as: picture) == picture)
        #expect(text(0).hasPrefix("before"))
        #expect(text(4).hasPrefix("after"))
        // and nothing around it is painted
        let beside = terminal.screenshot.part(PixelRect(110, 20, 30, 60))
        #expect(beside == Bitmap.drawn(30, 60) { _, _ in RGB(hex: ModelTerminal.background) })
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `a picture at the end of the screen scrolls with the text`(way: PixelProtocol) {
        let printer = PixelPrinter(way, cell: cell)
        let picture = Bitmap.noise(90, 60, colors: 60, seed: 5)
        print("1\n2\n3\n4\n5\n6\n7\n")
        print(printer.lines(of: printer.picture(of: picture)))
        print("after")
        #expect(shown(0, 4, as: picture) == picture)
        #expect(text(3).hasPrefix("7"))
        #expect(text(7).hasPrefix("after"))
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `pictures stand side by side over their titles`(way: PixelProtocol) {
        let printer = PixelPrinter(way, cell: cell)
        let (left, right) = (Bitmap.noise(45, 40, colors: 9, seed: 6), Bitmap.noise(54, 60, colors: 9, seed: 7))
        var canvas = Canvas(size: CellSize(columns: 20, rows: 5))
        canvas.draw("titles", at: CellPoint(column: 4, row: 4), style: .plain, clip: canvas.bounds)
        let pictures = [
            PlacedPicture(printer.picture(of: left), at: CellPoint(column: 2, row: 2)),
            PlacedPicture(printer.picture(of: right), at: CellPoint(column: 9, row: 1)),
        ]
        print(printer.lines(of: canvas, with: pictures, colors: .direct))
        #expect(shown(2, 2, as: left) == left)
        #expect(shown(9, 1, as: right) == right)
        #expect(text(4).hasPrefix("    titles"))
        #expect(text(0).allSatisfy { $0 == " " })
    }

    @Test func `kitty's pictures are limited to its numbers of rows and columns`() {
        #expect(PixelPrinter(.kitty, cell: cell).maximumSize == CellSize(columns: 256, rows: 256))
        #expect(PixelPrinter(.sixel, cell: cell).maximumSize == nil)
    }

    @Test mutating func `inside of tmux only what is not text is wrapped`() {
        let printer = PixelPrinter(.kitty, cell: cell, isInsideTmux: true).with(cell: PixelSize(width: 9, height: 20))
        let picture = Bitmap.noise(18, 20, colors: 9, seed: 8)
        let bytes = printer.lines(of: printer.picture(of: picture))
        #expect(bytes.starts(with: "\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t".utf8))
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\u{10EEEE}\u{305}\u{30D}\u{1B}[39m\n"))
        print(bytes)
        #expect(shown(0, 0, as: picture) == picture)
    }

    // MARK: Frames

    @Test(arguments: PixelProtocol.allCases)
    mutating func `each frame replaces the one before`(way: PixelProtocol) {
        let printer = PixelPrinter(way, cell: cell)
        var frames = PixelFramePrinter(printer)
        frames.caption = "caption"
        print("1\n2\n3\n4\n5\n")
        for seed in 1...3 {
            let picture = Bitmap.noise(90, 55, colors: 60, seed: UInt64(seed))
            print(frames.bytes(for: printer.picture(of: picture)))
            #expect(shown(0, 3, as: picture) == picture)
            #expect(text(6).hasPrefix("caption"))
            #expect(terminal.images.count == (way == .kitty ? 1 : 0))
        }
        print(frames.erase())
        #expect(terminal.images.isEmpty)
        #expect(terminal.screenshot.part(PixelRect(0, 60, 180, 100)).bytes.allSatisfy { [16, 20, 255].contains($0) })
        #expect(frames.erase().isEmpty)
    }

    @Test mutating func `after other output a frame is printed anew`() {
        let printer = PixelPrinter(.sixel, cell: cell)
        var frames = PixelFramePrinter(printer)
        let picture = Bitmap.noise(90, 20, colors: 60, seed: 9)
        print(frames.bytes(for: printer.picture(of: picture)))
        print("other\n")
        frames.forget()
        print(frames.bytes(for: printer.picture(of: picture)))
        #expect(shown(0, 0, as: picture) == picture)
        #expect(text(1).hasPrefix("other"))
        #expect(shown(0, 2, as: picture) == picture)
    }

    // MARK: Transparency

    @Test(arguments: [
        (PictureBackground.color(RGB(9, 8, 7)), RGB(9, 8, 7)), (.terminal, RGB(0, 0, 0)),
        (.terminalColor(RGB(1, 2, 3)), RGB(1, 2, 3)), (.checkerboard, RGB(0x99, 0x99, 0x99)),
    ])
    func `transparent pixels show the background`(background: PictureBackground, expected: RGB) {
        let clear = Bitmap(size: PixelSize(width: 2, height: 2), filledWith: RGBA(200, 100, 50, 0))
        let blended = clear.blended(over: background, cell: cell)
        #expect(!blended.hasAlpha)
        #expect(blended[1, 1].opaque == expected)
    }

    @Test func `the squares of the checkerboard are four columns and two rows of cells`() {
        let clear = Bitmap(size: PixelSize(width: 80, height: 90), filledWith: RGBA(0, 0, 0, 0))
        let blended = clear.blended(over: .checkerboard, cell: cell)
        #expect(blended[35, 39].red == 0x99)
        #expect(blended[36, 39].red == 0x66)
        #expect(blended[35, 40].red == 0x66)
        #expect(blended[36, 40].red == 0x99)
    }
}

@Suite(.endsInTime) struct PictureMethodTests {
    @Test func `every way has the name of its option`() {
        let names = PictureMethod.allCases.map(\.name)
        #expect(names == ["half", "blocks", "sextants", "octants", "kitty", "sixel", "iterm"])
        #expect(PictureMethod.glyphs(.sextants).glyphs == .sextants)
        #expect(PictureMethod.pixels(.sixel).glyphs == .halfBlocks)
    }
}
