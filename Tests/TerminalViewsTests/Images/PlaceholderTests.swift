import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct PlaceholderTests {
    /// Regression: the spinner was drawn in the middle of the text.
    @Test func `text is below the activity indicator until it is removed`() {
        let stage = Stage(columns: 20, rows: 7)
        let view = stage.makeImageView()
        view.showPlaceholder(.text("Anna Atkins"))
        for indicator in [ImageIndicator.spinner, .bar] {
            view.indicator = indicator
            view.startIndicator()
            stage.frame()
            let frame = stage.frame(after: .milliseconds(150))
            #expect(frame.text(row: 5) == "    Anna Atkins", "\(indicator.name)")
            #expect((0..<5).allSatisfy { !frame.text(row: $0).contains("A") }, "\(indicator.name)")
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
