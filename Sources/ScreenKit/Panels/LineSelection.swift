import TerminalViews

/// The selected line of a long list, and the lines in view. A value.
package struct LineSelection: Equatable {
    package private(set) var chosen = 0
    package private(set) var first = 0

    package init() {}

    /// Moves the selection among `count` lines, of which `room` are in view, and scrolls it into view.
    package mutating func move(_ move: ItemMove, count: Int, room: Int) {
        choose(chosen + move.lines(of: count, room: room), count: count, room: room)
    }

    /// Selects a line, or the nearest existing one.
    package mutating func choose(_ line: Int, count: Int, room: Int) {
        chosen = min(max(0, line), max(0, count - 1))
        first = min(first, chosen)
        first = max(first, chosen - max(1, room) + 1)
        first = min(max(0, first), max(0, count - max(1, room)))
    }

    /// Adopts the new place of the selected line, which stays at its height on the screen if possible.
    package mutating func shift(to line: Int, count: Int, room: Int) {
        first = max(0, first + line - chosen)
        choose(line, count: count, room: room)
    }

    /// Returns the lines in view.
    package func visible(count: Int, room: Int) -> Range<Int> {
        let start = min(first, count)
        return start..<min(count, start + max(0, room))
    }
}
