import FoundationEssentials
import TerminalScreen

extension ReusableItemsView {
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

    /// Animated scrolling whose target may move, because items on the way are measured as they come into view.
    struct ScrollAnimation {
        enum Target {
            case offset(Int)
            case item(ItemPath, ScrollPosition)
        }

        let from: Int
        let target: Target
        /// The first turn of the animation; `nil` before it.
        var start: Duration?

        /// Returns the animation with its target's path after changes; `nil` if the target item was removed.
        func following(_ plan: BatchPlan) -> ScrollAnimation? {
            guard case .item(let path, let position) = target else { return self }
            return plan.newPath(of: path).map {
                ScrollAnimation(from: from, target: .item($0, position), start: start)
            }
        }
    }

    private static let scrollDuration = Duration.milliseconds(200)
    static let frameInterval = Duration.milliseconds(16)

    /// Number of lines of all content; an estimate as long as some items were never in view.
    public var contentLines: Int { layout.contentLines }

    /// The largest content offset at which the content still fills the view.
    public var maximumContentOffset: Int { max(0, layout.contentLines - bounds.size.rows) }

    func clamped(_ offset: Int) -> Int { min(max(0, offset), maximumContentOffset) }

    /// The part of the content that is in view, for a ``ScrollIndicator``.
    public var scrollPosition: ScrollIndicator.Position {
        ScrollIndicator.Position(
            contentLines: layout.contentLines, visibleLines: bounds.size.rows, firstLine: contentOffset)
    }

    /// Scrolls by lines, down if positive, as far as there is content. Cancels animated scrolling; if `animated`,
    /// continues from its target instead, so that every step of the wheel counts.
    public func scroll(byLines lines: Int, animated: Bool = false) {
        guard animated else { return scroll(to: contentOffset + lines) }
        setContentOffset((scrolling.map { end(of: $0.target) } ?? contentOffset) + lines, animated: true)
    }

    /// Scrolls to a line of the content, as far as there is content.
    public func setContentOffset(_ offset: Int, animated: Bool) {
        guard animated else { return scroll(to: offset) }
        animate(to: .offset(clamped(offset)))
    }

    /// Scrolls an item into view; the nearest one if the index path does not exist.
    public func scrollToItem(at indexPath: IndexPath, at position: ScrollPosition = .none, animated: Bool = false) {
        guard let path = nearest(indexPath) else { return }
        measure(path)
        guard !animated else { return animate(to: .item(path, position)) }
        // items that are measured on the way may move the target
        for _ in 0..<4 {
            let offset = offset(showing: path, at: position)
            scroll(to: offset)
            guard layout.sections.contains(path), self.offset(showing: path, at: position) != offset else { return }
        }
    }

    /// Returns the item at an index path, or the nearest one; `nil` if there are no items.
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

    /// Returns the content offset at which an item is at a position. A pinned header covers the lines under it.
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

    // MARK: - Immediate

    /// Scrolls to an offset, canceling animated scrolling.
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

    // MARK: - Animated

    private func animate(to target: ScrollAnimation.Target) {
        guard end(of: target) != contentOffset else {
            scrolling = nil
            return
        }
        scrolling = ScrollAnimation(from: contentOffset, target: target)
        window?.needsFrame = true  // the animation starts in the next turn
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
        guard scrolling != nil else { return nil }  // a delegate canceled it
        guard fraction == 1 else { return now + Self.frameInterval }
        scrolling = nil
        // items that came into view last may differ from their estimated heights
        if case .item = animation.target { show(self.end(of: animation.target)) }
        didEndScrollingAnimation()
        return nil
    }
}
