import HalftoneCore
import TerminalScreen

/// One line of text that the user edits while the field is the first responder.
///
/// Arrows, Home and End move the cursor; Backspace and Delete delete. Emacs' keys work too: Ctrl-A, E, B and F move,
/// Ctrl-H and D delete a character, Ctrl-W deletes the word before the cursor, Ctrl-U and Ctrl-K delete all before and
/// after it. Pasted text passes the sanitizer and becomes one line. Enter, Escape, Tab and the vertical arrows are
/// passed to the superview, unless ``didReturn`` takes Enter.
@MainActor
public final class TextField: View {
    /// The text. Setting it moves the cursor to the end and does not call ``didChange``.
    public var text: String {
        get { editor.text }
        set {
            guard newValue != editor.text else { return }
            editor.set(newValue)
            setNeedsDisplay()
        }
    }

    /// The colors and attributes of the text. The terminal's own by default.
    public var style = CellStyle.plain {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    /// Maximum number of characters; typed or pasted text beyond it is dropped. Longer than any URL that servers
    /// accept.
    static let maxLength = 4096

    /// Called with the whole text after the user changed it.
    public var didChange: @MainActor (String) -> Void = { _ in }
    /// Called with the text on Enter; `nil` passes that key to the superview.
    public var didReturn: (@MainActor (String) -> Void)?

    private(set) var editor = TextEditor()
    /// Number of columns that are scrolled out of view at the left.
    private(set) var scrolledColumns = 0

    public override var canBecomeFirstResponder: Bool { true }

    // MARK: - Editing

    public override func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return handle(key)
        case .paste(let text):
            edit { insert(TextSanitizer.clean(text), into: &$0) }
            return true
        case .mouse(let mouse):
            guard mouse.action == .press else { return false }
            edit { moveCursor(of: &$0, toColumn: mouse.position.column + scrolledColumns) }
            return true
        case .reply: return false
        }
    }

    private func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): edit { insert(TextSanitizer.clean(String(character)), into: &$0) }
        case .modified(.left, .control), .modified(.left, .alt): edit { $0.move(.backward, by: .word) }
        case .modified(.right, .control), .modified(.right, .alt): edit { $0.move(.forward, by: .word) }
        case .left, .control("b"): edit { $0.move(.backward, by: .character) }
        case .right, .control("f"): edit { $0.move(.forward, by: .character) }
        case .home, .control("a"): edit { $0.move(.backward, by: .all) }
        case .end, .control("e"): edit { $0.move(.forward, by: .all) }
        case .backspace, .control("h"): edit { $0.delete(.backward, by: .character) }
        case .delete, .control("d"): edit { $0.delete(.forward, by: .character) }
        case .control("w"): edit { $0.delete(.backward, by: .word) }
        case .control("u"): edit { $0.delete(.backward, by: .all) }
        case .control("k"): edit { $0.delete(.forward, by: .all) }
        case .enter:
            guard let didReturn else { return false }
            didReturn(text)
        default: return false
        }
        return true
    }

    private func insert(_ text: String, into editor: inout TextEditor) {
        editor.insert(String(text.prefix(max(0, Self.maxLength - editor.characters.count))))
    }

    private func moveCursor(of editor: inout TextEditor, toColumn column: Int) {
        editor.move(.backward, by: .all)
        var columns = 0
        for character in editor.characters {
            columns += Canvas.columns(of: String(character))
            guard columns <= column else { return }
            editor.move(.forward, by: .character)
        }
    }

    private func edit(_ body: (inout TextEditor) -> Void) {
        let old = editor
        body(&editor)
        guard editor != old else { return }
        setNeedsDisplay()
        if editor.characters != old.characters { didChange(text) }
    }

    // MARK: - Drawing

    public override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        guard columns > 0 else { return }
        context.fill(CellRect(column: 0, row: 0, columns: columns, rows: 1), style: style)
        scrollToCursor(columns: columns)
        context.draw(AttributedText(text, style: style), column: -scrolledColumns, row: 0)
        if isFirstResponder { drawCursor(in: &context) }
    }

    private var cursorColumn: Int { Canvas.columns(of: String(editor.characters[..<editor.cursor])) }

    /// The character at the cursor; a space at the end of the text.
    private var characterAtCursor: String {
        editor.cursor < editor.characters.count ? String(editor.characters[editor.cursor]) : " "
    }

    private func drawCursor(in context: inout DrawingContext) {
        var inverse = style
        inverse.attributes.formSymmetricDifference(.reverse)
        context.draw(
            AttributedText(characterAtCursor, style: inverse), column: cursorColumn - scrolledColumns, row: 0)
    }

    /// Scrolls as little as needed to show the whole cursor, without unused columns after the text.
    private func scrollToCursor(columns: Int) {
        let cursor = cursorColumn..<cursorColumn + max(1, Canvas.columns(of: characterAtCursor))
        let length = max(Canvas.columns(of: text), cursor.upperBound)
        scrolledColumns = min(scrolledColumns, cursor.lowerBound, max(0, length - columns))
        scrolledColumns = max(scrolledColumns, cursor.upperBound - columns)
    }
}
