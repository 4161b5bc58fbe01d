/// A mapping of indexes before to indexes after a removal and insertion; the remaining ones keep their order. A value.
struct RankMap {
    /// Removed indexes, counted before the change, ascending.
    let removed: [Int]
    /// Added indexes, counted after the change, ascending.
    let added: [Int]

    init(removed: some Sequence<Int> = [], added: some Sequence<Int> = []) {
        self.removed = removed.sorted()
        self.added = added.sorted()
    }

    /// Returns the index after the change; `nil` if it was removed.
    func new(of old: Int) -> Int? { Self.map(old, leaving: removed, entering: added) }

    /// Returns the index before the change; `nil` if it was added.
    func old(of new: Int) -> Int? { Self.map(new, leaving: added, entering: removed) }

    private static func map(_ number: Int, leaving: [Int], entering: [Int]) -> Int? {
        var (low, high) = (0, leaving.count)
        while low < high {
            let middle = (low + high) / 2
            if leaving[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low < leaving.count, leaving[low] == number { return nil }
        var result = number - low
        for place in entering {
            guard place <= result else { break }
            result += 1
        }
        return result
    }
}
