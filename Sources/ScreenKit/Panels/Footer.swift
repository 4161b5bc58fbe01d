import TerminalScreen
import TerminalViews

/// The line at the bottom: title and facts at the left, key hints in the middle, a notice and the position at the right.
@MainActor
package final class Footer<Action: KeyedAction>: View {
    /// Shortened first, if there is no room.
    private var title = ""
    /// The facts about the title, and what is in progress.
    private var facts = ""
    /// The progress of saving, in place of the facts; `nil` if nothing is being saved.
    package var savingText: String? { didSet { if savingText != oldValue { setNeedsDisplay() } } }
    /// The error of the selected item, in place of title and facts.
    private var alert: String?
    private var place = ""
    private var hints = HintLine<Action>()
    private var notice: StatusMessage?
    /// Whether the keys of hints are highlighted.
    private var hasStrongKeys = false
    /// Called when a hint is clicked.
    package var didChoose: @MainActor (Action) -> Void = { _ in }

    /// - Parameters:
    ///   - words: replacements for the texts of hints.
    package func show(
        title: String, facts: String = "", alert: String? = nil, place: String, hints: [Action],
        words: [Action: String] = [:]
    ) {
        (self.title, self.facts, self.alert, self.place) = (title, facts, alert, place)
        self.hints = HintLine(hints.map { ($0, words[$0] ?? $0.hint) })
        setNeedsDisplay()
    }

    /// Shows only hints, with replaced texts.
    package func show(hints: [(action: Action, word: String)]) {
        (title, facts, alert, place, hasStrongKeys) = ("", "", nil, "", true)
        self.hints = HintLine(hints)
        setNeedsDisplay()
    }

    /// Shows a notice for 1.5 s, a long one as long as it takes to read it. `speed`: that of the clock.
    package func flash(_ text: String, speed: Double = 1) {
        let reading = Duration.milliseconds(50 * text.count)
        notice = StatusMessage(text: text, duration: max(.milliseconds(1500), reading) * speed)
        setNeedsDisplay()
    }

    /// Removes the notice, because a key was pressed after it.
    package func removeNotice() {
        guard notice != nil else { return }
        notice = nil
        setNeedsDisplay()
    }

    package override func advance(to now: Duration) -> Duration? {
        let deadline = notice?.advance(to: now)
        if deadline == nil { removeNotice() }
        return deadline
    }

    package override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .press, .doubleClick:
            if let action = hints.action(at: mouse.position.column) { didChoose(action) }
            return true
        case .release, .drag: return true
        case .wheelUp, .wheelDown: return false
        }
    }

    package override func draw(in context: inout DrawingContext) {
        notice?.wasDrawn = true
        context.fill(bounds, style: theme.bar)
        let placeColumns = Canvas.columns(of: place)
        var room = bounds.size.columns - placeColumns - 1
        context.draw(place, column: room, row: 0, columns: placeColumns, style: theme.barStrong)
        room -= 2
        if let notice {
            let columns = min(Canvas.columns(of: notice.text), room - 1)
            context.draw(notice.text, column: room - columns, row: 0, columns: columns, style: theme.barStrong)
            room -= columns + 3
        }
        // The title is shortened to leave room for the facts and for the hint at help; an alert is not.
        let keys: KeyBindings<Action> = keys()
        let hintColumns = hints.minColumns(keys)
        let leftColumns = alert == nil ? room - (hintColumns == 0 || notice != nil ? 0 : hintColumns + 3) - 1 : room - 1
        let facts = alert == nil ? savingText ?? facts : ""
        let factsColumns = min(facts.isEmpty ? 0 : Canvas.columns(of: facts) + 2, max(0, leftColumns - 8))
        let words = alert ?? title
        var column = 1
        column += context.draw(words, column: 1, row: 0, columns: leftColumns - factsColumns, style: theme.barStrong)
        if factsColumns > 2 {
            column += words.isEmpty ? 0 : 2
            column += context.draw(facts, column: column, row: 0, columns: factsColumns - 2, style: theme.bar)
        }
        if column > 1 { column += 3 }
        hints.draw(
            keys, from: column, to: room, keyStyle: hasStrongKeys ? theme.barStrong : theme.bar, wordStyle: theme.bar,
            in: &context)
    }
}
