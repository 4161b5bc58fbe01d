/// What changes do, once they are found to fit: where every item goes. A value; its size is that of the changes, not of
/// the content.
struct BatchPlan {
    /// Before the changes.
    let reloadedItems: Set<ItemPath>
    /// Before the changes.
    private let reconfiguredItems: Set<ItemPath>
    private let sectionRanks: RankMap
    private let sectionMoves: [Int: Int]
    private let sectionOrigins: [Int: Int]
    /// Before the changes; their items are new.
    private let reloadedSections: Set<Int>
    private let moves: [ItemPath: ItemPath]
    private let origins: [ItemPath: ItemPath]
    /// By section after the changes.
    private var ranks: [Int: RankMap] = [:]

    /// - Parameters:
    ///   - before: the number of items of every section before the changes.
    ///   - after: what the data source has now.
    init(_ updates: BatchUpdates, before: [Int], after: [Int]) throws(BatchUpdateError) {
        try Self.check(updates, before: before, after: after)
        reloadedSections = Set(updates.reloadedSections)
        sectionMoves = Dictionary(uniqueKeysWithValues: updates.movedSections.map { ($0.from, $0.to) })
        sectionOrigins = Dictionary(uniqueKeysWithValues: updates.movedSections.map { ($0.to, $0.from) })
        sectionRanks = RankMap(
            removed: updates.deletedSections + updates.movedSections.map(\.from),
            added: updates.insertedSections + updates.movedSections.map(\.to))
        moves = Dictionary(uniqueKeysWithValues: updates.moved.map { ($0.from, $0.to) })
        origins = Dictionary(uniqueKeysWithValues: updates.moved.map { ($0.to, $0.from) })
        reloadedItems = Set(updates.reloaded)
        reconfiguredItems = Set(updates.reconfigured)
        let kept = before.count - updates.deletedSections.count + updates.insertedSections.count
        guard kept == after.count else {
            throw .wrongSectionCount(
                before: before.count, deleted: updates.deletedSections.count,
                inserted: updates.insertedSections.count, after: after.count)
        }
        try rankItems(of: updates, before: before, after: after)
    }

    private mutating func rankItems(
        of updates: BatchUpdates, before: [Int], after: [Int]
    ) throws(BatchUpdateError) {
        var removed: [Int: [Int]] = [:]
        var added: [Int: [Int]] = [:]
        for path in updates.deleted + updates.moved.map(\.from) { removed[path.section, default: []].append(path.item) }
        for path in updates.inserted + updates.moved.map(\.to) { added[path.section, default: []].append(path.item) }
        for (section, count) in after.enumerated() {
            guard let old = oldSection(of: section) else { continue }  // all that is in it is new
            let map = RankMap(removed: removed[old] ?? [], added: added[section] ?? [])
            guard before[old] - map.removed.count + map.added.count == count else {
                throw .wrongItemCount(
                    section: section, before: before[old], removed: map.removed.count, added: map.added.count,
                    after: count)
            }
            if !map.removed.isEmpty || !map.added.isEmpty { ranks[section] = map }
        }
    }

    // MARK: - Where things go

    /// The section that this one was; `nil` if it is new or all of it was reloaded.
    func oldSection(of section: Int) -> Int? {
        originalSection(of: section).flatMap { reloadedSections.contains($0) ? nil : $0 }
    }

    /// The same, whether it was reloaded or not.
    func originalSection(of section: Int) -> Int? { sectionOrigins[section] ?? sectionRanks.old(of: section) }

    /// Where an item went to; `nil` if it was deleted, alone or with its section, or its section was reloaded.
    func newPath(of path: ItemPath) -> ItemPath? {
        if let moved = moves[path] { return moved }
        guard !reloadedSections.contains(path.section),
            let section = sectionMoves[path.section] ?? sectionRanks.new(of: path.section)
        else { return nil }
        guard let ranks = ranks[section] else { return ItemPath(section: section, item: path.item) }
        return ranks.new(of: path.item).map { ItemPath(section: section, item: $0) }
    }

    /// Where an item came from; `nil` if it is new.
    func oldPath(of path: ItemPath) -> ItemPath? {
        if let origin = origins[path] { return origin }
        guard let section = oldSection(of: path.section) else { return nil }
        guard let ranks = ranks[path.section] else { return ItemPath(section: section, item: path.item) }
        return ranks.old(of: path.item).map { ItemPath(section: section, item: $0) }
    }

    /// Where items are that are to be filled again, in order.
    var itemsToFill: [ItemPath] { reconfiguredItems.compactMap(newPath).sorted() }

    /// Items that left a section, ascending.
    func removedItems(ofOld section: Int) -> [Int] {
        guard let new = sectionMoves[section] ?? sectionRanks.new(of: section) else { return [] }
        return ranks[new]?.removed ?? []
    }

    /// Items that came into a section, ascending.
    func addedItems(ofNew section: Int) -> [Int] { ranks[section]?.added ?? [] }
}
