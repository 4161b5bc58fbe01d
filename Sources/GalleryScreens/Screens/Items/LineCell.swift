import TerminalScreen
import TerminalViews

/// A picture of the preview layout in one line: mark, state, title and date.
@MainActor
final class LineCell: ReusableCell {
    private let browser: Browser
    private(set) var entry: Page.Entry?

    init(browser: Browser) {
        self.browser = browser
        super.init(reuseIdentifier: GalleryLayout.preview.rawValue)
    }

    func configure(_ entry: Page.Entry) {
        self.entry = entry
        setNeedsDisplay()
    }

    private static let titleColumn = 3
    private static let dayColumns = 11

    override func draw(in context: inout DrawingContext) {
        guard let entry else { return }
        let isChosen = isSelected || isHighlighted
        let (hasFailed, isUnread) = (browser.page.failed.contains(entry.item.picture), browser.isUnread(entry))
        let detail = isChosen ? theme.bar : theme.detail
        let mark = isChosen ? theme.selectionMark : theme.mark
        func draw(_ sign: String, column: Int, style: CellStyle) {
            context.draw(sign, column: column, row: 0, columns: 1, style: style)
        }
        if isChosen {
            context.fill(bounds, style: theme.bar)
            draw("▌", column: 0, style: mark)
        }
        if browser.marks.contains(entry.item.id) { draw(browser.environment.markSign, column: 1, style: mark) }
        if hasFailed {
            draw(browser.environment.failureSign, column: 2, style: isChosen ? theme.bar : theme.error)
        } else if entry.item.isFolder {
            draw("▸", column: 2, style: detail)
        } else if isUnread {
            draw(browser.environment.unreadSign, column: 2, style: mark)
        }
        var end = bounds.size.columns
        let day = browser.day(of: entry.item)
        if end >= 30, !day.isEmpty {
            end -= Self.dayColumns + 1
            context.draw(
                day, column: end + Self.dayColumns - Canvas.columns(of: day), row: 0, columns: Self.dayColumns,
                style: detail)
        }
        let style =
            switch (isChosen, hasFailed) {
            case (true, _): isUnread ? theme.barStrong : theme.bar
            case (false, true): theme.error
            case (false, false): isUnread ? theme.title : theme.text
            }
        let title = browser.page.list.highlighted.highlighting(entry.item.title, style, matches: theme.match(style))
        context.draw(title, column: Self.titleColumn, row: 0, columns: end - Self.titleColumn - 2)
    }
}
