import Glibc
import Pixels
import Testing

@testable import TerminalScreen

/// What the kernel says about the window, which the terminal, or whoever set it, may have made up.
@MainActor @Suite struct WindowSizeTests {
    private func window(_ columns: UInt16, _ rows: UInt16, _ width: UInt16 = 0, _ height: UInt16 = 0) -> winsize {
        winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
    }

    @Test func aWindowIsTakenAtItsWord() {
        let (size, cell) = TerminalSession.sizes(of: window(120, 40, 960, 640))
        #expect(size == CellSize(columns: 120, rows: 40))
        #expect(cell == PixelSize(width: 8, height: 16))
    }

    @Test func aWindowWithoutASizeIsThatOfASerialLine() {
        #expect(TerminalSession.sizes(of: window(0, 0)).0 == CellSize(columns: 80, rows: 24))
        #expect(TerminalSession.sizes(of: window(80, 0)).0 == CellSize(columns: 80, rows: 24))
    }

    @Test func aWindowThatClaimsFourThousandMillionCellsGetsACanvasThatFitsIntoMemory() {
        let (size, cell) = TerminalSession.sizes(of: window(.max, .max, .max, .max))
        #expect(size.columns * size.rows <= 2_000_000)
        #expect(cell == nil)
    }
}
