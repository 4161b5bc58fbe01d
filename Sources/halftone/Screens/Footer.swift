import TerminalScreen
import TerminalViews

/// The line at the bottom: what is shown, where we are, and which keys help.
@MainActor
final class Footer: View {
    private var title = ""
    private var place = ""
    private var hints: [Action] = []
    private var flash: Flash?

    func show(title: String, place: String, hints: [Action]) {
        (self.title, self.place, self.hints) = (title, place, hints)
        setNeedsDisplay()
    }

    /// Says something else for a time: long enough to be read, also behind a slow line.
    func flash(_ text: String, for duration: Duration = .seconds(4)) {
        flash = Flash(text: text, duration: duration)
        setNeedsDisplay()
    }

    override func advance(to now: Duration) -> Duration? {
        let deadline = flash?.advance(to: now)
        guard flash != nil, deadline == nil else { return deadline }
        flash = nil
        setNeedsDisplay()
        return nil
    }

    override func draw(in context: inout DrawingContext) {
        flash?.wasDrawn = true
        let columns = bounds.size.columns
        context.fill(bounds, style: Theme.bar)
        let placeColumns = Canvas.columns(of: place)
        context.draw(place, column: columns - placeColumns - 1, row: 0, columns: placeColumns, style: Theme.barStrong)
        let room = columns - placeColumns - 3
        let title = flash?.text ?? title
        let used = context.draw(
            title, column: 1, row: 0, columns: min(room, flash == nil ? max(room * 3 / 4, 16) : room),
            style: Theme.barStrong)
        var column = used + 4
        guard flash == nil else { return }
        let texts = hints.map { "\($0.keyName) \($0.hint)" }
        let kept = [Action.help, .quit].compactMap { hints.firstIndex(of: $0) }
        let shown = HintRoom(widths: texts.map { Canvas.columns(of: $0) }, kept: kept).shown(in: room - column)
        for text in shown.map({ texts[$0] }) {
            column += context.draw(text, column: column, row: 0, columns: room - column, style: Theme.bar)
            column += HintRoom.gap
        }
    }
}
