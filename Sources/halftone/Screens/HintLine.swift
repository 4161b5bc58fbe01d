import TerminalScreen
import TerminalViews

/// The hints of a last line: those that there is room for, and where each of them stands. A value.
struct HintLine<Action: KeyedAction> {
    private(set) var hints: [(action: Action, word: String)] = []
    /// Where hints stand, since the last frame.
    private var places: [(columns: Range<Int>, action: Action)] = []

    init(_ hints: [(action: Action, word: String)] = []) { self.hints = hints }

    /// The action of the hint at a column; `nil`: there is none.
    func action(at column: Int) -> Action? { places.first { $0.columns.contains(column) }?.action }

    /// What the most important of them takes; 0 if there is none of those that are kept.
    @MainActor var leastColumns: Int {
        let kept = Action.kept.lazy.compactMap { kept in hints.first { $0.action == kept } }.first
        return kept.map { Canvas.columns(of: $0.action.keyName) + 1 + Canvas.columns(of: $0.word) } ?? 0
    }

    /// Nothing of it is seen.
    mutating func hide() { places = [] }

    /// Draws what fits into the columns from one on and before another.
    @MainActor
    mutating func draw(
        from start: Int, to end: Int, keys keyStyle: CellStyle, words wordStyle: CellStyle,
        in context: inout DrawingContext
    ) {
        places = []
        let names = hints.map(\.action.keyName)
        let widths = zip(names, hints).map { Canvas.columns(of: $0) + 1 + Canvas.columns(of: $1.word) }
        let kept = Action.kept.compactMap { kept in hints.firstIndex { $0.action == kept } }
        var column = start
        for index in HintRoom(widths: widths, kept: kept).shown(in: end - start) {
            let used = context.draw(names[index], column: column, row: 0, columns: end - column, style: keyStyle) + 1
            context.draw(
                hints[index].word, column: column + used, row: 0, columns: end - column - used, style: wordStyle)
            places.append((column..<column + widths[index], hints[index].action))
            column += widths[index] + HintRoom.gap
        }
    }
}
