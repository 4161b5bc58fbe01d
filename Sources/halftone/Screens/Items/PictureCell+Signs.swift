import TerminalScreen
import TerminalViews

/// The signs of a row's states, and the caption of the grid.
extension PictureCell {
    /// Draws the unread symbol, below the mark or in its place.
    func drawReadSign(in context: inout DrawingContext) {
        let row = isMarkedInGallery ? 1 : 0
        guard row < max(1, bounds.size.rows - 1), let sign = readSign else { return }
        context.draw(sign, column: 1, row: row, columns: 1, style: theme.mark)
    }

    var readSign: String? { entry.flatMap { browser.readSign(of: $0) } }

    var isMarkedInGallery: Bool { entry.map { browser.marks.contains($0.item.id) } ?? false }

    /// Draws the title, and a frame with the title around the selected picture.
    func drawCaption(in context: inout DrawingContext) {
        guard let item = entry?.item else { return }
        let row = bounds.size.rows - 1
        let isChosen = isSelected || isHighlighted
        if isChosen, hasFrame { context.drawBox(bounds, style: theme.mark) }
        if isChosen, !hasFrame {
            context.fill(CellRect(column: 0, row: row, columns: bounds.size.columns, rows: 1), style: theme.barStrong)
            context.draw("▌", column: 0, row: row, columns: 1, style: theme.selectionMark)
        }
        let chosen = hasFrame ? theme.title : theme.barStrong
        let style = isChosen ? chosen : hasFailed ? theme.error : theme.detail
        let signs =
            (isMarkedInGallery ? browser.environment.markSign + " " : "")
            + (hasFailed ? browser.environment.failureSign + " " : "") + (readSign.map { $0 + " " } ?? "")
        let margin = hasFrame ? 2 : 1
        let columns = context.draw(
            signs + item.title, column: margin, row: row, columns: bounds.size.columns - 2 * margin, style: style)
        if isChosen, hasFrame {
            for column in [margin - 1, margin + columns] where column < bounds.size.columns - 1 {
                context.draw(" ", column: column, row: row, columns: 1, style: .plain)
            }
        }
        guard let link = item.page.flatMap({ Hyperlink($0.publicAddress.text) }) else { return }
        context.link(CellRect(column: margin, row: row, columns: columns, rows: 1), to: link)
    }
}
