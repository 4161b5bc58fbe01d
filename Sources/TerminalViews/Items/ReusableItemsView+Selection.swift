import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
    // MARK: - Items

    /// Number of sections when the content was last loaded or changed.
    public var numberOfSections: Int { layout.sections.count }

    /// Returns the number of items in a section; 0 if there is no such section.
    public func numberOfItems(inSection section: Int) -> Int {
        layout.sections.list.indices.contains(section) ? layout.sections.list[section].itemCount : 0
    }

    /// Returns the cell that displays an item; `nil` while the item is out of view.
    public func cellForItem(at indexPath: IndexPath) -> ReusableCell? {
        ItemPath(indexPath).flatMap { displayed[$0]?.cell }
    }

    /// Returns the item that a cell displays; `nil` if it displays none.
    public func indexPath(for cell: ReusableCell) -> IndexPath? {
        displayed.first { $0.value.cell === cell }?.key.indexPath
    }

    /// Returns the item at a point of the view; `nil` if there is none.
    public func indexPathForItem(at point: CellPoint) -> IndexPath? {
        layout.path(at: CellPoint(column: point.column, row: point.row + contentOffset))?.indexPath
    }

    /// Returns an item's frame in the view, in view or not; `nil` if there is no such item.
    public func rectForItem(at indexPath: IndexPath) -> CellRect? {
        ItemPath(indexPath).flatMap { layout.sections.contains($0) ? frame(of: $0) : nil }
    }

    /// The cells of the items in view, in order.
    public var visibleCells: [ReusableCell] { displayed.sorted { $0.key < $1.key }.map(\.value.cell) }

    /// The items that have at least one line in view, in order.
    public var indexPathsForVisibleItems: [IndexPath] { visiblePaths.map(\.indexPath) }

    // MARK: - Selection

    /// The item that keys act on, which is the one selected last.
    public var indexPathForSelectedItem: IndexPath? { lead?.indexPath }

    /// All selected items, in order.
    public var indexPathsForSelectedItems: [IndexPath] { selection.sorted().map(\.indexPath) }

    /// Selects an item; `nil` clears the selection. The delegate is not called, as in UIKit. `animated` refers to the
    /// scrolling.
    public func selectItem(at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition? = nil) {
        guard let indexPath else { return replaceSelection(by: nil) }
        guard let path = ItemPath(indexPath), layout.sections.contains(path), allowsSelection else { return }
        if allowsMultipleSelection { setSelected(true, path) } else { replaceSelection(by: path) }
        lead = path
        if let scrollPosition { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    /// Deselects an item. The delegate is not called.
    public func deselectItem(at indexPath: IndexPath) {
        guard let path = ItemPath(indexPath), selection.contains(path) else { return }
        setSelected(false, path)
        if lead == path { lead = selection.max() }
    }

    /// Selects an item and scrolls it into view as a click does, calling the delegate. A selected item is deselected if
    /// ``allowsMultipleSelection`` is on.
    public func tapItem(at indexPath: IndexPath) {
        guard allowsSelection, let path = ItemPath(indexPath), layout.sections.contains(path) else { return }
        guard allowsMultipleSelection, selection.contains(path) else {
            return select(path, keepingOthers: allowsMultipleSelection, animated: false)
        }
        let version = contentVersion
        guard let path = willDeselect(path), version == contentVersion, selection.contains(path) else { return }
        deselectItem(at: path.indexPath)
        didDeselect(path)
    }

    /// Moves the selection and scrolls it into view as a key does, calling the delegate. Other items are deselected.
    public func moveSelection(_ move: ItemMove, animated: Bool = false) {
        guard allowsSelection, layout.sections.totalItems > 0 else { return }
        guard let lead else {
            return select(layout.sections.path(ordinal: 0), keepingOthers: false, animated: animated)
        }
        let target = layout.path(from: lead, moving: move, page: bounds.size.rows)
        select(target, keepingOthers: false, animated: animated)
    }

    private func select(_ path: ItemPath?, keepingOthers: Bool, animated: Bool) {
        let version = contentVersion
        guard let path = path.flatMap(willSelect), layout.sections.contains(path), version == contentVersion else {
            return
        }
        let left = keepingOthers ? [] : selection.subtracting([path]).sorted()
        for other in left {
            guard willDeselect(other) != nil, version == contentVersion else { return }  // the selection cannot move
        }
        if keepingOthers { setSelected(true, path) } else { replaceSelection(by: path) }
        lead = path
        scrollToItem(at: path.indexPath, animated: animated)
        for path in left { didDeselect(path) }
        didSelect(path)
    }

    private func replaceSelection(by path: ItemPath?) {
        for old in selection where old != path { setSelected(false, old) }
        if let path { setSelected(true, path) }
        lead = path
    }

    private func setSelected(_ isSelected: Bool, _ path: ItemPath) {
        if isSelected { selection.insert(path) } else { selection.remove(path) }
        displayed[path]?.cell.isSelected = isSelected
    }

    /// Restores a valid selection after the content changed: keys always have an item to act on if there is one.
    func restoreLead() {
        guard allowsSelection else {
            lead = nil
            return
        }
        let path = nearest((lead ?? ItemPath(section: 0, item: 0)).indexPath)
        lead = path
        if let path, selection.isEmpty { setSelected(true, path) }
        if let path, !allowsMultipleSelection { replaceSelection(by: path) }
    }

    // MARK: - Marks

    /// The marked items, in order. Marks are independent of the selection and follow their items through batch updates.
    public var indexPathsForMarkedItems: [IndexPath] { marked.sorted().map(\.indexPath) }

    /// Returns whether an item is marked; `false` if there is no such item.
    public func isMarked(at indexPath: IndexPath) -> Bool { ItemPath(indexPath).map(marked.contains) ?? false }

    /// Marks or unmarks an item. Does nothing if there is no such item.
    public func setMarked(_ isMarked: Bool, at indexPath: IndexPath) {
        guard let path = ItemPath(indexPath), layout.sections.contains(path) else { return }
        if isMarked { marked.insert(path) } else { marked.remove(path) }
        displayed[path]?.cell.isMarked = isMarked
    }
}
