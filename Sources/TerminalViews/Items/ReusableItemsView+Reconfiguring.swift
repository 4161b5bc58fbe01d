import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
    /// Asks the data source to configure the cells of displayed items again, and marks all given heights to be measured
    /// again when they are needed. Dequeuing a cell for a displayed item returns its present cell as it is: the cell is
    /// neither prepared for reuse nor displayed again, so animations and loads in it continue. Items out of view are
    /// not configured.
    ///
    /// If the data source dequeues a cell of another identifier, that cell replaces the present one, as with
    /// ``reloadItems(at:)``.
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        let paths = indexPaths.compactMap { ItemPath($0) }.filter(layout.sections.contains)
        for path in paths { layout.forgetHeight(of: path) }
        measureVisible(keepsPlace: false)
        tile()  // a cell is configured at its new size
        fill(paths)
    }

    /// Configures the cells of displayed items again. Returns `false` if a callback changed the content.
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

    /// Returns the cell that is being reconfigured; `nil` if another item or identifier was requested.
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
        endDisplaying(path)  // the next tiling requests another cell
    }
}
