import TerminalScreen

extension ReusableItemsView {
    /// The most lines that a cell can wish for: more than any screen has.
    static let largestWish = 1000

    /// The lines that an item's cell wishes for at the width of the view, as its `sizeThatFits(_:)` says. The cell is made
    /// for that if the item has none, and shown if the item comes into view. `nil` if nobody gives one.
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
            pool.put(cell)  // it is of content that is no more
            return nil
        }
        prepared[path] = cell
        return cell
    }

    /// The cell that was made to be measured, or a new one.
    func takeCell(for path: ItemPath) -> ReusableCell? { prepared.removeValue(forKey: path) ?? makeCell(for: path) }

    /// Cells of items that did not come into view, or are no more, serve others.
    func recyclePrepared() {
        for path in prepared.keys.sorted() {
            if let cell = prepared.removeValue(forKey: path) { pool.put(cell) }
        }
    }
}
