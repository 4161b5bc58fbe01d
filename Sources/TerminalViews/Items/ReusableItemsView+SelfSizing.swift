import TerminalScreen

extension ReusableItemsView {
    /// Maximum height of a self-sizing cell in lines, which is more than any screen has.
    static let largestWish = 1000

    /// Returns the height in lines that an item's cell prefers at the width of the view, from its `sizeThatFits(_:)`. A
    /// cell is made if the item has none, and displayed if the item comes into view. `nil` if the data source returns
    /// no cell.
    func wishedHeight(of path: ItemPath) -> Int? {
        guard let cell = displayed[path]?.cell ?? prepared[path] ?? prepareCell(for: path) else { return nil }
        displayed[path]?.isSelfSized = true
        let room = CellSize(columns: layout.frame(of: path).size.columns, rows: Self.largestWish)
        return min(max(1, cell.sizeThatFits(room).rows), Self.largestWish)
    }

    private func prepareCell(for path: ItemPath) -> ReusableCell? {
        let version = contentVersion
        guard let cell = makeCell(for: path) else { return nil }
        guard version == contentVersion, layout.sections.contains(path) else {
            pool.put(cell)  // the content changed meanwhile
            return nil
        }
        prepared[path] = cell
        return cell
    }

    /// Returns the cell that was made for measuring, or a new one.
    func takeCell(for path: ItemPath) -> ReusableCell? { prepared.removeValue(forKey: path) ?? makeCell(for: path) }

    /// Puts cells that were measured but not displayed into the reuse pool.
    func recyclePrepared() {
        for path in prepared.keys.sorted() {
            if let cell = prepared.removeValue(forKey: path) { pool.put(cell) }
        }
    }
}
