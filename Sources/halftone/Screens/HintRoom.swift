/// Which hints stand in a line that has no room for all: those that lead on, such as help, and of the others as many as
/// fit, from the first on. A value.
struct HintRoom {
    /// Columns of each hint, in order.
    let widths: [Int]
    /// The indices of hints that are kept, the most important first.
    let kept: [Int]

    /// Columns between two of them.
    static let gap = 3

    /// The places of those that are shown, in order.
    func shown(in columns: Int) -> [Int] {
        var (shown, left) = ([Int](), columns)
        func take(_ place: Int) -> Bool {
            let needed = widths[place] + (shown.isEmpty ? 0 : Self.gap)
            guard needed <= left else { return false }
            left -= needed
            shown.append(place)
            return true
        }
        for place in kept { _ = take(place) }
        for place in widths.indices where !kept.contains(place) {
            guard take(place) else { break }
        }
        return shown.sorted()
    }
}
