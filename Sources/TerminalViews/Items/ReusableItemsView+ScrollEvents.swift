extension ReusableItemsView {
    /// Scrolling that has not come to rest yet.
    struct Momentum {
        /// The first turn since the content moved last; `nil` before it.
        var since: Duration?
    }

    /// The content was moved by something that scrolls.
    func contentDidMove() {
        momentum = Momentum()
        didScroll()
    }

    /// Tells that scrolling came to rest: nothing moved the content for as long as an item takes to rest.
    func advanceMomentum(to now: Duration) -> Duration? {
        guard let momentum else { return nil }
        let since = momentum.since ?? now
        guard scrolling == nil, now - since >= Self.restDelay else {
            self.momentum?.since = since
            return since + Self.restDelay
        }
        self.momentum = nil
        didEndDecelerating()
        return nil
    }
}
