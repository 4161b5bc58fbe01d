import ImageFeeds

/// Sorting, filtering and finding.
extension Page {
    // MARK: - Arranging

    /// The arrangement of the items, or the one in progress, which the next command changes.
    var arrangement: SortAndFilter { nextArrangement ?? list.arrangement }

    /// Arranges the items: immediately if there are few, otherwise on another thread. Cancels an arrangement in
    /// progress.
    ///
    /// - Parameter keepsSelected: whether the selected item stays although it has lost a state of the filter.
    func arrange(
        _ wanted: SortAndFilter, keepsSelected: Bool = true, then done: @escaping @MainActor () -> Void = {}
    ) {
        nextArrangement = wanted
        reader.include(entriesWithoutPictures: wanted.filter.states.contains(.text))
        noteStates(for: wanted.filter, of: list.items)
        if !keepsSelected { list.states.kept = nil }
        arranging.run(isLong: list.isLong(toArrange: wanted)) { [list] isCancelled in
            list.indices(arranged: wanted, isCancelled: isCancelled).map { (version: list.version, indices: $0) }
        } then: { [weak self] result in
            guard let self else { return }
            // The items may have changed.
            guard result.version == list.version else {
                return arrange(wanted, keepsSelected: keepsSelected, then: done)
            }
            nextArrangement = nil
            list.show(result.indices, arranged: wanted)
            if !hasSelection { list.select(row: 0) }
            publish(.items())
            publish(.selection)  // it may be another picture, and out of view
            done()
        }
        if isArranging { publish(.activity) }
    }

    /// Updates the item states for a query, if it tests any.
    func noteStates(for query: ItemQuery, of items: FeedItems) {
        list.states = query.states.isEmpty ? ItemStates() : browser?.states(of: items, on: self) ?? ItemStates()
        // The selected item stays in the list although it was read.
        if !query.states.isEmpty, query == list.arrangement.filter { list.states.kept = list.selected?.id }
    }

    // MARK: - Finding

    enum SearchStart: Sendable {
        /// The distance from the selected row.
        case selection(offset: Int)
        /// The row that ``ArrangedItems/beginSearch()`` noted.
        case origin
    }

    enum SearchOutcome: Hashable, Sendable {
        /// The picture is selected. `wrapped`: the search went on at the other end.
        case found(wrapped: Bool)
        case nothing
    }

    /// Selects the next match: immediately if there are few items, otherwise after a search on another thread. Cancels
    /// an earlier search. `done` gets the outcome, unless another search cancels this one.
    func find(
        _ query: ItemQuery, from start: SearchStart, backwards: Bool = false,
        then done: @escaping @MainActor (SearchOutcome) -> Void
    ) {
        let row =
            switch start {
            case .selection(let offset): list.row + offset
            case .origin: list.searchOriginRow
            }
        noteStates(for: query, of: list.items)
        finding.run(isLong: list.count > query.shortCount) { [list] isCancelled -> Int?? in
            .some(list.row(matching: query, from: row, backwards: backwards, isCancelled: isCancelled))
        } then: { [weak self, list] found in
            guard let self else { return }
            guard self.list.version == list.version, self.list.arrangement == list.arrangement else {
                return find(query, from: start, backwards: backwards, then: done)  // the rows have changed
            }
            publish(.activity)
            guard let found else { return done(.nothing) }
            select(row: found)
            done(.found(wrapped: backwards ? found > row : found < row))
        }
        if isFinding { publish(.activity) }
    }
}
