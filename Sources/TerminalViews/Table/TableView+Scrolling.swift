import FoundationEssentials
import TerminalScreen

extension TableView {
    /// Where a row goes to when the table scrolls to it.
    public enum ScrollPosition: Sendable {
        /// As near as needed to be in view as a whole.
        case none
        case top
        case middle
        case bottom
    }

    /// The largest offset that still fills the view.
    var maximumOffset: Int { max(0, rowCount * rowHeight - bounds.size.rows) }

    func clamped(_ offset: Int) -> Int { min(max(0, offset), maximumOffset) }

    /// A row's frame in the table.
    func frame(ofRow row: Int) -> CellRect {
        CellRect(column: 0, row: row * rowHeight - contentOffset, columns: bounds.size.columns, rows: rowHeight)
    }

    /// Scrolls by lines, down if positive, as far as there is content.
    public func scroll(byLines lines: Int) { scroll(to: contentOffset + lines) }

    /// Brings a row into view.
    public func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition = .none) {
        let top = indexPath.row * rowHeight
        let room = bounds.size.rows - rowHeight
        switch position {
        case .top: scroll(to: top)
        case .middle: scroll(to: top - room / 2)
        case .bottom: scroll(to: top - room)
        case .none:
            if top < contentOffset || room < 0 {
                scroll(to: top)
            } else if top > contentOffset + room {
                scroll(to: top - room)
            }
        }
    }

    /// Selects a row, clamped to those there are, brings it into view and tells the delegate: a key's way to tap.
    public func selectRow(_ row: Int) {
        guard rowCount > 0 else { return }
        let row = min(max(0, row), rowCount - 1)
        if let old = selectedRow { displayed[old]?.cell.isSelected = false }
        selectedRow = row
        scrollToRow(at: IndexPath(row: row))
        displayed[row]?.cell.isSelected = true
        delegate?.tableView(self, didSelectRowAt: IndexPath(row: row))
    }

    private func scroll(to offset: Int) {
        let offset = clamped(offset)
        guard offset != contentOffset else { return }
        scrollsDown = offset > contentOffset
        contentOffset = offset
        for row in displayed.keys { displayed[row]?.unmovedSince = nil }
        tile()
        setNeedsDisplay()
    }

    // MARK: - Cells come and go

    /// Gives every row in view a cell, and takes the cells of all others away.
    func tile() {
        guard !isTiling else { return setNeedsLayout() }  // from inside: once this is done
        isTiling = true
        defer { isTiling = false }
        let rows = visibleRows
        for row in displayed.keys.sorted() where !rows.contains(row) { endDisplaying(row) }
        for row in rows where row < rowCount {  // there may be fewer from one row to the next
            if let cell = displayed[row]?.cell {
                cell.frame = frame(ofRow: row)
            } else {
                display(row)
            }
        }
        for cell in pool.takeSurplus() { cell.prepareForReuse() }
        prefetch(around: rows)
    }

    private func display(_ row: Int) {
        guard let dataSource else { return }
        let path = IndexPath(row: row)
        let version = contentVersion
        let cell = dataSource.tableView(self, cellForRowAt: path)
        guard version == contentVersion else { return pool.put(cell) }  // it is of content that is no more
        cell.frame = frame(ofRow: row)
        cell.isSelected = row == selectedRow
        addSubview(cell)
        displayed[row] = Displayed(cell: cell)
        delegate?.tableView(self, willDisplay: cell, forRowAt: path)
        if settleDelay == .zero { settle(row) }
    }

    func endDisplaying(_ row: Int) {
        guard let state = displayed.removeValue(forKey: row) else { return }
        state.cell.removeFromSuperview()
        pool.put(state.cell)
        delegate?.tableView(self, didEndDisplaying: state.cell, forRowAt: IndexPath(row: row))
    }

    // MARK: - Prefetching

    /// Keeps the rows ahead of the scrolling in preparation, nearest first, and gives up those that are no longer ahead.
    private func prefetch(around rows: Range<Int>) {
        guard prefetchDistance > 0, prefetchDataSource != nil, !rows.isEmpty else { return cancelPrefetching() }
        let ahead =
            scrollsDown
            ? rows.upperBound..<min(rowCount, rows.upperBound + prefetchDistance)
            : max(0, rows.lowerBound - prefetchDistance)..<rows.lowerBound
        let old = prefetching
        prefetching = ahead
        let left = old.filter { !ahead.contains($0) && !rows.contains($0) }.map { IndexPath(row: $0) }
        let new = ahead.filter { !old.contains($0) }.map { IndexPath(row: $0) }
        if !left.isEmpty { prefetchDataSource?.tableView(self, cancelPrefetchingForRowsAt: left) }
        if !new.isEmpty {
            prefetchDataSource?.tableView(self, prefetchRowsAt: scrollsDown ? new : new.reversed())
        }
    }

    func cancelPrefetching() {
        let old = prefetching.map { IndexPath(row: $0) }
        prefetching = 0..<0
        if !old.isEmpty { prefetchDataSource?.tableView(self, cancelPrefetchingForRowsAt: old) }
    }
}
