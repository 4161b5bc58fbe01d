import TerminalScreen
import TerminalViews

/// The error of a picture in the middle of the screen, because the footer may be too short for it.
@MainActor
final class FailureMessage: View {
    private var failure: FailureText?
    private var style = CellStyle.plain
    /// Margin at each side, in columns.
    private let margin: Int

    init(margin: Int = 2) {
        self.margin = margin
        super.init()
        isUserInteractionEnabled = false
        isHidden = true
    }

    /// Shows an error, or hides the view if it is `nil`.
    func show(_ failure: FailureText?, style: CellStyle = .plain) {
        guard failure != self.failure || style != self.style else { return }
        (self.failure, self.style) = (failure, style)
        isHidden = failure == nil
        setNeedsDisplay()
    }

    /// Maximum width.
    private static let mostColumns = 60

    private var columns: Int { min(Self.mostColumns, bounds.size.columns - 2 * margin) }

    /// Whether the text is truncated.
    var isCut: Bool { failure.map { !$0.fits(columns: columns, rows: bounds.size.rows) } ?? false }

    override func draw(in context: inout DrawingContext) {
        guard let failure else { return }
        let (columns, rows) = (columns, bounds.size.rows)
        let lines = AttributedText(failure.fitting(columns: columns, rows: rows), style: style).lines(columns: columns)
        for (row, line) in lines.prefix(max(0, rows)).enumerated() {
            context.draw(
                line, column: (bounds.size.columns - line.columns) / 2, row: max(0, rows - lines.count) / 2 + row)
        }
    }
}
