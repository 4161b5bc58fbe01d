import TerminalScreen

/// The treatment of text that is longer than its line. The names are UIKit's.
public enum LineBreakMode: Hashable, Sendable, CaseIterable {
    /// Wraps between words and clips what is below the last line.
    case byWordWrapping
    /// Wraps anywhere between two characters.
    case byCharWrapping
    /// Wraps as ``byWordWrapping`` and truncates the start of the last line with an ellipsis.
    case byTruncatingHead
    /// Wraps as ``byWordWrapping`` and truncates the middle of the last line with an ellipsis.
    case byTruncatingMiddle
    /// Wraps as ``byWordWrapping`` and truncates the end of the last line with an ellipsis.
    case byTruncatingTail
}

/// A layout that wraps and truncates text to lines. A value; a character is never split.
///
/// Words are separated by spaces. A word is broken inside only if it is longer than a line. Spaces at a break belong to
/// no line; a line feed always breaks the line.
public struct TextLayout: Sendable {
    /// The width of a line in columns.
    public let columns: Int
    /// Maximum number of lines; 0 for no limit.
    public let maximumLines: Int
    /// The treatment of text that is longer than its line.
    public let mode: LineBreakMode

    /// Creates a layout, by default with any number of lines; the last of a limited number ends with an ellipsis.
    public init(columns: Int, maximumLines: Int = 0, mode: LineBreakMode = .byTruncatingTail) {
        (self.columns, self.maximumLines, self.mode) = (columns, maximumLines, mode)
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
        if mode == .byCharWrapping { return insideWord }
        return rest[index].isSpace ? insideWord : wordEnd ?? insideWord
    }

    private func take(upTo end: Int, from rest: inout ArraySlice<Glyph>) -> ArraySlice<Glyph> {
        defer { rest = mode == .byCharWrapping ? rest[end...] : rest[end...].drop(while: \.isSpace) }
        return rest[..<end]
    }

    // MARK: - Truncation

    /// Returns the rest of the text, truncated to one line.
    private func lastLine(_ rest: ArraySlice<Glyph>) -> [Glyph] {
        let glyphs = rest.map { $0.isLineFeed ? Glyph(character: " ", style: $0.style, columns: 1) : $0 }
        guard glyphs.reduce(0, { $0 + $1.columns }) > columns else { return glyphs }
        switch mode {
        case .byWordWrapping, .byCharWrapping:
            var rest = rest
            return Array(takeLine(from: &rest))
        case .byTruncatingTail: return join(head: columns - 1, tail: 0, of: glyphs)
        case .byTruncatingHead: return join(head: 0, tail: columns - 1, of: glyphs)
        case .byTruncatingMiddle: return join(head: columns / 2, tail: columns - 1 - columns / 2, of: glyphs)
        }
    }

    /// Returns the start and the end with an ellipsis between them, in the style of the last character before it.
    private func join(head: Int, tail: Int, of glyphs: [Glyph]) -> [Glyph] {
        let first = Self.prefix(glyphs, columns: head)
        let last = Self.prefix(glyphs.reversed(), columns: tail).reversed()
        let style = first.last?.style ?? last.first?.style ?? glyphs[0].style
        return first + [Glyph(character: "…", style: style, columns: 1)] + last
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
