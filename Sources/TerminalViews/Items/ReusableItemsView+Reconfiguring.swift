import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
    /// Asks the data source to fill the cells of items again that have one, and for the heights of all these when they are
    /// needed. Dequeuing a cell for such an item gives the one it has, as it is: it is neither prepared for reuse nor
    /// displayed again, so that what goes on in it goes on. Items out of view are not asked for.
    ///
    /// Where the data source takes a cell of another identifier, the item gets that, as with ``reloadItems(at:)``.
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        let paths = indexPaths.compactMap { ItemPath($0) }.filter(layout.sections.contains)
        for path in paths { layout.forgetHeight(of: path) }
        measureVisible(keepsPlace: false)
        tile()  // a cell is filled at the size that it will have
        fill(paths)
    }

    /// Fills the cells of items again that have one. `false`: something inside changed the content.
    @discardableResult
    func fill(_ paths: [ItemPath]) -> Bool {
        guard !paths.isEmpty else { return true }
        let version = contentVersion
        for path in paths where version == contentVersion { fill(path) }
        guard version == contentVersion else { return false }
        for path in paths where displayed[path]?.isSelfSized == true { layout.forgetHeight(of: path) }
        measureVisible(keepsPlace: false)
        tile()
        return version == contentVersion
    }

    /// The cell that is to be filled again; `nil` if another one is asked for.
    func cellToReconfigure(at path: ItemPath, _ identifier: String) -> ReusableCell? {
        guard reconfiguring == path, let cell = displayed[path]?.cell, cell.reuseIdentifier == identifier else {
            return nil
        }
        return cell
    }

    private func fill(_ path: ItemPath) {
        guard let cell = displayed[path]?.cell else { return }
        reconfiguring = path
        let filled = makeCell(for: path)
        reconfiguring = nil
        guard let filled, filled !== cell else { return cell.layoutIfNeeded() }
        pool.put(filled)
        guard displayed[path]?.cell === cell else { return }
        layout.forgetHeight(of: path)
        endDisplaying(path)  // the next tiling asks for another
    }
}
