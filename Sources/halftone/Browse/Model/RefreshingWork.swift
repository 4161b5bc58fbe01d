import ImageFeeds

/// The items that take the place of others, as a new reading of the sources gave them, or with what was still coming
/// among them; the outcome goes to ``GalleryModel/adopt(_:of:)-(RefreshingWork.Outcome,_)``.
struct RefreshingWork: Sendable {
    let items: FeedItems
    let others: FeedItems
    let arrangement: Arrangement
    let sizes: [Int: Int]
    let marks: Marks
    let version: Int
    /// The numbers of what is new, ascending, where all else is as it was; `nil`: which is which is to be found out.
    var insertions: [Range<Int>]?
    /// What was found out about the same items before; only marks are others since.
    var known: Outcome?

    struct Outcome: Sendable {
        let numbers: Renumbering
        /// How many items are new.
        let added: Int
        /// What is shown of the new items, in order; `nil`: all, as they came.
        let rows: [Int]?
        /// The new numbers of files that were written to since.
        let rewritten: NumberSet
        let marks: Marks
        /// The marks of items that are no more, by the numbers they had.
        let lost: Marks
    }

    /// Whether it takes so long that keys would wait for it. Where nothing has to be looked up there is less to do; but
    /// each change of marks that can be taken back is renumbered too.
    var isLong: Bool { insertions == nil ? max(items.count, others.count) > 5_000 : items.count > 20_000 }

    /// `nil`: it was given up.
    func run(isCancelled: () -> Bool = { false }) -> Outcome? {
        guard let numbers = known?.numbers ?? renumbering(isCancelled) else { return nil }
        let lost = marks.lost(by: numbers)
        var marks = marks
        marks.renumber(numbers)
        let rewritten = known?.rewritten ?? rewrittenFiles(numbers)
        func outcome(added: Int, rows: [Int]?) -> Outcome {
            Outcome(numbers: numbers, added: added, rows: rows, rewritten: rewritten, marks: marks, lost: lost)
        }
        if let known { return outcome(added: known.added, rows: known.rows) }
        let added = numbers.added
        guard !arrangement.isPlain else { return outcome(added: added, rows: nil) }
        return arrangement.rows(of: others, sizes: numbers.new(sizes), isCancelled: isCancelled).map {
            outcome(added: added, rows: $0)
        }
    }

    private func renumbering(_ isCancelled: () -> Bool) -> Renumbering? {
        if let insertions { return Renumbering(of: items.count, inserting: insertions) }
        return Renumbering(from: items, to: others, isCancelled: isCancelled)
    }

    /// By their new numbers. None where the items are the same ones with others among them.
    private func rewrittenFiles(_ numbers: Renumbering) -> NumberSet {
        guard insertions == nil else { return NumberSet() }
        return NumberSet(numbers.unequal.lazy.compactMap { newNumber(ofRewritten: $0, numbers) })
    }

    /// `nil` unless it is a file that has another date or length than it had.
    private func newNumber(ofRewritten number: Int, _ numbers: Renumbering) -> Int? {
        let old = items[number]
        guard case .local = old.picture, let found = numbers.new(number) else { return nil }
        let new = others[found]
        return new.date != old.date || new.byteCount != old.byteCount ? found : nil
    }
}
