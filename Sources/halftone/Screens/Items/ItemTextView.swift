import ImageFeeds
import TerminalScreen
import TerminalViews

/// The text beside or below a picture: title, date, author and source, the state of its load, and the feed's texts.
///
/// If the text does not fit, the last parts are cut off.
@MainActor
final class ItemTextView: View {
    private let title = Label()
    private let byline = Label()
    private let status = Label()
    private let words = Label()
    private var failure: FailureText?
    private var isWrong = false

    /// Maximum line length, for readability.
    private static let mostColumns = 120

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        for label in [title, byline, status, words] { addSubview(label) }
    }

    func show(_ item: FeedItem) {
        title.text = item.title
        title.link = item.page.flatMap { Hyperlink($0.publicAddress.text) }
        byline.text = item.byline.joined(separator: ", ")
        words.text = item.words
        setNeedsLayout()
    }

    /// Shows the state of the load. `failure`: the error, as far as it fits.
    func show(status text: String, failure: FailureText? = nil, isWrong: Bool = false) {
        (status.text, self.failure, self.isWrong) = (text, failure, isWrong)
        setNeedsLayout()
    }

    /// Whether the failure is truncated.
    var isFailureCut: Bool {
        layoutIfNeeded()
        let room = status.frame.size
        return failure.map { !$0.fits(columns: room.columns, rows: room.rows) } ?? false
    }

    override func layoutSubviews() {
        title.style = theme.title
        for label in [byline, words] { label.style = theme.detail }
        status.style = isWrong ? theme.error : theme.detail
        let columns = min(bounds.size.columns, Self.mostColumns)
        var left = bounds.size.rows
        /// Allocates the lines of a label; at least `least`, even if it is empty.
        func place(_ label: Label, most: Int, least: Int = 0) {
            label.numberOfLines = max(1, most)
            let wanted = label.sizeThatFits(CellSize(columns: columns, rows: most)).rows
            let rows = min(left, max(least, wanted))
            label.frame = CellRect(column: 0, row: bounds.size.rows - left, columns: columns, rows: rows)
            left -= rows
        }
        place(title, most: bounds.size.rows >= 5 ? 2 : 1)
        place(byline, most: left >= 2 ? 1 : 0)
        if let failure { status.text = failure.fitting(columns: columns, rows: left) }
        place(status, most: left, least: 1)  // the following labels do not move when the load starts
        place(words, most: left)
    }
}
