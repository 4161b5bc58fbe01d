import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Panel, progress, activity, scroll indicator.
@Suite(.endsInTime) @MainActor struct ControlTests {
    private func shown(_ view: View, columns: Int, rows: Int) -> [String] {
        let stage = Stage(columns: columns, rows: rows)
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        let frame = stage.frame()
        return (0..<rows).map { frame.text(row: $0) }
    }

    // MARK: - Panel

    @Test func `a panel has a border and a title`() {
        let panel = Panel()
        panel.title = "Title"
        #expect(shown(panel, columns: 12, rows: 3) == ["╭─ Title ──╮", "│          │", "╰──────────╯"])
        #expect(panel.contentView.frame == CellRect(column: 1, row: 1, columns: 10, rows: 1))
        #expect(shown(panel, columns: 10, rows: 2) == ["╭─ Tit… ─╮", "╰────────╯"])
        #expect(shown(panel, columns: 6, rows: 2) == ["╭────╮", "╰────╯"])
    }

    @Test(arguments: [(1, 1), (1, 5), (9, 1), (2, 2), (3, 2), (0, 0)])
    func `a panel of any size stays inside`(_ columns: Int, _ rows: Int) {
        let panel = Panel()
        panel.title = "Title"
        panel.shadow = CellColor(hex: 0)
        panel.insets = CellInsets(all: 1)
        let lines = shown(panel, columns: max(1, columns), rows: max(1, rows))
        #expect(lines.count == max(1, rows))
        #expect(panel.contentView.frame.size.columns >= 0 && panel.contentView.frame.size.rows >= 0)
    }

    @Test func `a shadow falls to the right and below and lets the mouse through`() {
        let stage = Stage(columns: 8, rows: 4)
        let panel = Panel(frame: stage.window.bounds)
        let black = CellColor(hex: 0)
        panel.shadow = black
        stage.host.addSubview(panel)
        let frame = stage.frame()
        for row in 0..<4 {
            for column in 0..<8 {
                let isShadow = (column >= 6 && row >= 1) || (row == 3 && column >= 2)
                #expect((frame[column, row].background == black) == isShadow)
            }
        }
        #expect(stage.window.hitTest(CellPoint(column: 7, row: 2)) === stage.host)
        #expect(stage.window.hitTest(CellPoint(column: 5, row: 2)) === panel.contentView.superview)
    }

    @Test func `the preferred size of a panel is its content and its border`() {
        let panel = Panel()
        let label = Label()
        label.text = "12345"
        panel.contentView.addSubview(label)
        panel.insets = CellInsets(left: 1, right: 1)
        #expect(panel.sizeThatFits(CellSize(columns: 50, rows: 50)) == CellSize(columns: 9, rows: 3))
        #expect(panel.sizeThatFits(CellSize(columns: 6, rows: 2)) == CellSize(columns: 6, rows: 2))
        panel.shadow = CellColor(hex: 0)
        #expect(panel.sizeThatFits(CellSize(columns: 50, rows: 50)) == CellSize(columns: 11, rows: 4))
    }

    // MARK: - Progress

    @Test(arguments: [
        (0.0, "    "), (1.0, "████"), (0.5, "██  "), (0.28, "█▏  "), (0.97, "███▉"), (-1, "    "), (9, "████"),
        (.nan, "    "), (.infinity, "    "),
    ])
    func `a bar fills in eighths`(_ progress: Double, _ bar: String) {
        #expect(ProgressView.bar(columns: 4, progress: progress, phase: 0, signs: .blocks) == bar)
        let shaded = ProgressView.bar(columns: 4, progress: progress, phase: 0, signs: .blocksOnShade)
        #expect(shaded == bar.replacing(" ", with: "░"))
    }

    @Test func `a bar in ASCII fills in whole columns and is not full too soon`() {
        #expect(ProgressView.bar(columns: 4, progress: 0.99, phase: 0, signs: .ascii) == "###-")
        #expect(ProgressView.bar(columns: 4, progress: 1, phase: 0, signs: .ascii) == "####")
        let light = (0..<6).map { ProgressView.bar(columns: 4, progress: nil, phase: $0, signs: .ascii) }
        #expect(light == ["----", "#---", "-#--", "--#-", "---#", "----"])
    }

    @Test(arguments: [1, 2, 7, 80])
    func `a bar is as long as its view`(_ columns: Int) {
        for step in 0...100 {
            for signs in [ProgressView.Signs.blocks, .blocksOnShade, .ascii] {
                let bar = ProgressView.bar(columns: columns, progress: Double(step) / 100, phase: 0, signs: signs)
                #expect(Canvas.columns(of: bar) == columns)
            }
        }
    }

    @Test func `without background colors the end of a bar is visible`() {
        for (colors, text) in [(ColorDepth.mono, "██░░"), (.palette8, "██")] {
            let stage = Stage(columns: 4, rows: 1, colors: colors)
            let bar = ProgressView(frame: stage.window.bounds)
            bar.progress = 0.5
            stage.host.addSubview(bar)
            #expect(stage.frame().text(row: 0) == text)
        }
    }

    @Test func `only a bar of unknown length moves`() {
        let stage = Stage(columns: 8, rows: 1)
        let bar = ProgressView(frame: stage.window.bounds)
        stage.host.addSubview(bar)
        stage.turn()
        stage.turn(after: .milliseconds(240))
        #expect(bar.phase == 3 && stage.window.nextDeadline == .milliseconds(320))
        bar.progress = 0.5
        stage.turn(after: .seconds(1))
        #expect(bar.phase == 3 && stage.window.nextDeadline == nil)
    }

    // MARK: - Activity

    @Test func `an indicator turns while it is animating`() {
        let stage = Stage(columns: 3, rows: 3)
        let view = ActivityIndicatorView(style: .line)
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        #expect(stage.frame().text(row: 1) == "" && stage.window.nextDeadline == nil)
        view.startAnimating()
        #expect(stage.frame().text(row: 1) == " |")
        #expect(stage.frame(after: .milliseconds(100)).text(row: 1) == " /")
        #expect(stage.frame(after: .milliseconds(310)).text(row: 1) == " |")
        view.stopAnimating()
        #expect(stage.frame(after: .seconds(1)).text(row: 1) == "" && stage.window.nextDeadline == nil)
        view.hidesWhenStopped = false
        #expect(stage.frame().text(row: 1) == " |")
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
        let stage = Stage(columns: 1, rows: 4)
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        let frame = stage.frame()
        #expect((0..<4).map { frame.text(row: $0) } == ["▄", "█", "▄", ""])
        #expect((0..<4).map { frame[0, $0].attributes.contains(.reverse) } == [false, false, true, false])
    }
}
