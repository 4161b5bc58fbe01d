import FoundationEssentials

/// The section and index of an item. A value that is cheaper to hash and compare than ``IndexPath``, which the public
/// API uses.
struct ItemPath: Hashable, Comparable {
    var section: Int
    var item: Int

    init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// Converts an index path; `nil` if it does not have two indexes.
    init?(_ path: IndexPath) {
        guard path.count == 2 else { return nil }
        self.init(section: path[0], item: path[1])
    }

    var indexPath: IndexPath { IndexPath(indexes: [section, item]) }

    static func < (left: ItemPath, right: ItemPath) -> Bool {
        left.section == right.section ? left.item < right.item : left.section < right.section
    }
}
