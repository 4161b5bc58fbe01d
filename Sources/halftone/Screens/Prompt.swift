import TerminalScreen
import TerminalViews

/// One line in place of the footer that asks for words or a number. Enter takes them, Escape does not; what is typed is
/// told at once.
@MainActor
final class Prompt: View {
    private let label = Label()
    private let field = TextField()
    private let answer = Label()
    private var didEnd: @MainActor (String?) -> Void = { _ in }
    private var answerAgain: @MainActor (String) -> Void = { _ in }
    private var actsAtOnce = false

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isHidden = true
        answer.textAlignment = .right
        for view in [label, field, answer] as [View] { addSubview(view) }
        field.didReturn = { [weak self] text in self?.end(text) }
    }

    /// What became of the words so far, at the right.
    var note = "" {
        didSet { answer.text = note }
    }

    /// Asks, beginning with `text`. `answerAgain` gets what is typed so far when what it is about has changed; `didEnd`
    /// gets what was typed, or `nil` if it was given up; once. `actsAtOnce`: what is typed has been done already.
    func ask(
        _ question: String, text: String = "", actsAtOnce: Bool = false,
        didChange: @escaping @MainActor (String) -> Void = { _ in },
        answerAgain: @escaping @MainActor (String) -> Void = { _ in }, didEnd: @escaping @MainActor (String?) -> Void
    ) {
        label.style = theme.barStrong
        field.style = theme.bar
        answer.style = theme.bar
        label.text = question
        note = ""
        field.text = text
        field.didChange = didChange
        self.answerAgain = answerAgain
        self.didEnd = didEnd
        self.actsAtOnce = actsAtOnce
        isHidden = false
        setNeedsLayout()
        setNeedsDisplay()
        layoutIfNeeded()
        field.becomeFirstResponder()
    }

    /// What was said of other items may not be true of these.
    func itemsDidChange() {
        if !isHidden { answerAgain(field.text) }
    }

    /// Ends it without Enter or Escape, as a click beside it does: what has been done stays, and no more is done.
    func leave() { end(actsAtOnce ? field.text : nil) }

    private func end(_ text: String?) {
        guard !isHidden else { return }
        isHidden = true  // lets go of the keys
        let didEnd = didEnd
        self.didEnd = { _ in }
        didEnd(text)
    }

    override func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.escape), .key(.control("c")):
            end(nil)
            return true
        case .key(.backspace) where field.text.isEmpty:
            end(nil)
            return true
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false  // to what is behind
        case .key, .paste: return true
        case .mouse(let mouse): return mouse.action != .wheelUp && mouse.action != .wheelDown
        case .focus, .reply: return false
        }
    }

    override func layoutSubviews() {
        let columns = bounds.size.columns
        let question = min(columns, Canvas.columns(of: label.text))
        let room = max(0, columns - question - 2)
        label.frame = CellRect(column: 1, row: 0, columns: question, rows: 1)
        field.frame = CellRect(column: 1 + question, row: 0, columns: room - room / 3, rows: 1)
        answer.frame = CellRect(column: columns - 1 - room / 3, row: 0, columns: room / 3, rows: 1)
    }

    override func draw(in context: inout DrawingContext) { context.fill(bounds, style: theme.bar) }
}
