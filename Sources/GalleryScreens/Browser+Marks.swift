import HalftoneCore
import ImageFeeds

/// Marks and read state.
extension Browser {
    func toggleMark() {
        guard let entry = page.pinnedEntry() else { return }
        let (item, source) = (entry.item, entry.source)
        guard !item.isFolder else { return flash("folders cannot be marked; \(keys.name(of: .open)) opens") }
        marking.perform { $0.toggle(item, of: source) }
    }

    /// Marks all pictures that are shown, or removes their marks if all are marked.
    func toggleAllMarks() {
        guard page.count > 0 else { return }
        marking.perform(isLong: page.list.isLong) { [list = page.list] in $0.toggleAll(list) }
        if marking.isChanging { flash("marking …") }
    }
}

// MARK: - Read and unread

extension Browser {
    func states(of items: FeedItems, on page: Page) -> ItemStates {
        ItemStates(marks: marks, failed: page.failed, reads: state.sources(items.runs.map(\.source)))
    }

    func isUnread(_ entry: Page.Entry) -> Bool { state.state(of: entry).isUnread(entry.item) }

    /// The year, UTC, which dates of it leave out.
    private var year: Int { CalendarDate(secondsSince1970: page.reader.environment.time.secondsSince1970).year }

    /// Returns an entry's day, author and source, and the number of its pictures if it has several, or the one that is
    /// shown. `taken`: when it was photographed, if the picture says so.
    func byline(of entry: Page.Entry, taken: String? = nil, saysWhich: Bool = false) -> String {
        let count = entry.pictureCount
        let pictures =
            count == 1 ? "" : saysWhich ? "picture \(entry.picture + 1)/\(count)" : "\(count) pictures"
        let byline = entry.item.byline(taken: taken ?? page.list.captures[entry.item], year: year)
        return [byline, pictures].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Returns an item's day, empty if it is unknown.
    func day(of item: FeedItem) -> String {
        let day = if case .local = item.picture { page.list.captures[item] } else { item.day }
        return day.flatMap { FeedItem.shortDay($0, year: year) } ?? ""
    }

    /// Notes that an item was opened, here or in another program.
    func markAsRead(_ entry: Page.Entry) {
        if state.mark(entry, isRead: true) { publish(.marks) }
    }

    func toggleRead() {
        guard let entry = page.pinnedEntry() else { return }
        if let reason = state.reasonForNone(of: entry.source) { return flash("not remembered (\(reason))") }
        let isRead = state.state(of: entry) == .read
        state.mark(entry, isRead: !isRead)
        publish(.marks)
        flash(isRead ? "unread" : "read")
    }
}
