import TerminalScreen

/// A layout that wraps and truncates text to lines. A value; a character is never split.
///
/// Words are separated by spaces. A word is broken inside only if it is longer than a line. Spaces at a break belong to
/// no line; a line feed always breaks the line.
public struct TextLayout: Sendable {
    /// The width of a line in columns.
    let columns: Int
    /// Maximum number of lines; 0 for no limit.
    let maximumLines: Int

    /// Creates a layout, by default with any number of lines; the last of a limited number ends with an ellipsis.
    public init(columns: Int, maximumLines: Int = 0) {
        (self.columns, self.maximumLines) = (columns, maximumLines)
    }

    private struct Glyph {
        let character: Character
        let style: CellStyle
        let columns: Int
        var isSpace: Bool { character == " " }
        var isLineFeed: Bool { character.isNewline }
    }

    /// Returns the lines of a text; none for an empty text or without columns.
    public func lines(of text: AttributedText) -> [AttributedText] {
        guard columns > 0, !text.isEmpty else { return [] }
        var rest = Self.glyphs(of: text)[...]
        var lines: [AttributedText] = []
        while !rest.isEmpty {
            if lines.count == maximumLines - 1 {
                lines.append(Self.text(of: lastLine(rest)))
                break
            }
            lines.append(Self.text(of: takeLine(from: &rest)))
        }
        return lines
    }

    // MARK: - Line breaking

    private func takeLine(from rest: inout ArraySlice<Glyph>) -> ArraySlice<Glyph> {
        var used = 0
        var wordEnd: Int?
        for (index, glyph) in zip(rest.indices, rest) {
            if glyph.isLineFeed {
                defer { rest = rest[(index + 1)...] }
                return rest[..<index]
            }
            used += glyph.columns
            if used > columns { return take(upTo: lineEnd(at: index, of: rest, wordEnd: wordEnd), from: &rest) }
            if glyph.isSpace, index > rest.startIndex { wordEnd = index }
        }
        defer { rest = [] }
        return rest
    }

    /// Returns where a line ends if the character at `index` does not fit. At least one character is before it.
    private func lineEnd(at index: Int, of rest: ArraySlice<Glyph>, wordEnd: Int?) -> Int {
        let insideWord = max(index, rest.startIndex + 1)
        return rest[index].isSpace ? insideWord : wordEnd ?? insideWord
    }

    private func take(upTo end: Int, from rest: inout ArraySlice<Glyph>) -> ArraySlice<Glyph> {
        defer { rest = rest[end...].drop(while: \.isSpace) }
        return rest[..<end]
    }

    // MARK: - Truncation

    /// Returns the rest of the text, truncated to one line with an ellipsis in the style of the character before it.
    private func lastLine(_ rest: ArraySlice<Glyph>) -> [Glyph] {
        let glyphs = rest.map { $0.isLineFeed ? Glyph(character: " ", style: $0.style, columns: 1) : $0 }
        guard glyphs.reduce(0, { $0 + $1.columns }) > columns else { return glyphs }
        let start = Self.prefix(glyphs, columns: columns - 1)
        let style = start.last?.style ?? glyphs[0].style
        return start + [Glyph(character: "…", style: style, columns: 1)]
    }

    private static func prefix(_ glyphs: some Sequence<Glyph>, columns: Int) -> [Glyph] {
        var used = 0
        return glyphs.prefix { glyph in
            used += glyph.columns
            return used <= columns
        }
    }

    // MARK: - Glyphs

    private static func glyphs(of text: AttributedText) -> [Glyph] {
        text.runs.flatMap { run in
            run.text.map { Glyph(character: $0, style: run.style, columns: Canvas.columns(of: String($0))) }
        }
    }

    private static func text(of glyphs: some Sequence<Glyph>) -> AttributedText {
        var text = AttributedText()
        for glyph in glyphs { text.append(String(glyph.character), style: glyph.style) }
        return text
    }
}
