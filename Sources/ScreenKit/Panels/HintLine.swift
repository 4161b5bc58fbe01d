import TerminalScreen
import TerminalViews

/// The hints of the last line that fit, and their positions. A value.
struct HintLine<Action: KeyedAction> {
    private(set) var hints: [(action: Action, word: String)] = []
    /// The positions of hints in the last frame.
    private var places: [(columns: Range<Int>, action: Action)] = []

    init(_ hints: [(action: Action, word: String)] = []) { self.hints = hints }

    func action(at column: Int) -> Action? { places.first { $0.columns.contains(column) }?.action }

    /// The width of the most important hint; 0 if there is none.
    func minColumns(_ keys: KeyBindings<Action>) -> Int {
        let kept = Action.kept.lazy.compactMap { kept in hints.first { $0.action == kept } }.first
        return kept.map { Canvas.columns(of: keys.hintName(of: $0.action)) + 1 + Canvas.columns(of: $0.word) } ?? 0
    }

    /// Draws the hints that fit into a range of columns.
    @MainActor
    mutating func draw(
        _ keys: KeyBindings<Action>, from start: Int, to end: Int, keyStyle: CellStyle, wordStyle: CellStyle,
        in context: inout DrawingContext
    ) {
        places = []
        let names = hints.map { keys.hintName(of: $0.action) }
        let widths = zip(names, hints).map { Canvas.columns(of: $0) + 1 + Canvas.columns(of: $1.word) }
        let kept = Action.kept.compactMap { kept in hints.firstIndex { $0.action == kept } }
        var column = start
        for index in HintLayout(widths: widths, kept: kept).shown(in: end - start) {
            let used = context.draw(names[index], column: column, row: 0, columns: end - column, style: keyStyle) + 1
            context.draw(
                hints[index].word, column: column + used, row: 0, columns: end - column - used, style: wordStyle)
            places.append((column..<column + widths[index], hints[index].action))
            column += widths[index] + HintLayout.gap
        }
    }
}
