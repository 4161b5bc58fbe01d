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

    /// Lines that the text may be broken into; 1 by default, and at least 1. It is broken between words, and inside a
    /// word only if that is longer than a line.
    public var maximumLines = 1 {
        didSet { if maximumLines != oldValue { setNeedsDisplay() } }
    }

    public override func draw(in context: inout DrawingContext) {
        for (row, line) in lines(columns: bounds.size.columns).enumerated() {
            context.draw(line, column: 0, row: row, columns: bounds.size.columns, style: style)
        }
    }

    /// The text in at most ``maximumLines`` lines; the last one holds all that is left.
    func lines(columns: Int) -> [String] {
        guard columns > 0, !text.isEmpty else { return [] }
        var lines: [String] = []
        var rest = text[...]
        while lines.count < maximumLines - 1, let end = Self.lineEnd(in: rest, columns: columns) {
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return rest.isEmpty && !lines.isEmpty ? lines : lines + [String(rest)]
    }

    /// Where the first line ends; `nil` if everything fits into one. At least one character is before it.
    private static func lineEnd(in text: Substring, columns: Int) -> Substring.Index? {
        var used = 0
        var wordEnd: Substring.Index?
        for index in text.indices {
            let character = text[index]
            used += Canvas.columns(of: String(character))
            if used > columns {
                return character == " "
                    ? index : wordEnd ?? (index > text.startIndex ? index : text.index(after: index))
            }
            if character == " ", index > text.startIndex { wordEnd = index }
        }
        return nil
    }
}
