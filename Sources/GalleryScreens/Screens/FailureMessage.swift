import TerminalScreen
import TerminalViews

/// The error of a picture in its place: the sign of failures, and the text where there is room for it, on what is
/// drawn behind the middle of the view.
@MainActor
final class FailureMessage: View {
    private var failure: FailureText?
    private var sign = ""
    private var style = CellStyle.plain
    /// Margin at each side, in columns.
    private let margin: Int

    init(margin: Int = 2) {
        self.margin = margin
        super.init()
        isUserInteractionEnabled = false
        isHidden = true
    }

    /// Shows a sign, if it is not empty, and a text, if there is one.
    func show(_ failure: FailureText?, sign: String = "", style: CellStyle = .plain) {
        guard failure != self.failure || sign != self.sign || style != self.style else { return }
        (self.failure, self.sign, self.style) = (failure, sign, style)
        isHidden = failure == nil && sign.isEmpty
        setNeedsDisplay()
    }

    /// Maximum width.
    private static let maxColumns = 60

    /// Width of the sign before the text; 0 if the text would not fit beside it.
    private var signColumns: Int {
        guard !sign.isEmpty, let failure else { return 0 }
        return failure.fits(columns: room - 2, rows: bounds.size.rows) ? 2 : 0
    }

    private var room: Int { min(Self.maxColumns, bounds.size.columns - 2 * margin) }
    private var columns: Int { room - signColumns }

    /// Whether the text is truncated or missing.
    var isCut: Bool { failure.map { !$0.fits(columns: columns, rows: bounds.size.rows) } ?? true }

    override func draw(in context: inout DrawingContext) {
        let (columns, rows) = (columns, bounds.size.rows)
        var style = style
        style.background = context.ground(column: bounds.size.columns / 2, row: rows / 2)
        let text = failure.map { AttributedText($0.fitting(columns: columns, rows: rows), style: style) }
        var lines = text?.lines(columns: columns) ?? [AttributedText(sign, style: style)]
        if signColumns > 0, !lines.isEmpty { lines[0] = AttributedText(sign + " ", style: style) + lines[0] }
        for (row, line) in lines.prefix(max(0, rows)).enumerated() {
            context.draw(
                line, column: (bounds.size.columns - line.columns) / 2, row: max(0, rows - lines.count) / 2 + row)
        }
    }
}
