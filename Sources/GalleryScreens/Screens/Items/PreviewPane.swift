import ImageFeeds
import TerminalScreen
import TerminalViews

/// The selected picture of the preview layout, large, with its text below.
///
/// Each step binds the cell again, which cancels its load; the new load starts after the delay for scrolled rows.
@MainActor
final class PreviewPane: View {
    let cell: PictureCell
    private let browser: Browser
    /// The item that is shown, and since when; without a time once it has counted as read.
    private var shown: (id: FeedItem.ID, since: Duration?)?
    /// Whether time counts: not while a filter is typed, which looks at the read state.
    var countsAsRead: @MainActor () -> Bool = { true }
    /// How long an item must be shown to count as read.
    private static let readingTime = Duration.seconds(1)

    init(browser: Browser) {
        self.browser = browser
        cell = PictureCell(browser: browser, layout: .preview)
        super.init()
        isUserInteractionEnabled = false
        addSubview(cell)
    }

    /// Shows the selected picture, or nothing.
    func show(_ entry: Page.Entry?) {
        guard let entry else { return clear() }
        guard cell.entry?.item == entry.item, cell.isOnShownPage else { return bind(entry) }
        cell.adopt(entry)
    }

    /// Loads the picture again: if it failed, or in any case because it is drawn in another way.
    func reload(always: Bool = false) {
        if let entry = cell.entry, always || cell.hasFailed { bind(entry) }
    }

    private func clear() {
        cell.prepareForReuse()
        cell.isHidden = true
    }

    private func bind(_ entry: Page.Entry) {
        cell.prepareForReuse()
        cell.isSelected = true
        cell.isHidden = false
        cell.configure(entry)
        setNeedsLayout()  // a turn follows
    }

    override func advance(to now: Duration) -> Duration? {
        guard let entry = cell.entry, !isHidden else { return nil }
        if shown?.id != entry.item.id || !countsAsRead() { shown = (entry.item.id, now) }
        guard let since = shown?.since, browser.isUnread(entry) else { return nil }
        guard now >= since + Self.readingTime else { return since + Self.readingTime }
        shown?.since = nil  // the user may mark it as unread again
        browser.markAsRead(entry)
        return nil
    }

    override func layoutSubviews() {
        let size = cell.frame.size
        cell.frame = bounds
        guard let entry = cell.entry, size != bounds.size else { return }
        cell.layoutIfNeeded()
        bind(entry)  // another size needs another decode
    }
}
