import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Panel, progress bar, scroll indicator.
@Suite(.endsInTime) @MainActor struct ControlTests {
    private func shown(_ view: View, columns: Int, rows: Int) -> [String] {
        let stage = Stage(showing: view, columns: columns, rows: rows)
        return stage.frame().lines
    }

    // MARK: - Panel

    @Test func `a panel has a border and a title`() {
        let panel = Panel()
        panel.title = "Title"
        #expect(shown(panel, columns: 12, rows: 3) == ["╭─ Title ──╮", "│          │", "╰──────────╯"])
        #expect(panel.contentView.frame == CellRect(column: 2, row: 1, columns: 8, rows: 1))
        #expect(shown(panel, columns: 10, rows: 2) == ["╭─ Tit… ─╮", "╰────────╯"])
        #expect(shown(panel, columns: 6, rows: 2) == ["╭────╮", "╰────╯"])
    }

    @Test(arguments: [(1, 1), (1, 5), (9, 1), (2, 2), (3, 2), (0, 0)])
    func `a panel of any size stays inside`(_ columns: Int, _ rows: Int) {
        let panel = Panel()
        panel.title = "Title"
        let lines = shown(panel, columns: max(1, columns), rows: max(1, rows))
        #expect(lines.count == max(1, rows))
        #expect(panel.contentView.frame.size.columns >= 0 && panel.contentView.frame.size.rows >= 0)
    }

    // MARK: - Progress

    @Test(arguments: [
        (0.0, "    "), (1.0, "████"), (0.5, "██  "), (0.28, "█▏  "), (0.97, "███▉"), (-1, "    "), (9, "████"),
        (.nan, "    "), (.infinity, "    "),
    ])
    func `a bar fills in eighths`(_ progress: Double, _ bar: String) {
        #expect(ProgressBar.bar(columns: 4, progress: progress, phase: 0, empty: " ") == bar)
        let shaded = ProgressBar.bar(columns: 4, progress: progress, phase: 0, empty: "░")
        #expect(shaded == bar.replacing(" ", with: "░"))
    }

    @Test(arguments: [1, 2, 7, 80])
    func `a bar is as long as its view`(_ columns: Int) {
        for step in 0...100 {
            let bar = ProgressBar.bar(columns: columns, progress: Double(step) / 100, phase: 0, empty: " ")
            #expect(Canvas.columns(of: bar) == columns)
        }
    }

    @Test func `without background colors the end of a bar is visible`() {
        for (colors, text) in [(ColorDepth.mono, " ██░░"), (.palette8, " ██")] {
            let bar = ProgressBar()
            let stage = Stage(showing: bar, columns: 6, rows: 1, colors: colors)
            bar.fraction = 0.5
            stage.frame(after: .milliseconds(10))
            #expect(stage.frame(after: .seconds(2)).text(row: 0) == text)
        }
    }

    // MARK: - Scroll indicator

    @Test func `the thumb shows which part is visible`() {
        func thumb(_ first: Int, of content: Int = 100, visible: Int = 50) -> Range<Int>? {
            ScrollIndicator.Position(contentLines: content, visibleLines: visible, firstLine: first).thumb(eighths: 80)
        }
        #expect(thumb(0) == 0..<40 && thumb(25) == 20..<60 && thumb(50) == 40..<80)
        #expect(thumb(0, of: 50) == nil && thumb(0, of: 0) == nil)
        #expect(thumb(1, of: 1_000_000) == 1..<9, "it is not at the top")
        #expect(thumb(999_949, of: 1_000_000) == 71..<79, "nor at the bottom")
        #expect(thumb(999_950, of: 1_000_000) == 72..<80)
        #expect(thumb(-5) == 0..<40 && thumb(500) == 40..<80)
    }

    @Test func `the thumb is drawn in eighths`() {
        let view = ScrollIndicator()
        view.position = ScrollIndicator.Position(contentLines: 40, visibleLines: 20, firstLine: 5)
        let stage = Stage(showing: view, columns: 1, rows: 4)
        let frame = stage.frame()
        #expect(frame.lines == ["▄", "█", "▄", ""])
        #expect((0..<4).map { frame[0, $0].attributes.contains(.reverse) } == [false, false, true, false])
    }
}
