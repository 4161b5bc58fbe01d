import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
    /// Where an item goes to when the view scrolls to it.
    public enum ScrollPosition: Hashable, Sendable {
        /// As near as needed to be in view as a whole.
        case none
        case top
        case middle
        case bottom
    }

    /// Scrolling that is under way, with an end that may move: items on the way are measured as they come into view.
    struct ScrollAnimation {
        enum Target {
            case offset(Int)
            case item(ItemPath, ScrollPosition)
        }

        let from: Int
        let target: Target
        /// The first turn that sees it; `nil` before.
        var start: Duration?

        /// The same once items have come and gone; `nil` if the one that it leads to is among these.
        func following(_ plan: BatchPlan) -> ScrollAnimation? {
            guard case .item(let path, let position) = target else { return self }
            return plan.newPath(of: path).map {
                ScrollAnimation(from: from, target: .item($0, position), start: start)
            }
        }
    }

    private static let scrollDuration = Duration.milliseconds(200)
    static let frameInterval = Duration.milliseconds(16)

    /// Lines of all content, as far as they are known: items that were never in view may be estimated.
    public var contentLines: Int { layout.contentLines }

    /// The largest offset that still fills the view.
    public var maximumContentOffset: Int { max(0, layout.contentLines - bounds.size.rows) }

    func clamped(_ offset: Int) -> Int { min(max(0, offset), maximumContentOffset) }

    /// Where the view stands in its content, for a ``ScrollIndicator``.
    public var scrollPosition: ScrollIndicator.Position {
        ScrollIndicator.Position(
            contentLines: layout.contentLines, visibleLines: bounds.size.rows, firstLine: contentOffset)
    }

    /// Scrolls by lines, down if positive, as far as there is content. Ends scrolling that is under way; if animated,
    /// from its end on: every turn of a wheel counts.
    public func scroll(byLines lines: Int, animated: Bool = false) {
        guard animated else { return scroll(to: contentOffset + lines) }
        setContentOffset((scrolling.map { end(of: $0.target) } ?? contentOffset) + lines, animated: true)
    }

    /// Scrolls to a line, as far as there is content.
    public func setContentOffset(_ offset: Int, animated: Bool) {
        guard animated else { return scroll(to: offset) }
        animate(to: .offset(clamped(offset)))
    }

    /// Brings an item into view.
    public func scrollToItem(at indexPath: IndexPath, at position: ScrollPosition = .none, animated: Bool = false) {
        guard let path = nearest(indexPath) else { return }
        measure(path)
        guard !animated else { return animate(to: .item(path, position)) }
        // Items that are measured on the way may move it.
        for _ in 0..<4 {
            let offset = offset(showing: path, at: position)
            scroll(to: offset)
            guard layout.sections.contains(path), self.offset(showing: path, at: position) != offset else { return }
        }
    }

    /// The item of this path, or the nearest that there is; `nil` if there are none.
    func nearest(_ indexPath: IndexPath) -> ItemPath? {
        let sections = layout.sections
        guard let path = ItemPath(indexPath), sections.totalItems > 0 else { return nil }
        if sections.contains(path) { return path }
        guard path.section >= 0, path.section < sections.count else {
            return sections.path(ordinal: path.section < 0 ? 0 : sections.totalItems - 1)
        }
        let inSection = min(max(0, path.item), max(0, sections.list[path.section].itemCount - 1))
        let ordinal = sections.ordinal(of: ItemPath(section: path.section, item: inSection))
        return sections.path(ordinal: min(ordinal, sections.totalItems - 1))
    }

    /// The offset at which an item is where it should be. A pinned header covers what is under it.
    private func offset(showing path: ItemPath, at position: ScrollPosition) -> Int {
        let frame = layout.frame(of: path)
        let cover = pinsSectionHeaders ? layout.sections.list[path.section].header : 0
        let top = frame.minRow - cover
        let room = bounds.size.rows - frame.size.rows
        switch position {
        case .top: return clamped(top)
        case .middle: return clamped(frame.minRow - (room + cover) / 2)
        case .bottom: return clamped(frame.minRow - room)
        case .none:
            if top < contentOffset || room < cover { return clamped(top) }
            return clamped(max(contentOffset, frame.minRow - room))
        }
    }

    // MARK: - At once

    /// Ends whatever moves by itself.
    private func scroll(to offset: Int) {
        scrolling = nil
        show(offset)
    }

    private func show(_ offset: Int) {
        let offset = clamped(offset)
        guard offset != contentOffset else { return }
        cancelHighlight()
        finishUpdateAnimation()
        scrollsDown = offset > contentOffset
        contentOffset = offset
        for path in displayed.keys { displayed[path]?.unmovedSince = nil }
        setNeedsDisplay()
        tile()
        contentDidMove()
    }

    // MARK: - Smoothly

    private func animate(to target: ScrollAnimation.Target) {
        guard end(of: target) != contentOffset else {
            scrolling = nil
            return
        }
        scrolling = ScrollAnimation(from: contentOffset, target: target)
        window?.needsFrame = true  // a turn must follow, in which it starts
    }

    private func end(of target: ScrollAnimation.Target) -> Int {
        switch target {
        case .offset(let offset): clamped(offset)
        case .item(let path, let position):
            layout.sections.contains(path) ? offset(showing: path, at: position) : contentOffset
        }
    }

    func advanceScrolling(to now: Duration) -> Duration? {
        guard let animation = scrolling else { return nil }
        let start = animation.start ?? now
        scrolling?.start = start
        let end = end(of: animation.target)
        let fraction = Easing.decelerate((now - start) / Self.scrollDuration)
        show(animation.from + Int((Double(end - animation.from) * fraction).rounded()))
        guard scrolling != nil else { return nil }  // whoever heard of it ended it
        guard fraction == 1 else { return now + Self.frameInterval }
        scrolling = nil
        // What came into view in the end may have been of another height than was thought.
        if case .item = animation.target { show(self.end(of: animation.target)) }
        didEndScrollingAnimation()
        return nil
    }
}
