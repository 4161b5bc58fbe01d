/// The layout of hints in a line: the important ones, such as help, and as many of the others as fit, from the first
/// on. A value.
struct HintLayout {
    let widths: [Int]
    /// The indices of important hints, the most important first.
    let kept: [Int]

    /// The gap between two hints, in columns.
    static let gap = 3

    /// Returns the indices of the hints that fit, in order.
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
