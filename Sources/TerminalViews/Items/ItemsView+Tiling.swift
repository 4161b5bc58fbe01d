import TerminalScreen

extension ItemsView {
    /// The items that have at least one line in view.
    public var visibleItems: Range<Int> {
        bounds.isEmpty ? 0..<0 : grid.items(inLines: contentOffset..<contentOffset + bounds.size.rows)
    }

    /// Returns an item's frame in the view, in view or not.
    func frame(of item: Int) -> CellRect { grid.frame(of: item).offset(columns: 0, rows: -contentOffset) }

    /// Displays a cell for every item in view, and ends displaying all others.
    func tile() {
        guard !isTiling else { return setNeedsLayout() }  // reentrant call: tile again afterwards
        isTiling = true
        defer { isTiling = false }
        let items = visibleItems
        let version = contentVersion
        for item in displayed.keys.sorted() where !items.contains(item) {
            guard version == contentVersion else { return setNeedsLayout() }  // the items may have other numbers
            endDisplaying(item)
        }
        for item in items {
            guard version == contentVersion else { return setNeedsLayout() }  // the items in view may have changed
            if let cell = displayed[item]?.cell {
                cell.frame = frame(of: item)
            } else {
                display(item)
            }
        }
        for cell in pool.takeSurplus() { cell.prepareForReuse() }
        if isReloaded {
            // Cells of identifiers that a reload has left without items would go on loading.
            let shown = Set(displayed.values.map(\.cell.reuseIdentifier))
            for cell in pool.cells(besides: shown) { cell.prepareForReuse() }
            isReloaded = false
        }
        updatePrefetching()
    }

    private func display(_ item: Int) {
        let version = contentVersion
        guard let cell = makeCell(for: item) else { return }
        guard version == contentVersion else { return pool.put(cell) }  // the content changed meanwhile
        cell.frame = frame(of: item)
        cell.isSelected = item == selectedItem
        addSubview(cell)
        displayed[item] = Displayed(cell: cell)
        willDisplay(cell, item)
        if settleDelay == .zero { settle(item) }
    }

    func endDisplaying(_ item: Int) {
        if highlighted == item { cancelHighlight() }
        guard let state = displayed.removeValue(forKey: item) else { return }
        state.cell.removeFromSuperview()
        pool.put(state.cell)
        didEndDisplaying(state.cell, item)
    }

    func endDisplayingAll() { while let item = displayed.keys.min() { endDisplaying(item) } }

    // MARK: - Prefetching

    /// Updates the prefetched items: the ones ahead of the scrolling, nearest first. Items no longer ahead are
    /// cancelled.
    private func updatePrefetching() {
        let items = visibleItems
        guard prefetchDistance > 0, canPrefetch, !items.isEmpty else { return cancelPrefetching() }
        let ahead =
            scrollsDown
            ? items.upperBound..<min(grid.count, items.upperBound + prefetchDistance)
            : max(0, items.lowerBound - prefetchDistance)..<items.lowerBound
        let (old, version) = (prefetching, contentVersion)
        guard old != Array(ahead) else { return }
        prefetching = old.filter(ahead.contains)
        let left = old.filter { !ahead.contains($0) && !items.contains($0) }
        if !left.isEmpty { cancelPrefetching(left) }
        guard version == contentVersion else { return }  // the items have other numbers, and are laid out again
        let fresh = ahead.filter { !prefetching.contains($0) }
        prefetching = Array(ahead)
        if !fresh.isEmpty { prefetch(scrollsDown ? fresh : fresh.reversed()) }
    }

    /// Cancels prefetching and requests the items ahead again, for data sources that would now prefetch something else
    /// for them.
    public func reloadPrefetching() {
        cancelPrefetching()
        setNeedsLayout()
    }

    func cancelPrefetching() {
        let old = prefetching
        prefetching = []
        if !old.isEmpty { cancelPrefetching(old) }
    }
}
