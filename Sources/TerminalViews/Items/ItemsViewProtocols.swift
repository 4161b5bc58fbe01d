/// The data source of an items view. Only the first two methods are required.
@MainActor
public protocol ItemsViewDataSource: AnyObject {
    /// Returns the number of items; a negative number counts as 0.
    func numberOfItems(in view: ItemsView) -> Int
    /// Returns a cell for an item that comes into view, from ``ItemsView/dequeueReusableCell(withIdentifier:forItem:)``.
    func itemsView(_ view: ItemsView, cellForItem item: Int) -> ReusableCell
    /// Starts to prefetch items that are likely to come into view, nearest first.
    func itemsView(_ view: ItemsView, prefetch items: [Int])
    /// Stops prefetching items that are no longer likely to come into view; not called for items that came into view.
    func itemsView(_ view: ItemsView, cancelPrefetching items: [Int])
}

extension ItemsViewDataSource {
    public func itemsView(_ view: ItemsView, prefetch items: [Int]) {}
    public func itemsView(_ view: ItemsView, cancelPrefetching items: [Int]) {}
}

/// The delegate of an items view. Every method is optional.
@MainActor
public protocol ItemsViewDelegate: AnyObject {
    /// Called when an item comes into view, after its cell was placed in the view.
    func itemsView(_ view: ItemsView, willDisplay cell: ReusableCell, forItem item: Int)
    /// Called exactly once for each `willDisplay`, when the cell has left the view; a removed item has the number it had.
    func itemsView(_ view: ItemsView, didEndDisplaying cell: ReusableCell, forItem item: Int)
    /// Called when the item has been on screen for ``ItemsView/settleDelay``; once each time it comes into view.
    func itemsView(_ view: ItemsView, didSettle cell: ReusableCell, forItem item: Int)
    /// Called when a key or a click selected an item, even if it was selected before.
    func itemsView(_ view: ItemsView, didSelectItem item: Int)
}

extension ItemsViewDelegate {
    public func itemsView(_ view: ItemsView, willDisplay cell: ReusableCell, forItem item: Int) {}
    public func itemsView(_ view: ItemsView, didEndDisplaying cell: ReusableCell, forItem item: Int) {}
    public func itemsView(_ view: ItemsView, didSettle cell: ReusableCell, forItem item: Int) {}
    public func itemsView(_ view: ItemsView, didSelectItem item: Int) {}
}
