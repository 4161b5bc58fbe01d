import TerminalScreen
import TerminalViews

/// The panel of a story: its caption, and below it the present line of the script with its result.
@MainActor
final class NarrationView: View {
    var story: Story? {
        didSet { setNeedsDisplay() }
    }

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Returns the height: that of the longest caption, at most two lines, and one for the line of the script.
    func wantedRows(columns: Int, isLow: Bool) -> Int {
        guard let story, !isLow else { return story == nil ? 0 : 2 }
        let captions = [story.script.summary] + story.script.captions
        let widest = captions.map { Canvas.columns(of: $0) }.max() ?? 0
        return widest > captionColumns(story, columns) ? 3 : 2
    }

    private func captionColumns(_ story: Story, _ columns: Int) -> Int {
        columns - Canvas.columns(of: head(story, columns)) - 3
    }

    override func draw(in context: inout DrawingContext) {
        guard let story else { return }
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        context.fill(bounds, style: theme.panel)
        let head = head(story, columns)
        context.draw(head, column: 1, row: 0, columns: columns - 2, style: theme.panelStrong)
        let room = captionColumns(story, columns)
        let indent = 2 + Canvas.columns(of: head)
        let caption = TextLayout(columns: room, maximumLines: max(1, rows - 1)).lines(of: caption(of: story))
        for (row, line) in caption.enumerated() {
            var column = 0
            for run in line.runs {
                column += context.draw(
                    run.text, column: indent + column, row: row, columns: room - column, style: run.style)
            }
        }
        if rows > 1 { drawLine(of: story, row: rows - 1, in: &context) }
    }

    /// Returns the name of the story and its progress, in a third of the line.
    private func head(_ story: Story, _ columns: Int) -> String {
        let sign =
            switch story.state {
            case .preparing, .playing: "▶"
            case .paused: "‖"
            case .over: "■"
            }
        let parts = story.script.captions.count
        // A caption in a `repeat` is shown several times.
        let progress = parts > 0 && story.part <= parts ? " \(story.part)/\(parts)" : ""
        let name = story.script.name.split(separator: "/").last ?? ""  // the path of a file would fill the line
        let room = columns / 3 - Canvas.columns(of: sign + progress) - 1
        return "\(sign) \(Canvas.truncated(name, columns: room))\(progress)"
    }

    private func caption(of story: Story) -> AttributedText {
        guard case .over(let verdict, let isPassed) = story.state else {
            return AttributedText(story.caption, style: theme.panelStrong)
        }
        let style = theme.lab.style(of: isPassed ? LabCellFacts.State.shown : .failed).on(theme.panel)
        let failures = story.failures.first.map { "  " + $0 } ?? ""
        return AttributedText(verdict, style: style) + AttributedText(failures, style: theme.panel)
    }

    private func drawLine(of story: Story, row: Int, in context: inout DrawingContext) {
        let columns = bounds.size.columns
        let keys = keys(of: story)
        let keyColumns = Canvas.columns(of: keys)
        context.draw(keys, column: columns - keyColumns - 1, row: row, columns: keyColumns, style: theme.panel)
        guard story.line > 0, !story.isOver, !story.lineText.hasPrefix("say ") else { return }
        let room = columns - keyColumns - 5
        var column = 1 + context.draw("\(story.line)  ", column: 1, row: row, columns: room, style: theme.panel)
        column += context.draw(
            story.lineText, column: column, row: row, columns: max(0, room - column), style: theme.panelStrong)
        guard let verdict = story.verdict else { return }
        let style = theme.lab.style(of: verdict.holds ? LabCellFacts.State.shown : .failed).on(theme.panel)
        context.draw(
            (verdict.holds ? "  ok: " : "  FAIL: ") + verdict.found, column: column, row: row,
            columns: max(0, room - column), style: style)
    }

    private func keys(of story: Story) -> String {
        func key(_ action: LabAction, _ word: String) -> String { "\(keyName(action)) \(word)" }
        let again = [key(.storyAgain, "again"), key(.close, "close")]
        switch story.state {
        case .preparing: return ""
        case .playing: return ([key(.storyPause, "pause"), key(.storyNext, "next")] + again).joined(separator: "  ")
        case .paused: return ([key(.storyPause, "go on"), key(.storyNext, "step")] + again).joined(separator: "  ")
        case .over: return ([key(.scenarios, "others")] + again).joined(separator: "  ")
        }
    }
}

extension CellStyle {
    /// Returns the style with the background of another one.
    func on(_ other: CellStyle) -> CellStyle {
        CellStyle(foreground: foreground, background: other.background, attributes: attributes)
    }
}
