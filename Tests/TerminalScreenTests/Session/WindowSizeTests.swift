import Glibc
import Pixels
import Testing

@testable import TerminalScreen

/// What the kernel says about the window, which the terminal, or whoever set it, may have made up.
@Suite struct WindowSizeTests {
    private func window(_ columns: UInt16, _ rows: UInt16, _ width: UInt16 = 0, _ height: UInt16 = 0) -> winsize {
        winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
    }

    @Test func aWindowIsTakenAtItsWord() throws {
        let taken = try #require(TerminalWindow(window(120, 40, 960, 640)))
        #expect(taken.size == CellSize(columns: 120, rows: 40))
        #expect(taken.cell == PixelSize(width: 8, height: 16))
    }

    @Test func aWindowWithoutASizeIsNone() {
        #expect(TerminalWindow(window(0, 0)) == nil)
        #expect(TerminalWindow(window(80, 0)) == nil)
    }

    @Test func aWindowThatClaimsFourThousandMillionCellsGetsACanvasThatFitsIntoMemory() throws {
        let taken = try #require(TerminalWindow(window(.max, .max, .max, .max)))
        #expect(taken.size.columns * taken.size.rows <= 2_000_000)
        #expect(taken.cell == nil)
    }
}
