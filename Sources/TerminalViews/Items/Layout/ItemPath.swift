import FoundationEssentials

/// The place of an item among the sections. A value that is cheap to hash and to compare; ``IndexPath`` is what callers
/// outside see.
struct ItemPath: Hashable, Comparable {
    var section: Int
    var item: Int

    init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// `nil` for an index path that does not have two indexes.
    init?(_ path: IndexPath) {
        guard path.count == 2 else { return nil }
        self.init(section: path[0], item: path[1])
    }

    var indexPath: IndexPath { IndexPath(indexes: [section, item]) }

    static func < (left: ItemPath, right: ItemPath) -> Bool {
        left.section == right.section ? left.item < right.item : left.section < right.section
    }
}
