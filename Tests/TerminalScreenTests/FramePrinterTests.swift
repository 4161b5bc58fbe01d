import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// Lines of text and frames printed over one another, judged by an emulator.
@Suite(.endsInTime) struct FramePrinterTests {
    private static let size = PixelSize(width: 12, height: 8)

    /// Frames in which a few pixels change from one to the next.
    private func frames(_ count: Int, colors: ColorDepth, seed: UInt64) -> [PictureCells] {
        var random = SeededGenerator(seed: seed)
        var pixels = (0..<4 * Self.size.area).map { _ in random.byte() }
        return (0..<count).map { _ in
            for _ in 0..<random.next() % 40 { pixels[Int(random.next() % UInt64(pixels.count))] = random.byte() }
            let bitmap = Bitmap(size: Self.size, bytes: pixels, hasAlpha: true)
            return PictureRenderer(colors: colors).moving.cells(for: bitmap, background: .terminal)
        }
    }

    /// The visible content: the foreground of a space is invisible.
    private func seen(_ emulator: TerminalEmulator) -> [String] {
        (0..<10).flatMap { row in
            (0..<20).map { column in
                let cell = emulator[column, row]
                let ink = cell.text == " " ? nil : cell.foreground
                return "\(cell.text) \(String(describing: ink)) \(String(describing: cell.background))"
            }
        }
    }

    private func print(_ bytes: [UInt8], on emulator: TerminalEmulator) {
        // A terminal's line discipline adds a carriage return to a line feed.
        emulator.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
    }

    @Test(arguments: [ColorDepth.direct, .palette256, .palette16, .palette8, .mono])
    func `frames drawn over each other show the last one`(colors: ColorDepth) {
        let seed: UInt64 = 7
        let emulator = TerminalEmulator(size: CellSize(columns: 20, rows: 10))
        print(Array("before\n".utf8), on: emulator)
        var printer = FramePrinter(PicturePrinter(colors: colors))
        for frame in frames(30, colors: colors, seed: seed) {
            print(printer.bytes(for: frame), on: emulator)
            let alone = TerminalEmulator(size: CellSize(columns: 20, rows: 10))
            print(Array("before\n".utf8) + PicturePrinter(colors: colors).lines(of: frame), on: alone)
            #expect(seen(emulator) == seen(alone), "seed \(seed)")
        }
        print(Array("after".utf8), on: emulator)
        #expect(emulator.text(row: 5).hasPrefix("after"))
    }

    @Test func `only changed cells are printed`() {
        var printer = FramePrinter(PicturePrinter(colors: .direct))
        let frames = frames(2, colors: .direct, seed: 3)
        let first = printer.bytes(for: frames[0])
        #expect(printer.bytes(for: frames[0]).isEmpty)
        #expect(printer.bytes(for: frames[1]).count < first.count / 2 + 60)
    }

    @Test func `a frame after a reset is printed whole, and an erased one is removed`() {
        let frame = frames(1, colors: .direct, seed: 5)[0]
        var printer = FramePrinter(PicturePrinter(colors: .direct))
        let whole = printer.bytes(for: frame)
        printer.forget()
        #expect(printer.bytes(for: frame) == whole)
        let emulator = TerminalEmulator(size: CellSize(columns: 20, rows: 10))
        print(Array("before\n".utf8) + whole + printer.erase() + Array("after".utf8), on: emulator)
        #expect(emulator.text(row: 0).hasPrefix("before"))
        #expect(emulator.text(row: 1).hasPrefix("after"))
        #expect((2..<10).allSatisfy { emulator.text(row: $0).allSatisfy { $0 == " " } })
    }

    @Test func `a caption stays below all frames and is erased with them`() {
        let seed: UInt64 = 11
        let emulator = TerminalEmulator(size: CellSize(columns: 20, rows: 10))
        print(Array("before\n".utf8), on: emulator)
        var printer = FramePrinter(PicturePrinter(colors: .direct))
        printer.caption = "a caption"
        let frames = frames(20, colors: .direct, seed: seed)
        for frame in frames {
            print(printer.bytes(for: frame), on: emulator)
            let alone = TerminalEmulator(size: CellSize(columns: 20, rows: 10))
            let lines = PicturePrinter(colors: .direct).lines(of: frame)
            print(Array("before\n".utf8) + lines + Array("a caption\n".utf8), on: alone)
            #expect(seen(emulator) == seen(alone), "seed \(seed)")
            #expect(emulator.cursor == CellPoint(column: 0, row: 6))
        }
        // A new caption is printed with the next whole frame, in the same place.
        printer.caption = "other"
        print(printer.erase() + printer.bytes(for: frames[0]), on: emulator)
        #expect(emulator.text(row: 5).hasPrefix("other") && emulator.cursor == CellPoint(column: 0, row: 6))
        printer.caption = ""
        print(printer.erase() + printer.bytes(for: frames[0]) + Array("after".utf8), on: emulator)
        #expect(emulator.text(row: 5).hasPrefix("after") && emulator.text(row: 6).allSatisfy { $0 == " " })
    }

    @Test func `cells of equal halves are spaces`() {
        let (red, blue) = (RGBA(255, 0, 0), RGBA(0, 0, 255))
        let pixels = [red, red, blue, red, red, red].flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), bytes: pixels, hasAlpha: false)
        func text(_ colors: ColorDepth) -> String {
            let cells = PictureRenderer(colors: colors).cells(for: bitmap, background: .terminal)
            return String(decoding: PicturePrinter(colors: colors).lines(of: cells), as: UTF8.self)
        }
        // A space leaves the foreground as it was; the third cell needs both colors, and a color that is set is not
        // sent again.
        #expect(text(.direct) == "\u{1B}[48;2;255;0;0m  \u{1B}[38;2;0;0;255m▀\u{1B}[0m\n")
        #expect(text(.palette256) == "\u{1B}[48;5;196m  \u{1B}[38;5;21m▀\u{1B}[0m\n")
        #expect(text(.palette16) == "\u{1B}[101m  \u{1B}[34m▀\u{1B}[0m\n")
    }

    @Test func `text among pictures is printed with its marks and without blank ends`() {
        var canvas = Canvas(size: CellSize(columns: 20, rows: 2))
        canvas.draw("漢e\u{301} ok", at: .zero, style: .plain, clip: canvas.bounds)
        let text = String(decoding: PicturePrinter(colors: .direct).lines(of: canvas), as: UTF8.self)
        #expect(Array(text.unicodeScalars) == Array("漢e\u{301} ok\n\n".unicodeScalars))
    }
}
