import TerminalScreen

extension ItemsView {
    /// The position of an item in the view after scrolling to it.
    public enum ScrollPosition: Hashable, Sendable {
        /// The nearest position at which the whole item is in view.
        case none
        /// The item's first line at the top of the view, as far as the content allows.
        case top
        /// The item's middle in the middle of the view, as far as the content allows.
        case middle
        /// The item's last line at the bottom of the view, as far as the content allows.
        case bottom
    }

    func clamped(_ offset: Int) -> Int { min(max(0, offset), max(0, grid.contentLines - bounds.size.rows)) }

    /// Scrolls by lines, down if positive, as far as there is content.
    public func scroll(byLines lines: Int) {
        let offset = clamped(contentOffset + lines)
        guard offset != contentOffset else { return }
        cancelHighlight()
        scrollsDown = offset > contentOffset
        contentOffset = offset
        for item in displayed.keys { displayed[item]?.unmovedSince = nil }
        setNeedsDisplay()
        tile()
    }

    /// Scrolls an item into view; the nearest one if it does not exist.
    public func scroll(toItem item: Int, at position: ScrollPosition = .none) {
        guard grid.count > 0 else { return }
        let frame = grid.frame(of: min(max(0, item), grid.count - 1))
        let room = bounds.size.rows - frame.size.rows
        let offset =
            switch position {
            case .top: frame.minRow
            case .middle: frame.minRow - room / 2
            case .bottom: frame.minRow - room
            case .none:
                frame.minRow < contentOffset || room < 0 ? frame.minRow : max(contentOffset, frame.minRow - room)
            }
        scroll(byLines: clamped(offset) - contentOffset)
    }
}
