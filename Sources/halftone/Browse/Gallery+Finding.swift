/// What is shown of the items, in which order, and where in it a title is.
extension Gallery {
    // MARK: - Arranging

    /// How the items are shown, or are about to be: what is asked for next is a change of this.
    var arrangement: Arrangement { nextArrangement?.wanted ?? model.arrangement }

    /// Shows the items in another way: at once if they are few, else as soon as another thread has found out how. What
    /// was asked for before that is given up.
    func arrange(_ wanted: Arrangement, then done: @escaping @MainActor () -> Void = {}) {
        arranging.cancel()
        nextArrangement = nil
        let work = model.work(for: wanted)
        guard work.isLong else {
            if let rows = work.run() { adopt(rows, of: work, then: done) }
            return
        }
        nextArrangement = (wanted, done)
        arranging.start {
            work.run(isCancelled: $0)
        } then: { [weak self] rows in
            guard let self, let rows else { return }
            nextArrangement = nil
            adopt(rows, of: work, then: done)
        }
    }

    var isArranging: Bool { arranging.isRunning }

    private func adopt(_ rows: [Int], of work: ArrangingWork, then done: @escaping @MainActor () -> Void) {
        // Items that came meanwhile are arranged with the others.
        if work.arrangement == model.arrangement { willChangeItems() }  // it is asked for only because items came
        guard model.adopt(rows, of: work) else { return arrange(work.arrangement, then: done) }
        didArrange()
        done()
    }

    // MARK: - Finding

    /// Where a search begins: a row of what is shown at that moment, or beyond either end.
    enum SearchStart {
        /// So many rows from the place.
        case place(offset: Int)
        /// Where ``GalleryModel/beginSearch()`` was called.
        case origin
    }

    /// Goes to the next title that matches: at once if there are few, else as soon as another thread has found it. What
    /// was looked for before that is given up. Where other rows are shown by then, those are looked through. `done`
    /// hears what became of it, and of nothing that is outdated.
    func find(
        _ query: TitleQuery, from start: SearchStart, backwards: Bool = false,
        then done: @escaping @MainActor (FindingWork.Outcome) -> Void
    ) {
        stopFinding()
        let row =
            switch start {
            case .place(let offset): model.place + offset
            case .origin: model.searchOriginRow
            }
        let work = model.finding(query, from: row, backwards: backwards)
        let take: @MainActor (Int?) -> Void = { [weak self] row in
            guard let self else { return }
            let outcome = model.adopt(row, of: work)
            guard outcome != .outdated else { return find(query, from: start, backwards: backwards, then: done) }
            done(outcome)
        }
        guard work.isLong else { return take(work.run()) }
        finding.start({ work.run(isCancelled: $0) }, then: take)
    }

    /// Gives up what is being looked for.
    func stopFinding() { finding.cancel() }

    var isFinding: Bool { finding.isRunning }
}
