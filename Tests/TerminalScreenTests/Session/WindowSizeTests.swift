import Glibc
import Pixels
import Testing

@testable import TerminalScreen

/// The window size from the kernel, which the terminal or another program may have set to anything.
@Suite(.endsInTime) struct WindowSizeTests {
    private func window(_ columns: UInt16, _ rows: UInt16, _ width: UInt16 = 0, _ height: UInt16 = 0) -> winsize {
        winsize(ws_row: rows, ws_col: columns, ws_xpixel: width, ws_ypixel: height)
    }

    @Test func `the size of a window is the reported one`() throws {
        let taken = try #require(TerminalWindow(window(120, 40, 960, 640)))
        #expect(taken.size == CellSize(columns: 120, rows: 40))
        #expect(taken.cell == PixelSize(width: 8, height: 16))
    }

    @Test func `a window without a size is invalid`() {
        #expect(TerminalWindow(window(0, 0)) == nil)
        #expect(TerminalWindow(window(80, 0)) == nil)
    }

    @Test func `the shape of a pixel is that of half a cell, within bounds`() throws {
        func aspect(_ width: UInt16, _ height: UInt16) throws -> Double {
            TerminalWindow.pixelAspect(ofCell: try #require(TerminalWindow(window(10, 10, width, height))).cell)
        }
        #expect(try aspect(100, 200) == 1 && aspect(90, 200) == 0.9)
        // a cell shape that no font has is wrong, or the size of something else
        #expect(try aspect(10_000, 20) == 4 && aspect(10, 10_000) == 0.25)
        #expect(try aspect(0, 0) == 1 && aspect(100, 0) == 1 && aspect(100, 10) == 1)
        #expect(TerminalWindow.pixelAspect(ofCell: PixelSize(width: 10, height: 30)) == 10.0 / 15)
    }

    /// Regression: the shape of a pixel was that of the kernel's cell where pictures had the terminal's.
    @Test func `the terminal's own size of a cell is preferred to the kernel's`() throws {
        let window = try #require(TerminalWindow(window(10, 10, 100, 200)))
        var facts = TerminalCapabilities()
        #expect(facts.cell(in: window) == PixelSize(width: 10, height: 20) && facts.cell(in: nil) == nil)
        facts.adopt(.cell(PixelSize(width: 9, height: 18)))
        #expect(facts.cell(in: window) == PixelSize(width: 9, height: 18))
    }

    @Test func `a window that claims four thousand million cells gets a canvas that fits into memory`() throws {
        let taken = try #require(TerminalWindow(window(.max, .max, .max, .max)))
        #expect(taken.size.columns * taken.size.rows <= 2_000_000)
        #expect(taken.cell == nil)
    }
}
