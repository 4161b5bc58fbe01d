/// The positions of a stack view's subviews along its axis. A value.
struct StackLayout {
    enum Length: Hashable, Sendable {
        case fixed(Int)
        /// A share of the remaining length, in proportion to the weights.
        case flexible(weight: Int)
    }

    var distribution = StackView.Distribution.fill
    var spacing = 0

    /// Returns the span of each view, in order. No span ends after `room`; where it does not suffice, the last views
    /// are shortened first.
    func spans(of lengths: [Length], in room: Int) -> [Range<Int>] {
        guard !lengths.isEmpty else { return [] }
        let room = max(0, room)
        let gaps = spacing * (lengths.count - 1)
        let sizes = sizes(of: lengths, in: max(0, room - gaps))
        let spare = distribution == .equalSpacing ? max(0, room - gaps - sizes.reduce(0, +)) : 0
        var start = 0
        return sizes.enumerated().map { index, size in
            let before = index == 0 ? 0 : Self.share(spare, index, of: lengths.count - 1)
            let lower = min(room, start + before)
            start += size + spacing
            return lower..<min(room, lower + size)
        }
    }

    private func sizes(of lengths: [Length], in room: Int) -> [Int] {
        if distribution == .fillEqually {
            return lengths.indices.map {
                Self.share(room, $0 + 1, of: lengths.count) - Self.share(room, $0, of: lengths.count)
            }
        }
        var left = room
        var weight = 0
        var sizes = lengths.map { length in
            switch length {
            case .fixed(let size):
                let taken = min(left, max(0, size))
                left -= taken
                return taken
            case .flexible(let share):
                weight += max(0, share)
                return 0
            }
        }
        guard distribution == .fill else { return sizes }
        guard weight > 0 else {
            sizes[sizes.count - 1] += left
            return sizes
        }
        var passed = 0
        for case (let index, .flexible(let share)) in lengths.enumerated() {
            sizes[index] = Self.share(left, passed + max(0, share), of: weight) - Self.share(left, passed, of: weight)
            passed += max(0, share)
        }
        return sizes
    }

    /// Returns the length of the first `part` of `whole` equal parts, so that rounding errors do not add up.
    private static func share(_ length: Int, _ part: Int, of whole: Int) -> Int {
        whole == 0 ? 0 : length * part / whole
    }
}
