import ImageFeeds
import TerminalScreen
import TerminalViews

/// The text beside or below a picture: title, date, author and source, what is wrong with it, and the feed's texts.
///
/// If the text does not fit, the last parts are cut off.
@MainActor
final class ItemTextView: View {
    private let title = Label()
    private let byline = Label()
    private let status = Label()
    private let words = Label()
    private var allWords = ""
    /// The words in the lines of the last layout: wrapping 64 KB takes milliseconds.
    private var wrapped: (text: String, columns: Int, lines: [String])?
    /// The first line of the words that is in view.
    private var firstLine = 0
    /// Whether a part of the words is below what is in view.
    private(set) var hasMore = false
    private var failure: FailureText?
    private var isWrong = false
    /// Whether the title is emphasized.
    private var isUnread = false
    /// The search whose matches are marked.
    private var search = ItemQuery("")
    /// Whether the text is on the background of the selection.
    var isSelected = false { didSet { if isSelected != oldValue { setNeedsLayout() } } }

    /// Maximum line length, for readability.
    private static let maxColumns = 120

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        for label in [title, byline, status, words] { addSubview(label) }
    }

    func show(_ item: FeedItem, byline text: String, words: String, isUnread: Bool, search: ItemQuery) {
        (self.isUnread, self.search) = (isUnread, search)
        if words != allWords { (allWords, firstLine) = (words, 0) }
        title.text = item.title
        title.link = item.page.flatMap { Hyperlink($0.publicAddress.text) }
        byline.text = text
        setNeedsLayout()
    }

    /// Shows the state of the load. `failure`: the error, as far as it fits.
    func show(status text: String, failure: FailureText? = nil, isWrong: Bool = false) {
        (status.text, self.failure, self.isWrong) = (text, failure, isWrong)
        setNeedsLayout()
    }

    /// Returns the number of lines of all texts in a width.
    func rows(columns: Int) -> Int {
        let columns = min(columns, Self.maxColumns)
        return [title.text, byline.text, status.text].filter { !$0.isEmpty }.reduce(lines(columns: columns).count) {
            rows, text in rows + AttributedText(text).lines(columns: columns).count
        }
    }

    /// Whether the failure is truncated.
    var isFailureCut: Bool {
        layoutIfNeeded()
        let room = status.frame.size
        return failure.map { !$0.fits(columns: room.columns, rows: room.rows) } ?? false
    }

    override func layoutSubviews() {
        func style(_ style: CellStyle) -> CellStyle { isSelected ? theme.selected(style) : style }
        title.style = style(isUnread ? theme.title : theme.text)
        for label in [byline, words] { label.style = style(theme.detail) }
        for label in [title, byline] { mark(label.text, in: label) }
        status.style = style(isWrong ? theme.error : theme.detail)
        let columns = min(bounds.size.columns, Self.maxColumns)
        var left = bounds.size.rows
        /// Allocates the lines of a label.
        func place(_ label: Label, _ maxLines: Int) {
            label.numberOfLines = max(1, maxLines)
            let wanted = label.text.isEmpty ? 0 : label.sizeThatFits(CellSize(columns: columns, rows: maxLines)).rows
            let rows = min(left, wanted)
            label.frame = CellRect(column: 0, row: bounds.size.rows - left, columns: columns, rows: rows)
            left -= rows
        }
        place(title, bounds.size.rows >= 5 ? 2 : 1)
        place(byline, left >= 2 ? 1 : 0)
        if let failure { status.text = failure.fitting(columns: columns, rows: left) }
        place(status, left)
        placeWords(columns: columns, rows: left, place)
    }

    private func placeWords(columns: Int, rows: Int, _ place: (Label, Int) -> Void) {
        let lines = lines(columns: columns)
        firstLine = min(firstLine, max(0, lines.count - rows))
        hasMore = lines.count > firstLine + rows
        // With one line more than there is room for, the last one ends with an ellipsis.
        mark(lines.dropFirst(firstLine).prefix(rows + 1).joined(separator: "\n"), in: words)
        place(words, rows)
    }

    /// Gives a label a text, in which the matches of the search are marked.
    private func mark(_ text: String, in label: Label) {
        label.attributedText = search.highlighting(text, label.style, matches: theme.match(label.style))
    }

    /// Returns the words in lines of a width.
    private func lines(columns: Int) -> [String] {
        if wrapped?.columns != columns || wrapped?.text != allWords {
            wrapped = (allWords, columns, AttributedText(allWords).lines(columns: columns).map(\.text))
        }
        return wrapped?.lines ?? []
    }

    /// Scrolls the words by half of what is in view.
    func scroll(_ direction: Int) {
        layoutIfNeeded()
        firstLine = max(0, firstLine + direction * max(1, words.frame.size.rows / 2))
        setNeedsLayout()
    }
}
