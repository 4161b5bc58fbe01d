import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
    // MARK: - What is there

    public var numberOfSections: Int { layout.sections.count }

    /// 0 for a section that there is not.
    public func numberOfItems(inSection section: Int) -> Int {
        layout.sections.list.indices.contains(section) ? layout.sections.list[section].itemCount : 0
    }

    /// The cell that shows an item; `nil` while the item is out of view.
    public func cellForItem(at indexPath: IndexPath) -> ReusableCell? {
        ItemPath(indexPath).flatMap { displayed[$0]?.cell }
    }

    /// The item that a cell shows; `nil` if it shows none.
    public func indexPath(for cell: ReusableCell) -> IndexPath? {
        displayed.first { $0.value.cell === cell }?.key.indexPath
    }

    /// The item at a point of the view; `nil` if there is none.
    public func indexPathForItem(at point: CellPoint) -> IndexPath? {
        layout.path(at: CellPoint(column: point.column, row: point.row + contentOffset))?.indexPath
    }

    /// An item's place in the view, whether it can be seen or not; `nil` if there is no such item.
    public func rectForItem(at indexPath: IndexPath) -> CellRect? {
        ItemPath(indexPath).flatMap { layout.sections.contains($0) ? frame(of: $0) : nil }
    }

    /// The cells of the items in view, in order.
    public var visibleCells: [ReusableCell] { displayed.sorted { $0.key < $1.key }.map(\.value.cell) }

    /// The items of which at least one line is in view, in order.
    public var indexPathsForVisibleItems: [IndexPath] { visiblePaths.map(\.indexPath) }

    // MARK: - Selection

    /// The item that keys act on: the one selected last.
    public var indexPathForSelectedItem: IndexPath? { lead?.indexPath }

    /// All that are selected, in order.
    public var indexPathsForSelectedItems: [IndexPath] { selection.sorted().map(\.indexPath) }

    /// Selects an item, or with `nil` none. Nobody is told, as with UIKit. With `animated`, scrolling is.
    public func selectItem(at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition? = nil) {
        guard let indexPath else { return replaceSelection(by: nil) }
        guard let path = ItemPath(indexPath), layout.sections.contains(path), allowsSelection else { return }
        if allowsMultipleSelection { setSelected(true, path) } else { replaceSelection(by: path) }
        lead = path
        if let scrollPosition { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    /// Takes an item out of the selection. Nobody is told.
    public func deselectItem(at indexPath: IndexPath) {
        guard let path = ItemPath(indexPath), selection.contains(path) else { return }
        setSelected(false, path)
        if lead == path { lead = selection.max() }
    }

    /// Selects an item as a click does, and brings it into view: the delegate is asked and told. With
    /// ``allowsMultipleSelection`` a selected item is deselected.
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

    /// Moves the selection, as keys do, and brings it into view: the delegate is asked and told. What was selected
    /// before no longer is.
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

    /// After the content changed: keys always have an item to act on if there is one.
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

    /// All marked items, in order. Marks have nothing to do with the selection, and follow their items when others come
    /// and go.
    public var indexPathsForMarkedItems: [IndexPath] { marked.sorted().map(\.indexPath) }

    public func isMarked(at indexPath: IndexPath) -> Bool { ItemPath(indexPath).map(marked.contains) ?? false }

    /// Marks an item that there is, or takes its mark away.
    public func setMarked(_ isMarked: Bool, at indexPath: IndexPath) {
        guard let path = ItemPath(indexPath), layout.sections.contains(path) else { return }
        if isMarked { marked.insert(path) } else { marked.remove(path) }
        displayed[path]?.cell.isMarked = isMarked
    }
}
