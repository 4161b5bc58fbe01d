extension ReusableItemsView {
    /// Scrolling that has not come to rest yet.
    struct Momentum {
        /// The first turn after the content last moved; `nil` before it.
        var since: Duration?
    }

    /// Notifies the delegate that the content scrolled.
    func contentDidMove() {
        momentum = Momentum()
        didScroll()
    }

    /// Notifies the delegate that scrolling came to rest: the content has not moved for ``restDelay``. Returns when to
    /// call again, `nil` at rest.
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
