import ImageFeeds

/// The marked pictures of all pages, and the changes that can be undone. A value.
///
/// A mark belongs to an item's identity: it survives refreshes, the closing of its page, and the removal of its item.
/// Copies of a picture share a mark.
struct Marks: Sendable {
    private struct Mark: Sendable {
        let title: String
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

    /// The marked items in the order in which they were marked, with their titles, pictures and, without a picture,
    /// pages.
    var items: [FeedItem] {
        marks.sorted { $0.value.number < $1.value.number }.map { FeedItem(id: $0.key, title: $0.value.title) }
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
        return Mark(title: item.title, sources: sources, number: lastNumber)
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

extension FeedItem {
    /// Creates an item with only an identity and a title.
    fileprivate init(id: ID, title: String) {
        switch id {
        case .picture(let picture): self.init(title: title, picture: picture)
        case .page(let page): self.init(title: title, page: page, picture: .missing)
        case .title: self.init(title: title, picture: .missing)
        }
    }
}
