import TerminalScreen
import TerminalViews

/// The line at the bottom: title, position, state and key hints.
@MainActor
final class Footer<Action: KeyedAction>: View {
    private var title = ""
    /// The activity, which always fits; the title is shortened instead.
    private var activity: String?
    /// The progress of saving, in place of the activity; `nil` if nothing is being saved.
    var savingText: String? { didSet { if savingText != oldValue { setNeedsDisplay() } } }
    /// The error of the selected item, in place of the title.
    private var alert: String?
    private var place = ""
    private var hints = HintLine<Action>()
    private var flash: StatusMessage?
    /// Whether the keys of hints are highlighted.
    private var hasStrongKeys = false
    /// Called when a hint is clicked.
    var didChoose: @MainActor (Action) -> Void = { _ in }

    /// - Parameters:
    ///   - words: replacements for the texts of hints.
    func show(
        title: String, activity: String? = nil, alert: String? = nil, place: String, hints: [Action],
        words: [Action: String] = [:]
    ) {
        (self.title, self.activity, self.alert, self.place) = (title, activity, alert, place)
        self.hints = HintLine(hints.map { ($0, words[$0] ?? $0.hint) })
        setNeedsDisplay()
    }

    /// Shows only hints, with replaced texts.
    func show(hints: [(action: Action, word: String)]) {
        (title, activity, alert, place, hasStrongKeys) = ("", nil, nil, "", true)
        self.hints = HintLine(hints)
        setNeedsDisplay()
    }

    /// Shows a status message for some time.
    func flash(_ text: String, for duration: Duration = .seconds(4)) {
        flash = StatusMessage(text: text, duration: duration)
        setNeedsDisplay()
    }

    override func advance(to now: Duration) -> Duration? {
        let deadline = flash?.advance(to: now)
        guard flash != nil, deadline == nil else { return deadline }
        flash = nil
        setNeedsDisplay()
        return nil
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .press, .doubleClick:
            if let action = hints.action(at: mouse.position.column) { didChoose(action) }
            return true
        case .release, .drag: return true
        case .wheelUp, .wheelDown: return false
        }
    }

    override func draw(in context: inout DrawingContext) {
        flash?.wasDrawn = true
        hints.hide()
        let columns = bounds.size.columns
        context.fill(bounds, style: theme.bar)
        let placeColumns = Canvas.columns(of: place)
        context.draw(place, column: columns - placeColumns - 1, row: 0, columns: placeColumns, style: theme.barStrong)
        let room = columns - placeColumns - 3
        if let flash {
            context.draw(flash.text, column: 1, row: 0, columns: room, style: theme.barStrong)
            return
        }
        // A long title is shortened to leave room for the help hint; an alert is not.
        let keys: KeyBindings<Action> = keys()
        let least = hints.leastColumns(keys)
        let hintColumns = least == 0 ? 0 : least + 4
        let most = alert == nil ? min(room, max(min(room * 3 / 4, room - hintColumns), 16)) : room
        let activity = savingText ?? activity
        let activityColumns = min(activity.map { Canvas.columns(of: $0) + 2 } ?? 0, max(0, most - 8))
        let words = alert ?? title
        var column = 1 + context.draw(words, column: 1, row: 0, columns: most - activityColumns, style: theme.barStrong)
        if let activity {
            column +=
                2
                + context.draw(
                    activity, column: column + 2, row: 0, columns: max(0, activityColumns - 2), style: theme.barStrong)
        }
        if !words.isEmpty { column += 3 }
        hints.draw(
            keys, from: column, to: room, keyStyle: hasStrongKeys ? theme.barStrong : theme.bar, wordStyle: theme.bar,
            in: &context)
    }
}
