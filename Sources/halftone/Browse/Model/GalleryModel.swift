import ImageFeeds

/// What list, grid and the single picture stand on: the items, which of them are shown and in which order, the place
/// where the reader is, and what is marked. A value, without screen, clock or disk.
///
/// A *number* is an item's place in its sources, from 0, and its name here; a *row* is its place on the screen.
struct GalleryModel: Sendable {
    private(set) var items = FeedItems()
    private(set) var arrangement = Arrangement()
    /// The numbers of what is shown; `nil`: all, as they came.
    private var rows: [Int]?
    /// The version of the items that ``rows`` were found among: later ones are missing there.
    private var rowsVersion = 0
    /// The row that keys act on; 0 while there is none.
    private(set) var place = 0
    private(set) var marks = Marks()
    /// What the footer says was searched for.
    var search = TitleQuery("")
    /// Bytes of pictures that have been seen, which feeds rarely tell.
    private(set) var sizes: [Int: Int] = [:]
    /// Counts the changes that make rows of an earlier time wrong.
    private(set) var version = 0

    /// The rows that are shown.
    var count: Int { rows?.count ?? items.count }
    var isEmpty: Bool { count == 0 }

    /// The number of a row.
    func number(ofRow row: Int) -> Int { rows?[row] ?? row }

    func item(inRow row: Int) -> FeedItem { items[number(ofRow: row)] }

    /// The row of a number; `nil` if it is not shown.
    func row(ofNumber number: Int) -> Int? {
        guard let rows else { return items.indices.contains(number) ? number : nil }
        return rows.firstIndex(of: number)
    }

    /// The number of the item that keys act on.
    var selected: Int? { count == 0 ? nil : number(ofRow: place) }

    // MARK: - Moving

    mutating func select(row: Int) { place = min(max(0, row), max(0, count - 1)) }

    // MARK: - Finding

    /// The number of the item at which a search began; it stays with its picture as the place does.
    private var searchOrigin: Int?

    /// A search begins here, and comes back here if it is given up.
    mutating func beginSearch() { searchOrigin = selected }

    /// Where the search began; the place, if that is not shown any more.
    var searchOriginRow: Int { searchOrigin.flatMap(row(ofNumber:)) ?? place }

    /// Goes to the next row whose title matches, from `start` on and around at the end.
    mutating func find(_ query: TitleQuery, from start: Int, backwards: Bool = false) -> FindingWork.Outcome {
        let work = finding(query, from: start, backwards: backwards)
        return adopt(work.run(), of: work)
    }

    /// What finding a title needs; for another thread if there are many.
    func finding(_ query: TitleQuery, from start: Int, backwards: Bool = false) -> FindingWork {
        FindingWork(
            query: query, items: items, rows: rows, start: start, isBackwards: backwards, version: version,
            arrangement: arrangement)
    }

    /// Goes to the row that was found, unless other rows are shown since.
    mutating func adopt(_ row: Int?, of work: FindingWork) -> FindingWork.Outcome {
        guard work.version == version, work.arrangement == arrangement else { return .outdated }
        guard let row else { return .nothing }
        place = row
        return .found(aroundTheEnd: work.isBackwards ? row > work.start : row < work.start)
    }

    // MARK: - Items

    /// Adds what a later page brought. What is shown stays as it is until it is arranged anew, unless it is shown as it
    /// comes.
    mutating func append(_ others: FeedItems) {
        items.append(others)
        version += 1
    }

    /// Takes the same items with others among them, at these of their numbers, ascending. Place and marks stay with
    /// their pictures. What is shown stays as it is until it is arranged anew, unless it is shown as
    /// it comes.
    mutating func insert(_ ranges: [Range<Int>], of all: FeedItems) -> Renumbering {
        let numbers = Renumbering(of: items.count, inserting: ranges)
        if rows == nil, count > 0 { place = numbers.new(place) ?? place }
        rows = rows?.compactMap(numbers.new)
        searchOrigin = searchOrigin.flatMap(numbers.new)
        marks.renumber(numbers)
        sizes = numbers.new(sizes)
        items = all
        version += 1
        return numbers
    }

    /// Takes other items, as a new reading of the sources gives them. The place and the marks stay with their pictures;
    /// where the picture is no more, the place stays where it was.
    mutating func replace(_ others: FeedItems) {
        let work = refreshing(others)
        if let outcome = work.run() { _ = adopt(outcome, of: work) }
    }

    /// What taking other items needs; for another thread if there are many. `insertions`: they are the same ones with
    /// others among them, at these of their numbers, ascending.
    func refreshing(_ others: FeedItems, inserting insertions: [Range<Int>]? = nil) -> RefreshingWork {
        RefreshingWork(
            items: items, others: others, arrangement: arrangement, sizes: sizes, marks: marks, version: version,
            insertions: insertions)
    }

    /// The same once more, because something has changed meanwhile. What was found out is not looked up again, as far as
    /// it still holds.
    func refreshing(again earlier: RefreshingWork, after outcome: RefreshingWork.Outcome) -> RefreshingWork {
        let hasSameItems = earlier.version == version
        var work = refreshing(earlier.others, inserting: hasSameItems ? earlier.insertions : nil)
        work.known = hasSameItems && earlier.arrangement == arrangement ? outcome : nil
        return work
    }

    /// Takes the items. The place stays with its picture. `false` if there are other items or marks since, or if they
    /// are shown in another way.
    mutating func adopt(_ outcome: RefreshingWork.Outcome, of work: RefreshingWork) -> Bool {
        guard work.version == version, work.arrangement == arrangement, work.marks == marks else { return false }
        let selection = selected.flatMap(outcome.numbers.new)
        searchOrigin = searchOrigin.flatMap(outcome.numbers.new)
        marks = outcome.marks
        sizes = outcome.numbers.new(sizes).filter { !outcome.rewritten.contains($0.key) }
        items = work.others
        version += 1
        (rows, rowsVersion) = (outcome.rows, version)
        select(row: selection.flatMap(row(ofNumber:)) ?? place)
        return true
    }

    /// What a picture turned out to have.
    mutating func learn(bytes: Int, ofNumber number: Int) { sizes[number] = bytes }

    // MARK: - Arranging

    /// What arranging the items as `wanted` needs; for another thread if there are many.
    func work(for wanted: Arrangement) -> ArrangingWork {
        // Only as they came, because candidates stand in that order.
        let isNarrower =
            wanted.filter.narrows(arrangement.filter) && arrangement.order == .feed
            && !arrangement.isReversed && rows != nil && rowsVersion == version
        return ArrangingWork(
            items: items, arrangement: wanted, candidates: isNarrower ? rows : nil, sizes: sizes, version: version)
    }

    /// Shows what the work gave. The place stays with its picture; if that is not shown any more, near to where it was.
    /// `false` if the items have changed since.
    mutating func adopt(_ result: [Int], of work: ArrangingWork) -> Bool {
        guard work.version == version else { return false }
        let selection = selected
        arrangement = work.arrangement
        (rows, rowsVersion) = (arrangement.isPlain ? nil : result, version)
        select(row: selection.flatMap { nearestRow(toNumber: $0) } ?? 0)
        return true
    }

    /// The row of the number, or, as they came, of the next one that is shown.
    private func nearestRow(toNumber number: Int) -> Int? {
        if let row = row(ofNumber: number) { return row }
        guard arrangement.order == .feed, let rows else { return nil }
        return arrangement.isReversed
            ? rows.firstIndex { $0 <= number } : rows.firstIndex { $0 >= number } ?? rows.indices.last
    }

    // MARK: - Marks

    mutating func toggleMark(ofRow row: Int) { marks.toggle(number(ofRow: row)) }
    mutating func toggleAllMarks() { marks.toggleAll(rows.map { NumberSet($0) } ?? NumberSet(below: items.count)) }
    mutating func undoMarks() -> Bool { marks.undo() }
    /// Takes a change back, as far as it was made here; see ``Marks/undo(_:)``.
    mutating func undoMarks(_ change: Int) { marks.undo(change) }
    /// What is marked next is marked after this change; see ``Marks/follow(_:)``.
    mutating func followMarks(_ change: Int) { marks.follow(change) }
    func isMarked(row: Int) -> Bool { marks.contains(number(ofRow: row)) }

    /// Marks what was marked in an earlier reading of the same source; see ``Marks/recall(_:)``.
    mutating func recall(_ earlier: Marks) { marks.recall(earlier) }

    /// The marked items, as they came.
    var markedItems: [FeedItem] { marks.numbers.map { items[$0] } }
}

/// The items to be arranged, and how; the result goes to ``GalleryModel/adopt(_:of:)``.
struct ArrangingWork: Sendable {
    fileprivate let items: FeedItems
    let arrangement: Arrangement
    fileprivate let candidates: [Int]?
    fileprivate let sizes: [Int: Int]
    fileprivate let version: Int

    /// Whether it takes so long that keys would wait for it.
    var isLong: Bool { (candidates?.count ?? items.count) > 5_000 }

    func run(isCancelled: () -> Bool = { false }) -> [Int]? {
        arrangement.rows(of: items, among: candidates, sizes: sizes, isCancelled: isCancelled)
    }
}
