import HalftoneCore
import ImageFeeds

/// The marked pictures of all pages, and the changes that can be undone. A value.
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

    /// The items that a change marked or unmarked.
    private typealias Change = [(id: FeedItem.ID, mark: Mark)]

    private var marks: [FeedItem.ID: Mark] = [:]
    /// The changes, the latest last.
    private var changes: [Change] = []
    private var lastNumber = 0
    /// The number of changes that can be undone.
    static let maxChanges = 100
    /// The number of marks in all changes before the last.
    static let maxMarksInChanges = 1_000_000

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

    /// The number of marks that the next ``undo()`` toggles.
    var lastChangeCount: Int { changes.last?.count ?? 0 }

    // MARK: - Changing

    /// Marks an item of a source, or removes its mark.
    mutating func toggle(_ item: FeedItem, of source: FeedSource?) {
        change([(item.id, marks[item.id] ?? makeMark(item, source))])
    }

    /// Marks the pictures in all rows. If all are marked, removes their marks.
    mutating func toggleAll(_ list: ArrangedItems) {
        var (missing, present, seen) = (Change(), Change(), Set<FeedItem.ID>())
        for row in 0..<list.count {
            let item = list.item(inRow: row)
            guard !item.isFolder, seen.insert(item.id).inserted else { continue }
            if let mark = marks[item.id] {
                present.append((item.id, mark))
            } else {
                missing.append((item.id, makeMark(item, list.items.source(ofItemAt: list.index(ofRow: row)))))
            }
        }
        change(missing.isEmpty ? present : missing)
    }

    /// Undoes the last change, if there is one.
    mutating func undo() { if let change = changes.popLast() { turn(change) } }

    private mutating func makeMark(_ item: FeedItem, _ source: FeedSource?) -> Mark {
        lastNumber += 1
        return Mark(title: item.title, page: item.page, picture: item.picture, source: source, number: lastNumber)
    }

    private mutating func change(_ change: Change) {
        guard !change.isEmpty else { return }
        turn(change)
        changes.append(change)
        while changes.count > Self.maxChanges
            || changes.dropLast().reduce(0, { $0 + $1.count }) > Self.maxMarksInChanges
        { changes.removeFirst() }
    }

    /// Toggles marks; toggling twice changes nothing.
    private mutating func turn(_ change: Change) {
        for (id, mark) in change where marks.removeValue(forKey: id) == nil { marks[id] = mark }
    }
}
