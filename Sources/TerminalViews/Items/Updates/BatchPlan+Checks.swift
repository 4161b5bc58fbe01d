extension BatchPlan {
    /// Checks that every changed section and item exists and is named at most once.
    ///
    /// - Throws: `BatchUpdateError` for the first section or item that fails.
    static func check(_ updates: BatchUpdates, before: [Int], after: [Int]) throws(BatchUpdateError) {
        if let path = updates.malformed.first { throw .malformedPath(path) }
        try checkSections(
            updates.deletedSections + updates.reloadedSections + updates.movedSections.map(\.from), in: before.count)
        try checkSections(updates.insertedSections + updates.movedSections.map(\.to), in: after.count)
        // deleting the items of a deleted or reloaded section as well is not an error
        let gone = Set(updates.deletedSections + updates.reloadedSections)
        let replaced = updates.deleted.filter { !gone.contains($0.section) } + updates.reloaded
        try checkItems(replaced + updates.moved.map(\.from), in: before)
        try checkItems(replaced + updates.reconfigured, in: before)
        try checkItems(updates.inserted + updates.moved.map(\.to), in: after)
    }

    private static func checkSections(_ sections: [Int], in count: Int) throws(BatchUpdateError) {
        var seen: Set<Int> = []
        for section in sections {
            guard section >= 0, section < count else { throw .noSuchSection(section) }
            guard seen.insert(section).inserted else { throw .sectionNamedTwice(section) }
        }
    }

    private static func checkItems(_ paths: [ItemPath], in counts: [Int]) throws(BatchUpdateError) {
        var seen: Set<ItemPath> = []
        for path in paths {
            guard counts.indices.contains(path.section), path.item >= 0, path.item < counts[path.section] else {
                throw .noSuchItem(path.indexPath)
            }
            guard seen.insert(path).inserted else { throw .namedTwice(path.indexPath) }
        }
    }
}
