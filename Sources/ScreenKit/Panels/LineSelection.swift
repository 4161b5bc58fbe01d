import TerminalViews

/// The selected line of a long list, and the lines in view. A value.
package struct LineSelection: Equatable {
    package private(set) var selected = 0
    private var scroll = LineScroll()

    package init() {}

    /// Moves the selection among `count` lines, of which `room` are in view, and scrolls it into view.
    package mutating func move(_ move: ItemMove, count: Int, room: Int) {
        select(selected + move.lines(of: count, room: room), count: count, room: room)
    }

    /// Selects a line, or the nearest existing one.
    package mutating func select(_ line: Int, count: Int, room: Int) {
        selected = min(max(0, line), max(0, count - 1))
        scroll.reveal(selected, count: count, room: room)
    }

    /// Adopts the new place of the selected line, which stays at its height on the screen if possible.
    package mutating func shift(to line: Int, count: Int, room: Int) {
        scroll.shift(by: line - selected)
        select(line, count: count, room: room)
    }

    /// Returns the lines in view.
    package func visible(count: Int, room: Int) -> Range<Int> { scroll.visible(count: count, room: room) }
}
