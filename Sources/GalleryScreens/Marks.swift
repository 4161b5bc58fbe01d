import HalftoneCore
import ImageFeeds

/// The marked pictures of all pages, and the changes that can be undone. A value.
///
/// A mark belongs to an item's identity: it survives refreshes, the closing of its page, and the removal of its item.
/// Copies of an item share a mark.
package struct Marks: Sendable {
    private struct Mark: Sendable {
        let title: String
        let page: RequestAddress?
        let picture: PictureSource
        /// The sources of the page on which it was marked.
        let sources: [FeedSource]
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

    /// The marked items in the order in which they were marked, with their titles, pages and pictures. Of several with
    /// the same picture, such as episodes with one cover, the first stands for all.
    package var items: [FeedItem] {
        var pictures = Set<PictureSource>()
        return marks.values.sorted { $0.number < $1.number }
            .filter { !$0.picture.isPicture || pictures.insert($0.picture).inserted }
            .map { FeedItem(title: $0.title, page: $0.page, picture: $0.picture) }
    }

    /// The number of marks that the next ``undo()`` toggles.
    var lastChangeCount: Int { changes.last?.count ?? 0 }

    // MARK: - Changing

    /// Marks an item of a page, or removes its mark.
    mutating func toggle(_ item: FeedItem, of sources: [FeedSource]) {
        change([(item.id, marks[item.id] ?? makeMark(item, sources))])
    }

    /// Marks all of the items. If all are marked, removes their marks, and with `includesGone` also those of items that
    /// are gone from the same sources.
    mutating func toggleAll(
        _ items: some Sequence<FeedItem>, of sources: [FeedSource], includesGone: Bool
    ) {
        var (missing, present, seen) = (Change(), Change(), Set<FeedItem.ID>())
        for item in items {
            let id = item.id
            guard seen.insert(id).inserted else { continue }
            if let mark = marks[id] {
                present.append((id, mark))
            } else {
                missing.append((id, makeMark(item, sources)))
            }
        }
        if missing.isEmpty, includesGone {
            present += marks.lazy.filter { !seen.contains($0.key) && $0.value.sources == sources }
                .map { (id: $0.key, mark: $0.value) }
        }
        change(missing.isEmpty ? present : missing)
    }

    /// Undoes the last change. `false` if there is none.
    mutating func undo() -> Bool {
        guard let change = changes.popLast() else { return false }
        turn(change)
        return true
    }

    private mutating func makeMark(_ item: FeedItem, _ sources: [FeedSource]) -> Mark {
        lastNumber += 1
        return Mark(
            title: item.title, page: item.page, picture: item.picture, sources: sources, number: lastNumber)
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
