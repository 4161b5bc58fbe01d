import TerminalScreen
import TerminalViews

/// The line at the bottom: what the keys do where they go now; for a moment, what has just happened.
@MainActor
final class LabFooter: View {
    private var hints: [(action: LabAction, word: String)] = []
    private var news: Flash?

    func show(_ hints: [(action: LabAction, word: String)]) {
        self.hints = hints
        setNeedsDisplay()
    }

    /// Says something for two seconds.
    func flash(_ text: String) {
        news = Flash(text: text, duration: .seconds(2))
        setNeedsDisplay()
    }

    override func advance(to now: Duration) -> Duration? {
        let deadline = news?.advance(to: now)
        guard news != nil, deadline == nil else { return deadline }
        news = nil
        setNeedsDisplay()
        return nil
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: Theme.bar)
        let columns = bounds.size.columns - 2
        news?.wasDrawn = true
        if let news {
            context.draw(news.text, column: 1, row: 0, columns: columns, style: Theme.barStrong)
            return
        }
        var column = 1
        let widths = hints.map { Canvas.columns(of: $0.action.keys[0].name) + 1 + Canvas.columns(of: $0.word) }
        let kept = [LabAction.help, .quit].compactMap { kept in hints.firstIndex { $0.action == kept } }
        for (action, word) in HintRoom(widths: widths, kept: kept).shown(in: columns - 1).map({ hints[$0] }) {
            let key = action.keys[0].name
            column += context.draw(key, column: column, row: 0, columns: columns, style: Theme.barStrong) + 1
            column += context.draw(word, column: column, row: 0, columns: columns, style: Theme.bar) + 3
        }
    }
}
