import TerminalScreen
import TerminalViews

/// A prompt for text in place of the footer. Enter accepts the text, Escape cancels; each change is reported
/// immediately.
@MainActor
package final class Prompt: View {
    private let label = Label()
    private let field = TextField()
    private let noteLabel = Label()
    private var didEnd: @MainActor (String?) -> Void = { _ in }
    private var didChangeItems: @MainActor (String) -> Void = { _ in }
    private var appliesImmediately = false

    package override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isHidden = true
        noteLabel.textAlignment = .right
        for view in [label, field, noteLabel] as [View] { addSubview(view) }
        field.didReturn = { [weak self] text in self?.end(text) }
    }

    /// A note about the text so far, at the right.
    package var note = "" {
        didSet { noteLabel.text = note }
    }

    /// Opens the prompt with an initial `text`. `didChangeItems` gets the text so far when the items have changed;
    /// `didEnd` gets the text, or `nil` if the prompt was cancelled, once. `appliesImmediately`: every change takes
    /// effect immediately.
    package func ask(
        _ question: String, text: String = "", appliesImmediately: Bool = false,
        didChange: @escaping @MainActor (String) -> Void = { _ in },
        didChangeItems: @escaping @MainActor (String) -> Void = { _ in }, didEnd: @escaping @MainActor (String?) -> Void
    ) {
        label.style = theme.barStrong
        field.style = theme.bar
        noteLabel.style = theme.bar
        label.text = question
        note = ""
        field.text = text
        field.didChange = didChange
        self.didChangeItems = didChangeItems
        self.didEnd = didEnd
        self.appliesImmediately = appliesImmediately
        isHidden = false
        setNeedsLayout()
        setNeedsDisplay()
        layoutIfNeeded()
        field.becomeFirstResponder()
    }

    /// Updates the note for changed items.
    package func itemsDidChange() {
        if !isHidden { didChangeItems(field.text) }
    }

    /// Closes the prompt without Enter or Escape, as after a click elsewhere: effects so far stay.
    package func leave() { end(appliesImmediately ? field.text : nil) }

    private func end(_ text: String?) {
        guard !isHidden else { return }
        isHidden = true  // resigns first responder
        let didEnd = didEnd
        self.didEnd = { _ in }
        didEnd(text)
    }

    package override func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.escape), .key(.control("c")):
            end(nil)
            return true
        case .key(.backspace) where field.text.isEmpty:
            end(nil)
            return true
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false  // for the view behind
        case .key, .paste: return true
        case .mouse(let mouse): return mouse.action != .wheelUp && mouse.action != .wheelDown
        case .reply: return false
        }
    }

    package override func layoutSubviews() {
        let columns = bounds.size.columns
        let question = min(columns, Canvas.columns(of: label.text))
        let room = max(0, columns - question - 2)
        label.frame = CellRect(column: 1, row: 0, columns: question, rows: 1)
        field.frame = CellRect(column: 1 + question, row: 0, columns: room - room / 3, rows: 1)
        noteLabel.frame = CellRect(column: columns - 1 - room / 3, row: 0, columns: room / 3, rows: 1)
    }

    package override func draw(in context: inout DrawingContext) { context.fill(bounds, style: theme.bar) }
}
