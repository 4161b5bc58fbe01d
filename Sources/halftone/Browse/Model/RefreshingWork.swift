import ImageFeeds

/// The items that take the place of others, as a new reading of the sources gave them; the outcome goes to
/// ``GalleryModel/adopt(_:of:)-(RefreshingWork.Outcome,_)``.
struct RefreshingWork: Sendable {
    let items: FeedItems
    let others: FeedItems
    let arrangement: Arrangement
    let sizes: [Int: Int]
    let version: Int

    struct Outcome: Sendable {
        let numbers: Renumbering
        /// What is shown of the new items, in order; `nil`: all, as they came.
        let rows: [Int]?
    }

    /// Whether it takes so long that keys would wait for it.
    var isLong: Bool { max(items.count, others.count) > 5_000 }

    /// `nil`: it was given up.
    func run(isCancelled: () -> Bool = { false }) -> Outcome? {
        guard let numbers = Renumbering(from: items, to: others, isCancelled: isCancelled) else { return nil }
        guard !arrangement.isPlain else { return Outcome(numbers: numbers, rows: nil) }
        // Sizes that were seen belong to the numbers of before.
        let sizes = Dictionary(sizes.compactMap { old, size in numbers.new(old).map { ($0, size) } }) { first, _ in
            first
        }
        return arrangement.rows(of: others, sizes: sizes, isCancelled: isCancelled).map {
            Outcome(numbers: numbers, rows: $0)
        }
    }
}

/// Which number a picture has among items that take the place of others. A value.
///
/// What is equal at both ends is compared and no more; only what lies between is looked up. A picture that comes several
/// times there keeps its turn.
struct Renumbering: Sendable {
    /// Items at the beginning, and at the end, that are the same in both.
    private var head = 0
    private var tail = 0
    private let oldCount: Int
    private let newCount: Int
    /// For what is between them.
    private var between: [Int: Int] = [:]

    /// `nil`: it was given up, because `isCancelled` said so.
    init?(from old: FeedItems, to new: FeedItems, isCancelled: () -> Bool = { false }) {
        (oldCount, newCount) = (old.count, new.count)
        let shorter = min(oldCount, newCount)
        while head < shorter, Self.isSame(old[head], new[head]) {
            head += 1
            if head % 1024 == 0, isCancelled() { return nil }
        }
        while tail < shorter - head, Self.isSame(old[oldCount - 1 - tail], new[newCount - 1 - tail]) {
            tail += 1
            if tail % 1024 == 0, isCancelled() { return nil }
        }
        guard lookUp(old, new, isCancelled) else { return nil }
    }

    /// The number among the new items of what has this number among the old; `nil` if it is no more.
    func new(_ number: Int) -> Int? {
        if number < head { return number }
        if number >= oldCount - tail { return number - oldCount + newCount }
        return between[number]
    }

    /// Entries without a picture have nothing else to be known by.
    private static func isSame(_ left: FeedItem, _ right: FeedItem) -> Bool {
        left.picture == right.picture && (left.picture != .missing || left == right)
    }

    private mutating func lookUp(_ old: FeedItems, _ new: FeedItems, _ isCancelled: () -> Bool) -> Bool {
        let (from, to) = (head..<oldCount - tail, head..<newCount - tail)
        guard !from.isEmpty, !to.isEmpty else { return true }
        // The first number of each picture, and of each number the next of the same picture.
        var firsts: [PictureSource: Int] = [:]
        var next = Array(repeating: -1, count: to.count)
        for number in to.reversed() {
            if number % 1024 == 0, isCancelled() { return false }
            let picture = new[number].picture
            next[number - to.lowerBound] = firsts[picture] ?? -1
            firsts[picture] = number
        }
        for number in from {
            if number % 1024 == 0, isCancelled() { return false }
            let picture = old[number].picture
            guard picture != .missing, let found = firsts[picture] else { continue }
            between[number] = found
            let following = next[found - to.lowerBound]
            if following >= 0 { firsts[picture] = following }  // the last one stands for all that follow
        }
        return true
    }
}
