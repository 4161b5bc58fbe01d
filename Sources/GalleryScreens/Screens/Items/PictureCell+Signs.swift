import TerminalScreen
import TerminalViews

/// The signs of a row's states, and the caption of the grid.
extension PictureCell {
    /// Draws the signs of a marked and of an unread row, one below the other, beside its picture.
    func drawSigns(in context: inout DrawingContext) {
        let environment = browser.environment
        let signs = (isMarkedInGallery ? [environment.markSign] : []) + (isUnread ? [environment.unreadSign] : [])
        let style = isSelected || isHighlighted ? theme.selected(theme.mark) : theme.mark
        for (row, sign) in signs.prefix(frames.pictureRows).enumerated() {
            context.draw(sign, column: 1, row: row, columns: 1, style: style)
        }
    }

    var isUnread: Bool { entry.map { browser.isUnread($0) } ?? false }

    var isMarkedInGallery: Bool { entry.map { browser.marks.contains($0.item.id) } ?? false }

    /// Draws the title under the left edge of the picture, and a frame around the selected picture.
    func drawCaption(in context: inout DrawingContext) {
        guard let item = entry?.item else { return }
        let row = bounds.size.rows - 1
        let isChosen = isSelected || isHighlighted
        let hasFrame = frames.hasFrame
        if isChosen, hasFrame { context.drawBox(bounds, style: theme.mark) }
        if isChosen, !hasFrame {
            context.fill(CellRect(column: 0, row: row, columns: bounds.size.columns, rows: 1), style: theme.barStrong)
            context.draw("▌", column: 0, row: row, columns: 1, style: theme.selectionMark)
        }
        let chosen = hasFrame ? theme.title : theme.barStrong
        let plain = hasFailed ? theme.error : isUnread ? theme.title : theme.text
        let style = isChosen ? chosen : plain
        let signs =
            (isMarkedInGallery ? browser.environment.markSign + " " : "")
            + (hasFailed ? browser.environment.failureSign + " " : "")
            + (isUnread ? browser.environment.unreadSign + " " : "") + (item.isFolder ? "▸ " : "")
        let margin = 1
        let title = browser.page.list.highlighted.highlighting(item.title, style, matches: theme.match(style))
        let columns = context.draw(
            AttributedText(signs, style: style) + title, column: margin, row: row,
            columns: bounds.size.columns - 2 * margin)
        if isChosen, hasFrame, margin + columns < bounds.size.columns - 1 {
            context.draw(" ", column: margin + columns, row: row, columns: 1, style: .plain)
        }
        guard let link = item.page.flatMap({ Hyperlink($0.publicAddress.text) }) else { return }
        context.link(CellRect(column: margin, row: row, columns: columns, rows: 1), to: link)
    }
}
