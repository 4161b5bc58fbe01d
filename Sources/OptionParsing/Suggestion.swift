/// The name that a mistyped word most likely means.
public enum Suggestion {
    /// Returns the name nearest to a word, the first of equally near ones; `nil` if all of them are too different.
    ///
    /// Near is a name in which at most a third of the letters are others, missing, too many, or exchanged with the next.
    public static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        let word = Array(word.prefix(64).lowercased().utf8)
        guard word.count > 1 else { return nil }
        let near = names.map { (name: $0, distance: distance(word, Array($0.utf8))) }.min { $0.distance < $1.distance }
        return near.flatMap { $0.distance <= max(1, word.count / 3) ? $0.name : nil }
    }

    /// The number of letters to add, remove, replace or exchange with the next (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (before, last, row) = ([Int](), [Int](), Array(0...right.count))
        for (i, letter) in left.enumerated() {
            (before, last) = (last, row)
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                row[j + 1] = min(last[j] + (letter == other ? 0 : 1), min(last[j + 1], row[j]) + 1)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    row[j + 1] = min(row[j + 1], before[j - 1] + 1)
                }
            }
        }
        return row[right.count]
    }
}
