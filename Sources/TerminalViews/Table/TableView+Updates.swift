import FoundationEssentials

/// Single changes under UIKit's names. Each is a ``ReusableItemsView/performBatchUpdates(_:completion:)`` of its own:
/// it throws if the change does not lead to what the data source has, and everything is reloaded then.
extension TableView {
    /// Inserts rows that the data source has already; paths are those after the change.
    public func insertRows(at paths: [IndexPath], with animation: ItemAnimation = .automatic) throws(BatchUpdateError) {
        try performBatchUpdates { $0.insert(paths, with: animation) }
    }

    /// Deletes rows that the data source no longer has; paths are those before the change.
    public func deleteRows(at paths: [IndexPath], with animation: ItemAnimation = .automatic) throws(BatchUpdateError) {
        try performBatchUpdates { $0.delete(paths, with: animation) }
    }

    /// Replaces the cells of rows; the new cells enter from the side where the old ones leave.
    public func reloadRows(at paths: [IndexPath], with animation: ItemAnimation) throws(BatchUpdateError) {
        try performBatchUpdates { $0.reload(paths, with: animation) }
    }

    /// Moves a row that the data source has moved already.
    public func moveRow(at path: IndexPath, to newPath: IndexPath) throws(BatchUpdateError) {
        try performBatchUpdates { $0.move(path, to: newPath) }
    }

    /// Inserts sections that the data source has already, by their numbers after the change.
    public func insertSections(
        _ sections: [Int], with animation: ItemAnimation = .automatic
    ) throws(BatchUpdateError) {
        try performBatchUpdates { $0.insertSections(sections, with: animation) }
    }

    /// Deletes sections that the data source no longer has, with their rows.
    public func deleteSections(
        _ sections: [Int], with animation: ItemAnimation = .automatic
    ) throws(BatchUpdateError) {
        try performBatchUpdates { $0.deleteSections(sections, with: animation) }
    }

    /// Reloads sections, whose rows count as new; by default without an animation.
    public func reloadSections(_ sections: [Int], with animation: ItemAnimation = .none) throws(BatchUpdateError) {
        try performBatchUpdates { $0.reloadSections(sections, with: animation) }
    }

    /// Moves a section that the data source has moved already, with its rows.
    public func moveSection(_ section: Int, to newSection: Int) throws(BatchUpdateError) {
        try performBatchUpdates { $0.moveSection(section, to: newSection) }
    }
}
