import TerminalScreen
import TerminalViews

/// Says in the middle of a screen why there is no picture. The last line may have no room for it beside the title.
@MainActor
final class FailureMessage: View {
    private var failure: FailureText?
    private var style = CellStyle.plain

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
    }

    /// `nil`: there is nothing to explain.
    func show(_ failure: FailureText?, style: CellStyle = .plain) {
        (self.failure, self.style) = (failure, style)
        isHidden = failure == nil
        setNeedsDisplay()
    }

    /// No wider than is read at a glance.
    private static let mostColumns = 60

    override func draw(in context: inout DrawingContext) {
        guard let failure else { return }
        let (columns, rows) = (min(Self.mostColumns, bounds.size.columns - 4), bounds.size.rows)
        let lines = AttributedText(failure.fitting(columns: columns, rows: rows), style: style).lines(columns: columns)
        for (row, line) in lines.prefix(max(0, rows)).enumerated() {
            context.draw(
                line, column: (bounds.size.columns - line.columns) / 2, row: max(0, rows - lines.count) / 2 + row)
        }
    }
}
