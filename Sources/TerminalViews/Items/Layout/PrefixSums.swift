/// The prefix sums of a list of non-negative numbers: a Fenwick tree (Fenwick 1994, "A new data structure for
/// cumulative frequency tables"). Sums, changes and searches take O(log n).
struct PrefixSums {
    private var tree: [Int]
    private(set) var values: [Int]

    var count: Int { values.count }

    init(_ values: [Int] = []) {
        self.values = values
        tree = [0] + values
        for index in 1..<max(1, tree.count) {
            let parent = index + (index & -index)
            if parent < tree.count { tree[parent] += tree[index] }
        }
    }

    var total: Int { sum(before: values.count) }

    mutating func set(_ value: Int, at index: Int) {
        let change = value - values[index]
        values[index] = value
        var index = index + 1
        while change != 0, index < tree.count {
            tree[index] += change
            index += index & -index
        }
    }

    /// Returns the sum of the first `index` numbers.
    func sum(before index: Int) -> Int {
        var (sum, index) = (0, index)
        while index > 0 {
            sum += tree[index]
            index -= index & -index
        }
        return sum
    }

    /// Returns the index of the number that contains a position when the numbers are laid end to end, which is the
    /// first whose end is after it; `count` if there is none.
    func index(at place: Int) -> Int {
        var (index, rest) = (0, place)
        var step = 1
        while step * 2 < tree.count { step *= 2 }
        while step > 0 {
            if index + step < tree.count, tree[index + step] <= rest {
                index += step
                rest -= tree[index]
            }
            step /= 2
        }
        return index
    }
}
