import TerminalScreen
import TerminalViews

/// The symbol of a folder, in place of a picture.
@MainActor
final class FolderView: View {
    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
    }

    private static let most = CellSize(columns: 16, rows: 6)

    override func draw(in context: inout DrawingContext) {
        let (columns, rows) = (min(bounds.size.columns, Self.most.columns), min(bounds.size.rows, Self.most.rows))
        guard columns >= 6, rows >= 3 else {
            context.draw("▸", column: 0, row: 0, columns: columns, style: theme.title)
            return
        }
        let box = CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
        context.drawBox(box, style: theme.detail)
        // The tab: the right part of the upper edge is one line lower.
        let tabColumns = columns / 2
        let (left, right) = (box.minColumn + tabColumns - 1, box.maxColumn - 1)
        let rest = String(repeating: "─", count: right - left - 1)
        context.draw("╮", column: left, row: box.minRow, columns: 1, style: theme.detail)
        context.fill(
            CellRect(column: left + 1, row: box.minRow, columns: right - left, rows: 1), style: .plain)
        context.draw("╰\(rest)╮", column: left, row: box.minRow + 1, columns: right - left + 1, style: theme.detail)
    }
}
