import HalftoneCore
import ImageFeeds

/// The marked pictures of all pages. A value.
///
/// A mark belongs to an item's identity: it survives refreshes, the closing of its page, and the removal of its item.
/// Copies of an item share a mark.
struct Marks: Sendable {
    private struct Mark: Sendable {
        let title: String
        let page: RequestAddress?
        let picture: PictureSource
        /// The source that names it.
        let source: FeedSource?
        /// Orders the marks by the time at which they were made.
        let number: Int
    }

    private var marks: [FeedItem.ID: Mark] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { marks.isEmpty }
    var count: Int { marks.count }
    func contains(_ id: FeedItem.ID) -> Bool { marks[id] != nil }

    /// The marked items in the order in which they were marked, with their titles, pages and pictures. The first of
    /// several items with the same picture, such as episodes with one cover, stands for all.
    var items: [FeedItem] { itemsWithSources.map(\.item) }

    /// The ``items``, each with the source that names it.
    var itemsWithSources: [(item: FeedItem, source: FeedSource?)] {
        var pictures = Set<PictureSource>()
        return marks.values.sorted { $0.number < $1.number }
            .filter { !$0.picture.isPicture || pictures.insert($0.picture).inserted }
            .map { (FeedItem(title: $0.title, page: $0.page, picture: $0.picture), $0.source) }
    }

    // MARK: - Changing

    /// Marks an item of a source, or removes its mark.
    mutating func toggle(_ item: FeedItem, of source: FeedSource?) {
        if marks.removeValue(forKey: item.id) == nil { mark(item, of: source) }
    }

    /// Marks the pictures in all rows. If all are marked, removes their marks.
    mutating func toggleAll(_ list: ArrangedItems) {
        let rows = (0..<list.count).filter { !list.item(inRow: $0).isFolder }
        let missing = rows.filter { !contains(list.item(inRow: $0).id) }
        for row in missing { mark(list.item(inRow: row), of: list.items.source(ofItemAt: list.index(ofRow: row))) }
        guard missing.isEmpty else { return }
        for row in rows { marks[list.item(inRow: row).id] = nil }
    }

    private mutating func mark(_ item: FeedItem, of source: FeedSource?) {
        guard !contains(item.id) else { return }  // a copy of it is marked
        lastNumber += 1
        marks[item.id] = Mark(
            title: item.title, page: item.page, picture: item.picture, source: source, number: lastNumber)
    }
}
