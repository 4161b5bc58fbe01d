import TerminalScreen

extension ReusableItemsView {
    /// The lines of content that are in view.
    var visibleLines: Range<Int> {
        bounds.isEmpty ? contentOffset..<contentOffset : contentOffset..<contentOffset + bounds.size.rows
    }

    /// The items that have at least one line in view, in order.
    var visiblePaths: [ItemPath] { layout.items(inLines: visibleLines) }

    /// Returns an item's frame in the view.
    func frame(of path: ItemPath) -> CellRect { layout.frame(of: path).offset(columns: 0, rows: -contentOffset) }

    // MARK: - Cells

    /// Displays a cell for every item in view, and ends displaying all others.
    func tile() {
        guard !isTiling else { return setNeedsLayout() }  // reentrant call: tile again afterwards
        isTiling = true
        defer { isTiling = false }
        measureVisible()
        let paths = visiblePaths
        let wanted = Set(paths)
        for path in displayed.keys.sorted() where !wanted.contains(path) { endDisplaying(path) }
        let version = contentVersion
        for path in paths {
            guard version == contentVersion else { return setNeedsLayout() }  // the items in view may have changed
            if let cell = displayed[path]?.cell {
                cell.frame = placed(path)
            } else {
                display(path)
            }
        }
        tileSupplements()
        recyclePrepared()
        for cell in pool.takeSurplus() { cell.prepareForReuse() }
        for view in supplementPool.takeSurplus() { view.prepareForReuse() }
        prefetch(around: paths)
    }

    private func display(_ path: ItemPath) {
        let version = contentVersion
        let isSelfSized = prepared[path] != nil
        guard let cell = takeCell(for: path) else { return }
        guard version == contentVersion else { return pool.put(cell) }  // the content changed meanwhile
        cell.frame = placed(path)
        cell.isSelected = selection.contains(path)
        cell.isMarked = marked.contains(path)
        insertSubview(cell, at: 0)  // headers are in front
        displayed[path] = Displayed(cell: cell, isSelfSized: isSelfSized)
        willDisplay(cell, at: path)
        if settleDelay == .zero { settle(path) }
    }

    func endDisplaying(_ path: ItemPath) {
        if highlighted == path { cancelHighlight() }
        guard let state = displayed.removeValue(forKey: path) else { return }
        state.cell.removeFromSuperview()
        pool.put(state.cell)
        didEndDisplaying(state.cell, at: path)
    }

    func endDisplayingAll() {
        for path in displayed.keys.sorted() { endDisplaying(path) }
        endDisplayingSupplements()
    }

    func endDisplayingSupplements() {
        for key in supplements.keys.sorted(by: Self.precedes) { endDisplaying(key) }
    }

    // MARK: - Heights

    /// Measures the items in view. Items that were in view stay in place on the screen and, after a jump, the items at
    /// the top do. With `keepsPlace` off, because the items themselves changed, the content offset stays instead.
    func measureVisible(keepsPlace: Bool = true) {
        while true {
            let paths = visiblePaths
            let estimated = paths.filter { !layout.isMeasured($0) }
            guard !estimated.isEmpty else { return }
            let anchor = paths.first(where: layout.isMeasured) ?? paths[0]
            let before = layout.frame(of: anchor).minRow
            var shift: Int {
                keepsPlace && layout.sections.contains(anchor) ? layout.frame(of: anchor).minRow - before : 0
            }
            // from the anchor outwards: items that the ones before them push out of view are not measured
            for path in estimated.filter({ $0 >= anchor }) + estimated.filter({ $0 < anchor }).reversed() {
                guard layout.sections.contains(path) else { return }
                let (frame, first) = (layout.frame(of: path), contentOffset + shift)
                guard frame.maxRow > first, frame.minRow < first + bounds.size.rows else { continue }
                measure(path)
            }
            guard layout.sections.contains(anchor) else { return }
            contentOffset = clamped(contentOffset + shift)
        }
    }

    func measure(_ path: ItemPath) {
        guard layout.sections.contains(path), !layout.isMeasured(path) else { return }
        let height = height(of: path)
        guard layout.sections.contains(path) else { return }  // a callback may have reloaded the content
        layout.setHeight(height ?? layout.frame(of: path).size.rows, of: path)
    }

    // MARK: - Headers and footers

    private func tileSupplements() {
        var wanted: [SupplementKey: CellRect] = [:]
        let view = bounds.isEmpty ? CellRect.zero : bounds
        for section in layout.sections(inLines: visibleLines) {
            let header =
                pinsSectionHeaders
                ? layout.pinnedHeaderFrame(of: section, offset: contentOffset) : layout.headerFrame(of: section)
            for (kind, frame) in [(SupplementKey.Kind.header, header), (.footer, layout.footerFrame(of: section))] {
                let frame = frame.offset(columns: 0, rows: -contentOffset)
                guard !frame.intersection(view).isEmpty else { continue }
                wanted[SupplementKey(kind: kind, section: section)] = frame
            }
        }
        for key in supplements.keys.sorted(by: Self.precedes) where wanted[key] == nil { endDisplaying(key) }
        let version = contentVersion
        for (key, frame) in wanted.sorted(by: { Self.precedes($0.key, $1.key) }) {
            guard version == contentVersion else { return setNeedsLayout() }
            if let view = supplements[key] {
                view.frame = frame
            } else {
                display(key, frame)
            }
        }
    }

    private func display(_ key: SupplementKey, _ frame: CellRect) {
        let version = contentVersion
        guard let view = makeSupplement(key) else { return }
        guard version == contentVersion else { return supplementPool.put(view) }
        view.frame = frame
        addSubview(view)
        supplements[key] = view
        willDisplay(view, of: key)
    }

    private func endDisplaying(_ key: SupplementKey) {
        guard let view = supplements.removeValue(forKey: key) else { return }
        view.removeFromSuperview()
        supplementPool.put(view)
        didEndDisplaying(view, of: key)
    }

    private static func precedes(_ left: SupplementKey, _ right: SupplementKey) -> Bool {
        left.section == right.section ? left.kind == .header && right.kind == .footer : left.section < right.section
    }

    // MARK: - Prefetching

    /// Updates the prefetched items: the ones ahead of the scrolling, nearest first. Items no longer ahead are
    /// canceled.
    private func prefetch(around paths: [ItemPath]) {
        guard prefetchDistance > 0, hasPrefetchDataSource, let first = paths.first, let last = paths.last,
            layout.sections.contains(last)
        else { return cancelPrefetching() }
        let sections = layout.sections
        let (firstOrdinal, lastOrdinal) = (sections.ordinal(of: first), sections.ordinal(of: last))
        let ahead =
            scrollsDown
            ? lastOrdinal + 1..<max(lastOrdinal + 1, min(sections.totalItems, lastOrdinal + 1 + prefetchDistance))
            : max(0, firstOrdinal - prefetchDistance)..<firstOrdinal
        let (old, new) = (prefetching, ahead.compactMap(sections.path(ordinal:)))
        guard new != old else { return }
        prefetching = new
        let kept = Set(new).union(paths)
        let known = Set(old)
        let left = old.filter { !kept.contains($0) }
        let fresh = new.filter { !known.contains($0) }
        if !left.isEmpty { cancelPrefetching(left) }
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
