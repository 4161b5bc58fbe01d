import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct SixelEncoderTests {
    private func shown(_ strip: [UInt8], on terminal: inout ModelTerminal) -> Bitmap {
        terminal.feed(strip)
        #expect(terminal.problems.isEmpty)
        #expect(!terminal.isInsideSequence)
        return terminal.screenshot
    }

    @Test func `two pixels are encoded byte by byte`() {
        let picture = Bitmap.drawn(2, 2) { x, y in x == y ? RGB(255, 0, 0) : RGB(0, 255, 51) }
        let strip = SixelEncoder.strip(of: picture, rect: PixelRect(picture.size))
        #expect(
            String(decoding: strip, as: UTF8.self)
                == "\u{1B}P0;1q\"1;1;2;2#0;2;100;0;0#1;2;0;100;20#0@A$#1A@\u{1B}\\")
    }

    @Test func `equal columns are sent as a run, and other colors are skipped`() {
        let picture = Bitmap.drawn(12, 7) { x, _ in (5..<8).contains(x) ? RGB(255, 255, 255) : RGB(0, 0, 0) }
        let strip = SixelEncoder.strip(of: picture, rect: PixelRect(picture.size))
        #expect(
            String(decoding: strip, as: UTF8.self) == "\u{1B}P0;1q\"1;1;12;7#0;2;0;0;0#1;2;100;100;100"
                + "#0!5~???!4~$#1!5?~~~-#0!5@???!4@$#1!5?@@@\u{1B}\\")
    }

    @Test(arguments: [1, 5, 6, 7, 20])
    func `up to 255 colors are shown exactly, and nothing below the strip`(height: Int) {
        // given a screen of another color
        var terminal = ModelTerminal(size: CellSize(columns: 6, rows: 3), cell: PixelSize(width: 9, height: 20))
        let before = terminal.screenshot
        let picture = Bitmap.noise(54, 60, colors: 255, seed: UInt64(height))
        // when a part of the picture is drawn
        let rect = PixelRect(3, 0, 50, height)
        let after = shown(SixelEncoder.strip(of: picture, rect: rect), on: &terminal)
        // then that part shows it, and the rest is as before
        let expected = Bitmap.drawn(54, 60) { x, y in
            x < 50 && y < height ? picture[x + 3, y].opaque : before[x, y].opaque
        }
        #expect(after == expected)
    }

    @Test func `a photo loses little`() {
        let picture = Bitmap.landscape(540, 200)
        var terminal = ModelTerminal(size: CellSize(columns: 60, rows: 11), cell: PixelSize(width: 9, height: 20))
        for row in 0..<10 {
            terminal.feed(TerminalSequence.cursor(CellPoint(column: 0, row: row)).bytes)
            _ = shown(SixelEncoder.strip(of: picture, rect: PixelRect(0, 20 * row, 540, 20)), on: &terminal)
        }
        let shown = terminal.picture(of: CellRect(column: 0, row: 0, columns: 60, rows: 10))
        #expect(shown.likeness(to: picture) > 40.24)
    }

    @Test func `a smaller palette is used as far as it goes`() {
        let picture = Bitmap.landscape(90, 20)
        var terminal = ModelTerminal(size: CellSize(columns: 10, rows: 2), cell: PixelSize(width: 9, height: 20))
        let strip = SixelEncoder.strip(of: picture, rect: PixelRect(picture.size), colors: 16)
        let colors = Set(shown(strip, on: &terminal).part(PixelRect(picture.size)).colors)
        #expect((9...16).contains(colors.count))
        #expect(terminal.screenshot.part(PixelRect(picture.size)).likeness(to: picture) > 27.62)
    }

    @Test(arguments: [
        PixelRect(0, 0, 0, 5), PixelRect(10, 0, 5, 5), PixelRect(0, -5, 5, 5), PixelRect(3, 3, -1, -1),
    ])
    func `an empty part is no sequence`(rect: PixelRect) {
        let picture = Bitmap(size: PixelSize(width: 10, height: 10), filledWith: RGBA(1, 2, 3))
        #expect(SixelEncoder.strip(of: picture, rect: rect).isEmpty)
    }

    @Test func `what extends beyond the picture is not drawn`() {
        let picture = Bitmap.noise(10, 10, colors: 20, seed: 1)
        let beyond = SixelEncoder.strip(of: picture, rect: PixelRect(-2, 4, 30, 30))
        #expect(beyond == SixelEncoder.strip(of: picture, rect: PixelRect(0, 4, 10, 6)))
    }
}

extension Bitmap {
    /// The colors of all pixels.
    fileprivate var colors: [RGB] {
        (0..<size.area).map { self[$0 % size.width, $0 / size.width].opaque }
    }
}
