import FoundationEssentials

/// Gives a grid its items. Only the first two methods have to be there.
@MainActor
public protocol GridViewDataSource: AnyObject {
    func gridView(_ gridView: GridView, numberOfItemsInSection section: Int) -> Int
    /// A cell for an item that comes into view, from
    /// ``ReusableItemsView/dequeueReusableCell(withIdentifier:for:)``.
    func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell
    /// 1 unless said otherwise.
    func numberOfSections(in gridView: GridView) -> Int
    /// A section with a title has a header of one line. None by default.
    func gridView(_ gridView: GridView, titleForHeaderInSection section: Int) -> String?
}

extension GridViewDataSource {
    public func numberOfSections(in gridView: GridView) -> Int { 1 }
    public func gridView(_ gridView: GridView, titleForHeaderInSection section: Int) -> String? { nil }
}

/// Hears of what happens to the items. Every method may be left out.
@MainActor
public protocol GridViewDelegate: AnyObject {
    func gridView(_ gridView: GridView, willDisplay cell: GridViewCell, forItemAt indexPath: IndexPath)
    /// Exactly once for each `willDisplay`, when the cell has left; an item that was deleted has the path it had.
    func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt indexPath: IndexPath)
    /// The item has been on screen for ``ReusableItemsView/settleDelay``; once each time it comes into view.
    func gridView(_ gridView: GridView, didSettle cell: GridViewCell, forItemAt indexPath: IndexPath)
    /// A mouse button was pressed on an item: whether it is highlighted, and selected when the button is let go there.
    func gridView(_ gridView: GridView, shouldHighlightItemAt indexPath: IndexPath) -> Bool
    func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath)
    /// Exactly once for each `didHighlight`, before the item may be selected.
    func gridView(_ gridView: GridView, didUnhighlightItemAt indexPath: IndexPath)
    /// Whether a key or a click may select an item.
    func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    /// A key or a click has selected an item, even if it was selected before.
    func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath)
    /// Whether a key or a click may deselect an item, by itself or because another one is selected.
    func gridView(_ gridView: GridView, shouldDeselectItemAt indexPath: IndexPath) -> Bool
    func gridView(_ gridView: GridView, didDeselectItemAt indexPath: IndexPath)

    /// Something has scrolled the content: a key, the wheel, a call, a step of an animation.
    func gridViewDidScroll(_ gridView: GridView)
    /// Animated scrolling has arrived. Not called if something else took its place, or if there was no way to go.
    func gridViewDidEndScrollingAnimation(_ gridView: GridView)
    /// Scrolling has come to rest: after whatever scrolled, animated or not, nothing did for a tenth of a second.
    func gridViewDidEndDecelerating(_ gridView: GridView)
}

extension GridViewDelegate {
    public func gridView(_ gridView: GridView, willDisplay cell: GridViewCell, forItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, didSettle cell: GridViewCell, forItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, shouldHighlightItemAt indexPath: IndexPath) -> Bool { true }
    public func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, didUnhighlightItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool { true }
    public func gridView(_ gridView: GridView, shouldDeselectItemAt indexPath: IndexPath) -> Bool { true }
    public func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath) {}
    public func gridView(_ gridView: GridView, didDeselectItemAt indexPath: IndexPath) {}
    public func gridViewDidScroll(_ gridView: GridView) {}
    public func gridViewDidEndScrollingAnimation(_ gridView: GridView) {}
    public func gridViewDidEndDecelerating(_ gridView: GridView) {}
}

/// Hears which items are likely to come into view.
@MainActor
public protocol GridViewDataSourcePrefetching: AnyObject {
    /// Nearest first.
    func gridView(_ gridView: GridView, prefetchItemsAt indexPaths: [IndexPath])
    /// Items that are no longer likely to; not called for those that came into view.
    func gridView(_ gridView: GridView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}
