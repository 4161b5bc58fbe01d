/// The effect of validated changes: where every item moves. A value, whose size depends on the changes, not on the
/// content.
struct BatchPlan {
    /// Reloaded items, by their paths before the changes.
    let reloadedItems: Set<ItemPath>
    /// Reconfigured items, by their paths before the changes.
    private let reconfiguredItems: Set<ItemPath>
    private let sectionRanks: RankMap
    private let sectionMoves: [Int: Int]
    private let sectionOrigins: [Int: Int]
    /// Reloaded sections, by their numbers before the changes; their items count as new.
    private let reloadedSections: Set<Int>
    private let moves: [ItemPath: ItemPath]
    private let origins: [ItemPath: ItemPath]
    /// The rank maps of items, by the section's number after the changes.
    private var ranks: [Int: RankMap] = [:]

    /// Validates changes against the number of items.
    ///
    /// - Parameters:
    ///   - before: the number of items of every section before the changes.
    ///   - after: the number of items of every section in the data source now.
    /// - Throws: `BatchUpdateError` if a change names a section or item that does not exist or is named twice, or if
    ///   the changes do not lead to `after`.
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
            guard let old = oldSection(of: section) else { continue }  // all its items are new
            let map = RankMap(removed: removed[old] ?? [], added: added[section] ?? [])
            guard before[old] - map.removed.count + map.added.count == count else {
                throw .wrongItemCount(
                    section: section, before: before[old], removed: map.removed.count, added: map.added.count,
                    after: count)
            }
            if !map.removed.isEmpty || !map.added.isEmpty { ranks[section] = map }
        }
    }

    // MARK: - Mapping

    /// Returns the number of a section before the changes; `nil` if it is new or was reloaded.
    func oldSection(of section: Int) -> Int? {
        originalSection(of: section).flatMap { reloadedSections.contains($0) ? nil : $0 }
    }

    /// Returns the number of a section before the changes, reloaded or not; `nil` if it is new.
    func originalSection(of section: Int) -> Int? { sectionOrigins[section] ?? sectionRanks.old(of: section) }

    /// Returns the path of an item after the changes; `nil` if it was deleted, alone or with its section, or its
    /// section was reloaded.
    func newPath(of path: ItemPath) -> ItemPath? {
        if let moved = moves[path] { return moved }
        guard !reloadedSections.contains(path.section),
            let section = sectionMoves[path.section] ?? sectionRanks.new(of: path.section)
        else { return nil }
        guard let ranks = ranks[section] else { return ItemPath(section: section, item: path.item) }
        return ranks.new(of: path.item).map { ItemPath(section: section, item: $0) }
    }

    /// Returns the path of an item before the changes; `nil` if it is new.
    func oldPath(of path: ItemPath) -> ItemPath? {
        if let origin = origins[path] { return origin }
        guard let section = oldSection(of: path.section) else { return nil }
        guard let ranks = ranks[path.section] else { return ItemPath(section: section, item: path.item) }
        return ranks.old(of: path.item).map { ItemPath(section: section, item: $0) }
    }

    /// The paths of reconfigured items after the changes, in order.
    var itemsToFill: [ItemPath] { reconfiguredItems.compactMap(newPath).sorted() }

    /// Returns the items that left a section, ascending.
    func removedItems(ofOld section: Int) -> [Int] {
        guard let new = sectionMoves[section] ?? sectionRanks.new(of: section) else { return [] }
        return ranks[new]?.removed ?? []
    }

    /// Returns the items that were added to a section, ascending.
    func addedItems(ofNew section: Int) -> [Int] { ranks[section]?.added ?? [] }
}
