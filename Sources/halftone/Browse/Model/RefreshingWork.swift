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
        let marks: Marks
        /// The old numbers of what was marked and is no more.
        let lost: NumberSet
    }

    /// Whether it takes so long that keys would wait for it. Where nothing has to be looked up there is less to do; but
    /// each change of marks that can be taken back is renumbered too.
    var isLong: Bool { insertions == nil ? max(items.count, others.count) > 5_000 : items.count > 20_000 }

    /// `nil`: it was given up.
    func run(isCancelled: () -> Bool = { false }) -> Outcome? {
        guard let numbers = known?.numbers ?? renumbering(isCancelled) else { return nil }
        let lost = NumberSet(marks.numbers.lazy.filter { numbers.new($0) == nil })
        var marks = marks
        marks.renumber(numbers)
        if let known {
            return Outcome(numbers: numbers, added: known.added, rows: known.rows, marks: marks, lost: lost)
        }
        let added = numbers.added
        guard !arrangement.isPlain else {
            return Outcome(numbers: numbers, added: added, rows: nil, marks: marks, lost: lost)
        }
        return arrangement.rows(of: others, sizes: numbers.new(sizes), isCancelled: isCancelled).map {
            Outcome(numbers: numbers, added: added, rows: $0, marks: marks, lost: lost)
        }
    }

    private func renumbering(_ isCancelled: () -> Bool) -> Renumbering? {
        if let insertions { return Renumbering(of: items.count, inserting: insertions) }
        return Renumbering(from: items, to: others, isCancelled: isCancelled)
    }
}
