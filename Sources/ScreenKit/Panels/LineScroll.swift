import TerminalViews

/// The scroll position of a panel's lines. A value.
///
/// The counts of all and of visible lines are passed each time, because both may change.
struct LineScroll: Equatable {
    private var offset = 0

    /// Returns the visible lines.
    func visible(count: Int, room: Int) -> Range<Int> {
        let room = min(max(0, room), max(0, count))
        let first = min(offset, count - room)
        return first..<first + room
    }

    /// Returns whether there are lines below the visible ones.
    func hasMore(count: Int, room: Int) -> Bool { visible(count: count, room: room).upperBound < count }

    /// Scrolls. Returns `false` without change if all lines are visible.
    @discardableResult
    mutating func scroll(by step: Int, count: Int, room: Int) -> Bool {
        guard count > room else { return false }
        let first = visible(count: count, room: room).lowerBound
        offset = min(max(0, first + step), count - max(0, room))
        return true
    }

    /// Scrolls as little as brings a line into view.
    mutating func reveal(_ line: Int, count: Int, room: Int) {
        let first = visible(count: count, room: room).lowerBound
        offset = max(min(first, line), line - max(1, room) + 1)
    }

    /// Follows lines that have moved down by a number of lines.
    mutating func shift(by step: Int) { offset = max(0, offset + step) }

    /// Scrolls. Returns `false` without change if all lines are visible.
    @discardableResult
    mutating func scroll(_ move: ItemMove, count: Int, room: Int) -> Bool {
        scroll(by: move.lines(of: count, room: room), count: count, room: room)
    }
}

extension ItemMove {
    /// Returns how many lines down it leads among `count`, of which `room` are in view.
    func lines(of count: Int, room: Int) -> Int {
        switch self {
        case .up: -1
        case .down: 1
        case .pageUp: -max(1, room)
        case .pageDown: max(1, room)
        case .first: -count
        case .last: count
        case .left, .right: 0
        }
    }
}
