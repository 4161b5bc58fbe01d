import TerminalViews

/// Which lines of a panel are seen where there is no room for all of them. A value.
///
/// How many there are and how many are seen is told each time: a window changes its size, and so may the lines.
struct LineScroll: Equatable {
    private var wanted = 0

    /// The lines that are seen.
    func visible(count: Int, room: Int) -> Range<Int> {
        let room = min(max(0, room), max(0, count))
        let first = min(wanted, count - room)
        return first..<first + room
    }

    /// Whether there are lines below those that are seen.
    func hasMore(count: Int, room: Int) -> Bool { visible(count: count, room: room).upperBound < count }

    /// `false`, and nothing changes, if all of them are seen.
    @discardableResult
    mutating func scroll(by step: Int, count: Int, room: Int) -> Bool {
        guard count > room else { return false }
        let first = visible(count: count, room: room).lowerBound
        wanted = min(max(0, first + step), count - max(0, room))
        return true
    }

    /// `false`, and nothing changes, if all of them are seen.
    @discardableResult
    mutating func scroll(_ move: ItemMove, count: Int, room: Int) -> Bool {
        let step =
            switch move {
            case .up: -1
            case .down: 1
            case .pageUp: -max(1, room)
            case .pageDown: max(1, room)
            case .first: -count
            case .last: count
            case .left, .right: 0
            }
        return scroll(by: step, count: count, room: room)
    }
}
