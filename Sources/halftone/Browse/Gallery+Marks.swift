import ImageFeeds

/// How many pictures are marked. A value.
struct MarkTally: Hashable, Sendable {
    /// As many as are printed and saved.
    let count: Int
    /// Those that no picture among the items shows: of a page below, of feeds that were left, or gone with a refresh.
    let hidden: Int

    var words: String {
        if hidden == 0 { return "\(count) marked" }
        return hidden == count ? "\(count) marked, not shown" : "\(count) marked, \(hidden) not shown"
    }

    /// What it was counted from.
    fileprivate struct Origin: Hashable {
        let levels: Int
        let items: Int
        let marks: NumberSet
    }

    fileprivate let origin: Origin
}

/// What is marked: here, on the pages below, in feeds that were left, and of items that are gone. It is one set with one
/// way back.
extension Gallery {
    /// What is marked, wherever that was.
    var markedItems: [FeedItem] { levels.markedItems(with: model) }

    /// Whether anything is.
    var hasMarks: Bool { !model.marks.isEmpty || levels.hasMarks }

    /// How many that are.
    var markTally: MarkTally {
        let origin = MarkTally.Origin(levels: levels.version, items: model.version, marks: model.marks.numbers)
        if let tally, tally.origin == origin { return tally }
        let (here, elsewhere) = (model.marks.count, levels.markCount)
        // The same picture may be marked here and elsewhere, which of very many would take longer than a frame to see.
        let isCompared = elsewhere > 0 && here + elsewhere <= Self.mostComparedMarks
        let count = isCompared ? markedItems.count : here + elsewhere
        let new = MarkTally(count: count, hidden: max(0, count - here), origin: origin)
        tally = new
        return new
    }

    private static let mostComparedMarks = 10_000

    /// Marks all that are shown; none, if all are marked: then also none of those that the source has no longer.
    func toggleAllMarks() {
        model.toggleAllMarks()
        guard model.marks.isEmpty, model.arrangement.filter.isEmpty else { return }
        levels.clearMarks(of: source, inChange: model.marks.lastChange)
        recallMarks()  // not what is looked for already: that is marked no more
    }

    /// Takes the last change of marks back, wherever it was made. `false` if there is none.
    func undoMarks() -> Bool {
        guard let change = [model.marks.undoable, levels.undoableMarks].compactMap(\.self).max() else { return false }
        model.undoMarks(change)
        if levels.undoableMarks == change {
            levels.undoMarks(change)
            recallMarks()
        }
        return true
    }

    // MARK: - Marks of earlier visits

    /// Marks what was marked in this feed before it was left: at once if its items are few, else as soon as another
    /// thread has found them.
    func recallMarks() {
        recalling.cancel()
        guard let work = levels.recalling(model, of: source) else { return }
        guard work.isLong else {
            if let outcome = work.run() { adopt(outcome, of: work) }
            return
        }
        recalling.start {
            work.run(isCancelled: $0)
        } then: { [weak self] outcome in
            if let outcome { self?.adopt(outcome, of: work) }
        }
    }

    private func adopt(_ outcome: RecallingWork.Outcome, of work: RecallingWork) {
        // Other items came meanwhile: whoever brought them has asked for the marks again.
        if levels.adopt(outcome, of: work, in: &model) { didMark() }
    }

    var isRecalling: Bool { recalling.isRunning }
}
