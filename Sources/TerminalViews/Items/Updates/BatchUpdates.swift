import Basis
import FoundationEssentials

/// How a row comes and goes. The names are UIKit's; there is no fading between cells of text.
public enum ItemAnimation: Hashable, Sendable, CaseIterable {
    /// At once; what is below still slides.
    case none
    /// As ``top``.
    case automatic
    /// From above its place.
    case top
    /// From below its place.
    case bottom
    /// From the left edge.
    case left
    /// From the right edge.
    case right
}

/// Changes of a table or grid that are made together, collected by
/// ``ReusableItemsView/performBatchUpdates(_:completion:)``.
///
/// As with UITableView the order of the calls does not matter: paths that are deleted, reloaded, reconfigured or moved
/// from are those before all changes, paths that are inserted or moved to are those after them.
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
    /// Of inserted items.
    var animations: [ItemPath: ItemAnimation] = [:]
    /// Of deleted and reloaded items, by their paths before.
    var departures: [ItemPath: ItemAnimation] = [:]
    /// Of the items of inserted sections.
    var sectionAnimations: [Int: ItemAnimation] = [:]
    /// Of the items of deleted and reloaded sections, by their sections before.
    var sectionDepartures: [Int: ItemAnimation] = [:]
    /// Whether what is in view stays where it is on the screen, whatever comes and goes above it: the selected item if
    /// that is in view, else the first one that stays. If not, the first line stays the line that it was.
    public var keepsItemsInPlace = false
    /// Paths that do not have two indexes.
    var malformed: [IndexPath] = []

    public mutating func insert(_ paths: [IndexPath], with animation: ItemAnimation = .automatic) {
        for path in checked(paths) {
            inserted.append(path)
            animations[path] = animation
        }
    }

    /// Items that go to the left or to the right are seen going; others are gone at once, and what is below closes up.
    public mutating func delete(_ paths: [IndexPath], with animation: ItemAnimation = .automatic) {
        for path in checked(paths) {
            deleted.append(path)
            departures[path] = animation
        }
    }

    /// New cells in place of the old ones, which come from where the old ones go to.
    public mutating func reload(_ paths: [IndexPath], with animation: ItemAnimation = .none) {
        for path in checked(paths) {
            reloaded.append(path)
            departures[path] = animation
        }
    }

    /// The same cells filled again, as ``ReusableItemsView/reconfigureItems(at:)`` does it, once everything is in its new
    /// place. An item may be moved as well, but neither deleted nor reloaded.
    public mutating func reconfigure(_ paths: [IndexPath]) { reconfigured += checked(paths) }

    public mutating func move(_ path: IndexPath, to newPath: IndexPath) {
        let paths = checked([path, newPath])
        if paths.count == 2 { moved.append((paths[0], paths[1])) }
    }

    public mutating func insertSections(_ sections: [Int], with animation: ItemAnimation = .automatic) {
        insertedSections += sections
        for section in sections { sectionAnimations[section] = animation }
    }

    public mutating func deleteSections(_ sections: [Int], with animation: ItemAnimation = .automatic) {
        deletedSections += sections
        for section in sections { sectionDepartures[section] = animation }
    }

    public mutating func reloadSections(_ sections: [Int], with animation: ItemAnimation = .none) {
        reloadedSections += sections
        for section in sections { sectionDepartures[section] = animation }
    }

    public mutating func moveSection(_ section: Int, to newSection: Int) { movedSections.append((section, newSection)) }

    private mutating func checked(_ paths: [IndexPath]) -> [ItemPath] {
        malformed += paths.filter { ItemPath($0) == nil }
        return paths.compactMap { ItemPath($0) }
    }
}

/// Why changes do not fit what the data source has.
public enum BatchUpdateError: DescribedError, Hashable, Sendable {
    /// The path is not one of a section and an item.
    case malformedPath(IndexPath)
    /// Nothing is there to be deleted, reloaded or moved, or there will be no such place.
    case noSuchItem(IndexPath)
    case noSuchSection(Int)
    /// More than one change names the same place.
    case namedTwice(IndexPath)
    case sectionNamedTwice(Int)
    /// The data source has another number of sections than the changes make.
    case wrongSectionCount(before: Int, deleted: Int, inserted: Int, after: Int)
    /// The data source has another number of items in a section than the changes make. `removed` and `added` count
    /// moves, too.
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
