import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct InlineImageTests {
    @Test func `the sequence says how large it is`() {
        let picture = Bitmap.landscape(8, 8)
        let text = String(
            decoding: InlineImage.sequence(
                of: picture, rect: PixelRect(picture.size), cells: CellSize(columns: 4, rows: 2)), as: UTF8.self)
        let size = PNGStrip.png(of: picture, rect: PixelRect(picture.size))?.count ?? 0
        let start =
            "\u{1B}]1337;File=inline=1;size=\(size);width=4;height=2;preserveAspectRatio=0;doNotMoveCursor=1:"
        #expect(text.hasPrefix(start) && text.hasSuffix("\u{7}"))
        #expect(text.utf8.count == start.utf8.count + (size + 2) / 3 * 4 + 1)
    }

    @Test func `an empty part is no sequence`() {
        let picture = Bitmap.landscape(8, 8)
        let cells = CellSize(columns: 1, rows: 1)
        #expect(InlineImage.sequence(of: picture, rect: PixelRect(8, 0, 4, 4), cells: cells).isEmpty)
        #expect(InlineImage.sequence(of: picture, rect: PixelRect(0, 0, 4, 0), cells: cells).isEmpty)
    }
}
