import TerminalScreen

/// One or more lines of text, each cut with an ellipsis where it does not fit.
@MainActor
public final class Label: View {
    public var text = "" {
        didSet { if text != oldValue { setNeedsDisplay() } }
    }

    public var style = CellStyle.plain {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// Lines that the text may be broken into, between words; 1 by default.
    public var maximumLines = 1

    public override func draw(in context: inout DrawingContext) {
        for (row, line) in lines(columns: bounds.size.columns).enumerated() {
            context.draw(line, column: 0, row: row, columns: bounds.size.columns, style: style)
        }
    }

    /// The text in at most ``maximumLines`` lines; the last one holds all that is left.
    func lines(columns: Int) -> [String] {
        guard columns > 0, !text.isEmpty else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let joined = line.isEmpty ? String(word) : line + " " + word
            if line.isEmpty || lines.count == maximumLines - 1 || Canvas.columns(of: joined) <= columns {
                line = joined
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
