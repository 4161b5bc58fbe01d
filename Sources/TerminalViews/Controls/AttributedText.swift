import TerminalScreen

/// Text in runs of one style each. Adjacent runs of equal style are merged, and no run is empty.
public struct AttributedText: Hashable, Sendable {
    /// A piece of text in one style.
    package struct Run: Hashable, Sendable {
        /// The text of the run, not empty.
        package var text: String
        /// The colors and attributes of the run.
        package var style: CellStyle
    }

    /// The runs in order of the text.
    package private(set) var runs: [Run] = []

    /// Creates an empty text.
    public init() {}

    /// Creates a text of one style, by default in the terminal's colors without attributes.
    public init(_ text: String, style: CellStyle = .plain) { append(text, style: style) }

    /// Whether there is no character.
    public var isEmpty: Bool { runs.isEmpty }

    /// The text without its styles.
    public var text: String { runs.map(\.text).joined() }

    /// Number of columns that the text takes on a terminal.
    public var columns: Int { runs.reduce(0) { $0 + Canvas.columns(of: $1.text) } }

    /// Returns the text wrapped into as many lines of `columns` as it needs: broken between words, and inside of a word
    /// only if it is longer than a line. Returns no lines if `columns` is 0.
    public func lines(columns: Int) -> [AttributedText] {
        TextLayout(columns: columns).lines(of: self)
    }

    /// Appends text in a style, merged with the last run if the styles are equal.
    public mutating func append(_ text: String, style: CellStyle) {
        guard !text.isEmpty else { return }
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    /// Returns two texts, one after the other.
    public static func + (left: AttributedText, right: AttributedText) -> AttributedText {
        var sum = left
        for run in right.runs { sum.append(run.text, style: run.style) }
        return sum
    }
}
