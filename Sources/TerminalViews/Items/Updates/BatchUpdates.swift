import HalftoneCore
import FoundationEssentials

/// The animation of an inserted, deleted or reloaded item. The names are UIKit's; cells of text cannot fade.
public enum ItemAnimation: Hashable, Sendable, CaseIterable {
    /// No animation of the item itself; the items below it still slide.
    case none
    /// Slides like ``top``.
    case automatic
    /// Enters from above its final position.
    case top
    /// Enters from below its final position.
    case bottom
    /// Enters from or leaves to the left edge.
    case left
    /// Enters from or leaves to the right edge.
    case right
}

/// Changes of a table or grid that are made together, collected by
/// ``ReusableItemsView/performBatchUpdates(_:completion:)``.
///
/// As in UITableView the order of the calls does not matter: paths to delete, reload, reconfigure or move from are
/// paths before all changes, paths to insert or move to are paths after all changes.
public struct BatchUpdates {
    var deleted: [ItemPath] = []
    var inserted: [ItemPath] = []
    var reloaded: [ItemPath] = []
    var reconfigured: [ItemPath] = []
    var moved: [(from: ItemPath, to: ItemPath)] = []
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var reloadedSections: [Int] = []
    var movedSections: [(from: Int, to: Int)] = []
    /// Animations of inserted items.
    var animations: [ItemPath: ItemAnimation] = [:]
    /// Animations of deleted and reloaded items, by their paths before the changes.
    var departures: [ItemPath: ItemAnimation] = [:]
    /// Animations of the items of inserted sections.
    var sectionAnimations: [Int: ItemAnimation] = [:]
    /// Animations of the items of deleted and reloaded sections, by their numbers before the changes.
    var sectionDepartures: [Int: ItemAnimation] = [:]
    /// Whether the visible content stays in place on the screen when items above it come or go. The anchor is the
    /// selected item if it is in view, otherwise the first visible item that stays. Off by default: then the content
    /// offset stays.
    public var keepsItemsInPlace = false
    /// Index paths that do not have two indexes.
    var malformed: [IndexPath] = []

    /// Inserts items, which enter with an animation. Paths are those after all changes.
    public mutating func insert(_ paths: [IndexPath], with animation: ItemAnimation = .automatic) {
        for path in checked(paths) {
            inserted.append(path)
            animations[path] = animation
        }
    }

    /// Deletes items. With `.left` or `.right` they slide out; otherwise they disappear at once. The items below move
    /// up.
    public mutating func delete(_ paths: [IndexPath], with animation: ItemAnimation = .automatic) {
        for path in checked(paths) {
            deleted.append(path)
            departures[path] = animation
        }
    }

    /// Replaces the cells of items by new ones, which enter from the side where the old ones leave.
    public mutating func reload(_ paths: [IndexPath], with animation: ItemAnimation = .none) {
        for path in checked(paths) {
            reloaded.append(path)
            departures[path] = animation
        }
    }

    /// Configures the cells of items again, as ``ReusableItemsView/reconfigureItems(at:)`` does, after all changes. An
    /// item may be moved as well, but neither deleted nor reloaded.
    public mutating func reconfigure(_ paths: [IndexPath]) { reconfigured += checked(paths) }

    /// Moves an item. `path` is its path before all changes, `newPath` its path after them.
    public mutating func move(_ path: IndexPath, to newPath: IndexPath) {
        let paths = checked([path, newPath])
        if paths.count == 2 { moved.append((paths[0], paths[1])) }
    }

    /// Inserts sections, by their numbers after all changes.
    public mutating func insertSections(_ sections: [Int], with animation: ItemAnimation = .automatic) {
        insertedSections += sections
        for section in sections { sectionAnimations[section] = animation }
    }

    /// Deletes sections with their items, by their numbers before all changes.
    public mutating func deleteSections(_ sections: [Int], with animation: ItemAnimation = .automatic) {
        deletedSections += sections
        for section in sections { sectionDepartures[section] = animation }
    }

    /// Reloads sections, whose items count as new, by their numbers before all changes.
    public mutating func reloadSections(_ sections: [Int], with animation: ItemAnimation = .none) {
        reloadedSections += sections
        for section in sections { sectionDepartures[section] = animation }
    }

    /// Moves a section with its items. `section` is its number before all changes, `newSection` its number after them.
    public mutating func moveSection(_ section: Int, to newSection: Int) { movedSections.append((section, newSection)) }

    private mutating func checked(_ paths: [IndexPath]) -> [ItemPath] {
        malformed += paths.filter { ItemPath($0) == nil }
        return paths.compactMap { ItemPath($0) }
    }
}

/// A mismatch between changes and the data source.
public enum BatchUpdateError: DescribedError, Hashable, Sendable {
    /// The path does not have two indexes, of a section and an item.
    case malformedPath(IndexPath)
    /// The item to delete, reload or move does not exist, or the path to insert or move to will not exist.
    case noSuchItem(IndexPath)
    /// The section to delete, reload or move does not exist, or the number to insert or move to will not exist.
    case noSuchSection(Int)
    /// More than one change names the item.
    case namedTwice(IndexPath)
    /// More than one change names the section.
    case sectionNamedTwice(Int)
    /// The data source has another number of sections than the changes lead to.
    case wrongSectionCount(before: Int, deleted: Int, inserted: Int, after: Int)
    /// The data source has another number of items in a section than the changes lead to. `removed` and `added` include
    /// moves.
    case wrongItemCount(section: Int, before: Int, removed: Int, added: Int, after: Int)

    public var description: String {
        switch self {
        case .malformedPath(let path): "\(path) does not name a section and an item"
        case .noSuchItem(let path): "there is no item \(path[1]) in section \(path[0])"
        case .noSuchSection(let section): "there is no section \(section)"
        case .namedTwice(let path): "item \(path[1]) of section \(path[0]) is changed twice"
        case .sectionNamedTwice(let section): "section \(section) is changed twice"
        case .wrongSectionCount(let before, let deleted, let inserted, let after):
            "there were \(before) sections, \(deleted) were deleted and \(inserted) inserted, "
                + "but the data source has \(after)"
        case .wrongItemCount(let section, let before, let removed, let added, let after):
            "section \(section) had \(before) items, \(removed) were taken out and \(added) put in, "
                + "but the data source has \(after)"
        }
    }
}
