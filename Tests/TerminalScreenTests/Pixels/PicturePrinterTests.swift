import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Pictures in pixels on lines of output, and frames of them, judged by a model of a terminal.
@Suite(.endsInTime) struct PicturePrinterTests {
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

    private func printer(_ way: PixelProtocol) -> PicturePrinter { PicturePrinter(colors: .direct, method: way) }

    private func cells(of bitmap: Bitmap, _ way: PixelProtocol) -> PictureCells {
        PictureRenderer(colors: .direct, pixels: TerminalPixels(way, cell: cell)).cells(
            for: bitmap, background: .terminal)
    }

    /// The glyphs of a row.
    private func text(_ row: Int) -> String {
        String((0..<20).compactMap { Unicode.Scalar(terminal[$0, row].glyph).map(Character.init) })
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `a picture is printed to the pixel, with text before and after it`(way: PixelProtocol) {
        // 12 and a bit times 2 and a bit cells
        let picture = Bitmap.noise(110, 50, colors: 60, seed: 4)
        print("before\n")
        print(printer(way).lines(of: cells(of: picture, way)))
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
        let picture = Bitmap.noise(90, 60, colors: 60, seed: 5)
        print("1\n2\n3\n4\n5\n6\n7\n")
        print(printer(way).lines(of: cells(of: picture, way)))
        print("after")
        #expect(shown(0, 4, as: picture) == picture)
        #expect(text(3).hasPrefix("7"))
        #expect(text(7).hasPrefix("after"))
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `pictures stand side by side, with text beside them and below`(way: PixelProtocol) {
        let (left, right) = (Bitmap.noise(45, 40, colors: 9, seed: 6), Bitmap.noise(54, 60, colors: 9, seed: 7))
        var canvas = Canvas(size: CellSize(columns: 20, rows: 5))
        for (column, row, text) in [(4, 4, "titles"), (0, 3, "a"), (7, 3, "b"), (16, 3, "end")] {
            canvas.draw(text, at: CellPoint(column: column, row: row), style: .plain, clip: canvas.bounds)
        }
        canvas.draw(cells(of: left, way), at: CellPoint(column: 2, row: 2), clip: canvas.bounds)
        canvas.draw(cells(of: right, way), at: CellPoint(column: 9, row: 1), clip: canvas.bounds)
        print(printer(way).lines(of: canvas))
        #expect(shown(2, 2, as: left) == left)
        #expect(shown(9, 1, as: right) == right)
        #expect(text(4).hasPrefix("    titles"))
        #expect(text(0).allSatisfy { $0 == " " })
        let beside = [0, 1, 7, 8, 15, 16, 17, 18, 19].compactMap { Unicode.Scalar(terminal[$0, 3].glyph) }
        #expect(beside == ["a", " ", "b", " ", " ", "e", "n", "d", " "])
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `a picture that is covered is printed around the text`(way: PixelProtocol) {
        let picture = Bitmap.noise(90, 40, colors: 9, seed: 16)
        var canvas = Canvas(size: CellSize(columns: 10, rows: 2))
        canvas.draw(cells(of: picture, way), at: .zero, clip: canvas.bounds)
        canvas.draw("text", at: CellPoint(column: 3, row: 1), style: .plain, clip: canvas.bounds)
        print(printer(way).lines(of: canvas))
        for (column, columns, row) in [(0, 10, 0), (0, 3, 1), (7, 3, 1)] {
            let rect = PixelRect(9 * column, 20 * row, 9 * columns, 20)
            #expect(terminal.screenshot.part(rect) == picture.part(rect))
        }
        #expect((3..<7).compactMap { Unicode.Scalar(terminal[$0, 1].glyph) } == ["t", "e", "x", "t"])
    }

    @Test(arguments: [(PixelProtocol.sixel, "P0;1q\"1;1;999;20#"), (.iterm, "File=inline=1;")])
    func `no image is wider than xterm shows sixels`(way: PixelProtocol, start: String) {
        let wide = Bitmap.noise(1080, 40, colors: 9, seed: 17)
        let text = String(decoding: printer(way).lines(of: cells(of: wide, way)), as: UTF8.self)
        #expect(text.ranges(of: start).count == (way == .sixel ? 2 : 4))
        #expect(text.ranges(of: "\u{1B}[1G\u{1B}7").count == 2)
        #expect(text.ranges(of: "\u{1B}[112G\u{1B}7").count == 2)
    }

    @Test func `a printer of characters prints the half blocks of pictures with pixels`() {
        let picture = cells(of: .noise(90, 40, colors: 9, seed: 19), .sixel)
        var canvas = Canvas(size: picture.size)
        canvas.draw(picture, at: .zero, clip: canvas.bounds)
        let expected = PicturePrinter(colors: .direct).lines(of: PictureCells(size: picture.size, cells: picture.cells))
        #expect(PicturePrinter(colors: .direct).lines(of: picture) == expected)
        #expect(PicturePrinter(colors: .direct).lines(of: canvas) == expected)
    }

    // MARK: Frames

    @Test(arguments: PixelProtocol.allCases)
    mutating func `each frame replaces the one before`(way: PixelProtocol) {
        var frames = FramePrinter(printer(way))
        frames.caption = "caption"
        print("1\n2\n3\n4\n5\n")
        for seed in 1...3 {
            let picture = Bitmap.noise(90, 55, colors: 60, seed: UInt64(seed))
            print(frames.bytes(for: cells(of: picture, way)))
            #expect(frames.bytes(for: cells(of: picture, way)).isEmpty)
            #expect(shown(0, 3, as: picture) == picture)
            #expect(text(6).hasPrefix("caption"))
            #expect(terminal.images.count == (way == .kitty ? 3 : 0), "one for each row")
        }
        print(frames.erase())
        #expect(terminal.images.isEmpty)
        #expect(terminal.screenshot.part(PixelRect(0, 60, 180, 100)).bytes.allSatisfy { [16, 20, 255].contains($0) })
        #expect(frames.erase().isEmpty)
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `after other output a frame is printed anew`(way: PixelProtocol) {
        var frames = FramePrinter(printer(way))
        let picture = Bitmap.noise(90, 20, colors: 60, seed: 9)
        print(frames.bytes(for: cells(of: picture, way)))
        print("other\n")
        frames.forget()
        print(frames.bytes(for: cells(of: picture, way)))
        // the same picture above stays when the next frame frees the one before
        print(frames.bytes(for: cells(of: .noise(90, 20, colors: 60, seed: 10), way)))
        print(frames.bytes(for: cells(of: picture, way)))
        #expect(shown(0, 0, as: picture) == picture)
        #expect(text(1).hasPrefix("other"))
        #expect(shown(0, 2, as: picture) == picture)
        #expect(terminal.images.count == (way == .kitty ? 2 : 0))
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `a frame of another size frees the one before`(way: PixelProtocol) {
        var frames = FramePrinter(printer(way))
        print(frames.bytes(for: cells(of: .noise(90, 20, colors: 60, seed: 11), way)))
        let picture = Bitmap.noise(90, 40, colors: 60, seed: 12)
        print(frames.bytes(for: cells(of: picture, way)))
        #expect(shown(0, 1, as: picture) == picture)
        #expect(terminal.images.count == (way == .kitty ? 2 : 0))
    }

    @Test(arguments: PixelProtocol.allCases)
    mutating func `half blocks replace a frame in pixels`(way: PixelProtocol) {
        var frames = FramePrinter(printer(way))
        let picture = cells(of: .noise(90, 20, colors: 60, seed: 13), way)
        print(frames.bytes(for: picture))
        let characters = PictureCells(size: picture.size, cells: picture.cells)
        print(frames.bytes(for: characters))
        let frame = terminal.screenshot
        terminal = ModelTerminal(size: terminal.size, cell: cell)
        print(PicturePrinter(colors: .direct).lines(of: characters))
        #expect(frame == terminal.screenshot)
    }

    // MARK: Transparency

    @Test(arguments: [
        (PictureBackground.color(RGB(9, 8, 7)), RGB(9, 8, 7)), (.terminal, RGB(0, 0, 0)),
        (.terminalColor(RGB(1, 2, 3)), RGB(1, 2, 3)), (.checkerboard, RGB(0x99, 0x99, 0x99)),
    ])
    func `transparent pixels show the background`(background: PictureBackground, expected: RGB) {
        let clear = Bitmap(size: PixelSize(width: 2, height: 2), filledWith: RGBA(200, 100, 50, 0))
        let blended = clear.blended(over: background, on: RGB(0, 0, 0), cell: cell)
        #expect(!blended.hasAlpha)
        #expect(blended[1, 1].opaque == expected)
    }

    @Test func `the squares of the checkerboard are four columns and two rows of cells`() {
        let clear = Bitmap(size: PixelSize(width: 80, height: 90), filledWith: RGBA(0, 0, 0, 0))
        let blended = clear.blended(over: .checkerboard, on: RGB(0, 0, 0), cell: cell)
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
