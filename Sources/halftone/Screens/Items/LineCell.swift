import TerminalScreen
import TerminalViews

/// A picture of the preview layout in one line: mark, title, author, date, and a symbol if its load failed.
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
    private static let authorColumns = 18
    private static let dayColumns = 10

    override func draw(in context: inout DrawingContext) {
        guard let entry else { return }
        let isChosen = isSelected || isHighlighted
        let detail = isChosen ? theme.bar : theme.detail
        if isChosen {
            context.fill(bounds, style: theme.bar)
            context.draw("▌", column: 0, row: 0, columns: 1, style: theme.selectionMark)
        }
        if browser.marks.contains(entry.item.id) {
            context.draw(
                browser.environment.markSign, column: 1, row: 0, columns: 1,
                style: isChosen ? theme.selectionMark : theme.mark)
        }
        let hasFailed = browser.page.failed.contains(entry.item.id)
        if hasFailed {
            context.draw(
                browser.environment.failureSign, column: 2, row: 0, columns: 1,
                style: isChosen ? theme.bar : theme.error)
        } else if let sign = browser.readSign(of: entry) {
            context.draw(sign, column: 2, row: 0, columns: 1, style: isChosen ? theme.selectionMark : theme.mark)
        }
        if entry.item.isFolder, browser.readSign(of: entry) == nil {
            context.draw("▸", column: 2, row: 0, columns: 1, style: isChosen ? theme.bar : theme.detail)
        }
        var end = bounds.size.columns
        if end >= 30 {
            end -= Self.dayColumns + 1
            context.draw(entry.item.day ?? "", column: end, row: 0, columns: Self.dayColumns, style: detail)
        }
        if bounds.size.columns >= 48, let author = entry.item.author ?? entry.item.source {
            end -= Self.authorColumns + 2
            context.draw(author, column: end, row: 0, columns: Self.authorColumns, style: detail)
        }
        let style = isChosen ? theme.barStrong : hasFailed ? theme.error : .plain
        context.draw(
            entry.item.title, column: Self.titleColumn, row: 0, columns: end - Self.titleColumn - 2, style: style)
    }
}

extension ScreenEnvironment {
    /// The symbol of a marked picture.
    var markSign: String { isASCII ? "*" : "●" }
    /// The symbol of a picture whose load failed.
    var failureSign: String { isASCII ? "!" : "✗" }
    /// Returns the symbol of an unread item; `nil` if it was opened.
    func sign(of state: ReadMarks.State) -> String? {
        switch state {
        case .read: nil
        case .unread: isASCII ? "-" : "◦"
        case .new: "+"
        }
    }
}
