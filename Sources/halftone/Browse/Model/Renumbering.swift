import ImageFeeds

/// Which number an item has among others that take the place of those it was among. A value.
///
/// What is equal at both ends is compared and no more; what lies between is looked up: first by all that is known of it,
/// so that each copy of a picture that comes several times is itself again, then by its picture. A picture that is still
/// there is never without a number: what was another copy of it is then the one that is left.
struct Renumbering: Sendable {
    /// Items at the beginning, and at the end, that are the same in both.
    private var head = 0
    private var tail = 0
    private let oldCount: Int
    private let newCount: Int
    /// The new numbers of what is between them; -1: it is no more. An array, because a dictionary of a million takes
    /// the main thread longer than a frame to ask, and to throw away.
    private var between: [Int] = []
    /// Whether items that had each a number have one together.
    private(set) var joinsCopies = false

    /// `nil`: it was given up, because `isCancelled` said so.
    init?(from old: FeedItems, to new: FeedItems, isCancelled: () -> Bool = { false }) {
        (oldCount, newCount) = (old.count, new.count)
        let shorter = min(oldCount, newCount)
        while head < shorter, old[head] == new[head] {
            head += 1
            if head % 1024 == 0, isCancelled() { return nil }
        }
        while tail < shorter - head, old[oldCount - 1 - tail] == new[newCount - 1 - tail] {
            tail += 1
            if tail % 1024 == 0, isCancelled() { return nil }
        }
        between = Array(repeating: -1, count: oldCount - tail - head)
        guard lookUp(old, new, isCancelled) else { return nil }
    }

    /// `count` items among which others come, at these numbers of the new ones, ascending.
    init(of count: Int, inserting ranges: [Range<Int>]) {
        let added = ranges.reduce(0) { $0 + $1.count }
        (oldCount, newCount) = (count, count + added)
        guard let first = ranges.first, let last = ranges.last else {
            head = count
            return
        }
        head = min(first.lowerBound, count)
        tail = count - max(head, last.upperBound - added)
        between.reserveCapacity(count - tail - head)
        var (next, shift) = (ranges[...], 0)
        for old in head..<count - tail {
            while let range = next.first, range.lowerBound <= old + shift {
                shift += range.count
                next.removeFirst()
            }
            between.append(old + shift)
        }
    }

    /// The number among the new items of what has this number among the old; `nil` if it is no more.
    func new(_ number: Int) -> Int? {
        if number < head { return number }
        if number >= oldCount - tail { return number - oldCount + newCount }
        let found = between[number - head]
        return found < 0 ? nil : found
    }

    /// The old numbers of all that is not the same in every respect and in its place.
    var unequal: Range<Int> { head..<oldCount - tail }

    /// How many of the new items were not among the old.
    var added: Int {
        let middle = head..<newCount - tail
        return middle.count - NumberSet(between.lazy.filter(middle.contains)).count
    }

    /// The numbers of all of them that are still there.
    func new(_ numbers: NumberSet) -> NumberSet { NumberSet(numbers.lazy.compactMap(new)) }

    /// What is known of those that are still there, by their numbers.
    func new<Value>(_ known: [Int: Value]) -> [Int: Value] {
        Dictionary(known.compactMap { old, value in new(old).map { ($0, value) } }) { first, _ in first }
    }

    // MARK: - Between the ends

    private mutating func lookUp(_ old: FeedItems, _ new: FeedItems, _ isCancelled: () -> Bool) -> Bool {
        let (from, to) = (head..<oldCount - tail, head..<newCount - tail)
        guard !from.isEmpty else { return true }
        var pictures = Turns<PictureSource>()
        var copies: Set<PictureSource> = []
        for number in to {
            if number % 1024 == 0, isCancelled() { return false }
            let picture = new[number].picture
            if pictures.add(number, of: picture) || picture == .missing { copies.insert(picture) }
        }
        var taken = NumberSet()
        guard copies.isEmpty || lookUp(copies, old, new, &taken, isCancelled) else { return false }
        // The others by their pictures, in their order.
        var gone: Set<PictureSource> = []
        for number in from where between[number - head] < 0 {
            if number % 1024 == 0, isCancelled() { return false }
            let picture = old[number].picture
            guard picture != .missing else { continue }
            if let found = pictures.take(picture, but: taken) {
                between[number - head] = found
                taken.insert(found)
            } else if let last = pictures.last(picture) {
                between[number - head] = last
                joinsCopies = true
            } else {
                gone.insert(picture)
            }
        }
        return gone.isEmpty || lookUpAtTheEnds(gone, old, new, isCancelled)
    }

    /// What only a look at all of an item tells apart: copies, and entries without a picture.
    private mutating func lookUp(
        _ copies: Set<PictureSource>, _ old: FeedItems, _ new: FeedItems, _ taken: inout NumberSet,
        _ isCancelled: () -> Bool
    ) -> Bool {
        var items = Turns<FeedItem>()
        for number in head..<newCount - tail {
            if number % 1024 == 0, isCancelled() { return false }
            let item = new[number]
            if copies.contains(item.picture) { items.add(number, of: item) }
        }
        for number in head..<oldCount - tail {
            if number % 1024 == 0, isCancelled() { return false }
            let item = old[number]
            guard copies.contains(item.picture), let found = items.take(item, but: taken) else { continue }
            between[number - head] = found
            taken.insert(found)
        }
        return true
    }

    /// Gives the last copies between the ends to those that are left of them there.
    private mutating func lookUpAtTheEnds(
        _ gone: Set<PictureSource>, _ old: FeedItems, _ new: FeedItems, _ isCancelled: () -> Bool
    ) -> Bool {
        var found: [PictureSource: Int] = [:]
        for number in [0..<head, newCount - tail..<newCount].joined() {
            if number % 1024 == 0, isCancelled() { return false }
            let picture = new[number].picture
            if gone.contains(picture), found[picture] == nil { found[picture] = number }
        }
        guard !found.isEmpty else { return true }
        joinsCopies = true
        for offset in between.indices where between[offset] < 0 {
            if offset % 1024 == 0, isCancelled() { return false }
            if let number = found[old[head + offset].picture] { between[offset] = number }
        }
        return true
    }
}

/// The numbers of each key, ascending, to be taken one after the other.
private struct Turns<Key: Hashable> {
    /// Of each key the one whose turn is next, and the last.
    private var turns: [Key: (next: Int, last: Int)] = [:]
    /// Of each number the one of the same key after it.
    private var following: [Int: Int] = [:]

    /// The numbers of a key are added in their order. `true`: it is not its first.
    @discardableResult
    mutating func add(_ number: Int, of key: Key) -> Bool {
        guard let turn = turns[key] else {
            turns[key] = (number, number)
            return false
        }
        following[turn.last] = number
        turns[key] = (turn.next, number)
        return true
    }

    /// The next one that is not taken elsewhere; `nil`: there is none any more.
    mutating func take(_ key: Key, but taken: NumberSet) -> Int? {
        guard let turn = turns[key] else { return nil }
        var next = turn.next
        while next >= 0 {
            let number = next
            next = following[number] ?? -1
            if !taken.contains(number) {
                turns[key] = (next, turn.last)
                return number
            }
        }
        turns[key] = (-1, turn.last)
        return nil
    }

    /// The last one of all, taken or not.
    func last(_ key: Key) -> Int? { turns[key]?.last }
}
