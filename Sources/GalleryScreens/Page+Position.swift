/// Restoring the position at which the sources were left.
extension Page {
    /// Maximum number of new items that may precede the known ones.
    private static let maxNewItems = 100

    /// Selects the picture of a saved position, unless another one is selected before it is found. A position that is
    /// not among the items is looked for on later pages.
    func restore(_ position: ReadingPosition) {
        awaitedPosition = position
        restoring.run(isLong: list.isLong) { [list] isCancelled in
            (version: list.version, index: list.index(of: position, isCancelled: isCancelled))
        } then: { [weak self] found in
            guard let self, awaitedPosition == position else { return }
            guard found.version == list.version else { return restore(position) }
            reach(found.index)
        }
    }

    private func reach(_ index: Int?) {
        guard let index else {
            if !reader.isMore { awaitedPosition = nil }
            return readOnToPosition()
        }
        awaitedPosition = nil
        pinSelection()
        guard let row = list.row(ofIndex: index), row != list.row else { return }
        select(row: row)
        flash("last position; \(keys.name(of: .top)) goes to the first picture")
    }

    /// Looks for the saved position among new items.
    func restoreAgain() {
        guard let awaitedPosition, !restoring.isRunning else { return }
        restore(awaitedPosition)
    }

    private func readOnToPosition() {
        guard wantsPageForPosition, reader.readAhead(at: count, of: count) else { return }
        flash("loading to the last position …")
    }

    /// Whether a later page may have the saved position: while there are fewer items than before, plus some, because
    /// new items come first.
    var wantsPageForPosition: Bool {
        guard let awaitedPosition else { return false }
        return list.items.count - Self.maxNewItems <= awaitedPosition.index
    }

    /// Drops the saved position, because another picture is wanted.
    func stopRestoring() {
        restoring.cancel()
        awaitedPosition = nil
    }

    /// The position for the next run of the program; `nil`: the beginning.
    var positionToRemember: ReadingPosition? {
        awaitedPosition ?? (hasSelection && !isSinglePicture ? list.position : nil)
    }
}
