import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct PlaceholderTests {
    @Test func `a checkerboard is made once for a size and a color depth`() {
        func address(_ size: CellSize, _ colors: ColorDepth) -> UnsafeRawPointer? {
            PictureCells.checkerboard(of: size, by: PictureRenderer(colors: colors)).cells.withUnsafeBytes(
                \.baseAddress)
        }
        let (small, large) = (CellSize(columns: 8, rows: 4), CellSize(columns: 9, rows: 4))
        let first = address(small, .direct)
        #expect(address(small, .direct) == first)
        #expect(address(large, .direct) != first && address(small, .mono) != first)
        #expect(address(small, .direct) == first)
        // The cache keeps only a few.
        for columns in 10..<20 { _ = address(CellSize(columns: columns, rows: 1), .direct) }
        let cells = PictureCells.checkerboard(of: small, by: PictureRenderer(colors: .direct))
        #expect(cells.size == small)
    }

    /// Regression: the spinner was drawn in the middle of the text.
    @Test func `text is below the activity indicator until it is removed`() {
        let stage = Stage(columns: 20, rows: 7)
        let view = stage.makeImageView()
        view.showPlaceholder(.text("Anna Atkins"))
        for indicator in [ImageIndicator.activity, .progress, .ring, .percentage] {
            view.indicator = indicator
            view.startIndicator()
            let frame = stage.frame()
            #expect(frame.text(row: 6) == "    Anna Atkins", "\(indicator.name)")
            #expect((0..<6).allSatisfy { !frame.text(row: $0).contains("A") }, "\(indicator.name)")
            view.stopIndicator()
            #expect(stage.frame().text(row: 3) == "    Anna Atkins")
        }
    }

    @Test func `text is centered and truncated where it does not fit`() {
        let stage = Stage(columns: 20, rows: 5)
        let view = stage.makeImageView()
        view.showPlaceholder(.text("Anna Atkins"))
        #expect(stage.frame().text(row: 2) == "    Anna Atkins")
        view.frame = CellRect(column: 0, row: 0, columns: 8, rows: 3)
        #expect(stage.frame().text(row: 1) == " Anna …")
        for size in [CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 1), CellSize(columns: 0, rows: 0)] {
            view.frame = CellRect(size)
            stage.frame()
        }
    }
}
