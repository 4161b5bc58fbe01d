/// Where the reader was when he read the same sources before.
extension Gallery {
    /// Goes to a remembered place: at once if there are few items, else as soon as another thread has found it. `done`
    /// is called if it is another one than the first, and the reader has not moved meanwhile.
    func restore(_ place: Places.Place, then done: @escaping @MainActor () -> Void) {
        stopRestoring()
        let work = model.restoring(place, from: unmovedPlace)
        guard work.isLong else { return adopt(number: work.run(), of: work, then: done) }
        unfoundPlace = place
        restoring.start {
            work.run(isCancelled: $0)
        } then: { [weak self] number in
            guard let self else { return }
            if model.hasOthers(than: work), !hasMoved { return restore(place, then: done) }
            adopt(number: number, of: work, then: done)
        }
    }

    /// What is not found may be on a page that has not come yet.
    private func adopt(number: Int?, of work: RestoringWork, then done: @MainActor () -> Void) {
        unfoundPlace = number == nil && following().isMore ? work.place : nil
        if number != nil { isUntouched = false }
        if model.adopt(number: number, of: work) { done() }
        if hasUnfoundPlace { didNotFindPlace() }
    }

    /// More items have come: the place may be among them.
    func restoreAgain(then done: @escaping @MainActor () -> Void) {
        guard let unfoundPlace, !hasMoved, !isRestoring else { return }
        restore(unfoundPlace, then: done)
    }

    /// Whether it is worth while to read on for the place: until as many items are there as were then, and some more,
    /// as what is new comes first. Whoever has moved has a place of his own.
    var wantsPageForPlace: Bool {
        guard let unfoundPlace, !hasMoved else { return false }
        return model.items.count <= unfoundPlace.number + Self.newItems
    }

    /// Items that a source may have got since, before those that it had.
    private static let newItems = 100

    /// The reader has gone somewhere: that is his place.
    func stopRestoring() {
        restoring.cancel()
        unfoundPlace = nil
    }

    /// Changes the items; whoever has not moved has not moved by that, and whoever has done nothing is at the first.
    func changeItems<Value>(_ change: () -> Value) -> Value {
        let (hadMoved, isAtTop) = (hasMoved, hasDoneNothing)
        defer {
            if isAtTop { model.select(row: 0) }
            if !hadMoved { unmovedPlace = model.place }
        }
        return change()
    }

    /// Whether the first picture is shown because nobody has asked for anything else: what comes before it is the first
    /// picture then.
    var hasDoneNothing: Bool { isUntouched && model.place == 0 && !isScrolled() }

    /// Whether the reader is elsewhere than where the sources began.
    private var hasMoved: Bool { model.place != unmovedPlace }
    /// Whether the place where the reader is, is not to be remembered in place of the one that is still looked for.
    var hasUnfoundPlace: Bool { unfoundPlace != nil && !hasMoved }
    /// Where the reader is, for when he comes back; of a place that is still looked for, that one. `nil`: nowhere.
    var placeToRemember: Places.Place? {
        if hasUnfoundPlace { return unfoundPlace }
        return hasDoneNothing ? nil : model.remembered
    }
    var isRestoring: Bool { restoring.isRunning }
}
