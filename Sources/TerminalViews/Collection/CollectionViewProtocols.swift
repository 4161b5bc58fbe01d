import FoundationEssentials

/// The data source of a collection view. Only the first two methods are required.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
    /// Returns the number of items in a section; a negative number counts as 0.
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
    /// Returns a cell for an item that comes into view, from
    /// ``ReusableItemsView/dequeueReusableCell(withIdentifier:for:)``.
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
    /// Returns the number of sections. Default: 1.
    func numberOfSections(in collectionView: CollectionView) -> Int
    /// Returns the title of a section's header, one row high; `nil` for no header. Default: `nil`.
    func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String?
}

extension CollectionViewDataSource {
    public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
    public func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
        nil
    }
}

/// The delegate of a collection view. Every method is optional.
@MainActor
public protocol CollectionViewDelegate: AnyObject {
    /// Called when an item comes into view.
    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// Called exactly once for each `willDisplay`, when the cell has left the view; a deleted item has the path it had.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// Called when the item has been on screen for ``ReusableItemsView/settleDelay``; once each time it comes into
    /// view.
    func collectionView(
        _ collectionView: CollectionView, didSettle cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// Called when a mouse button is pressed on an item: whether it is highlighted, and selected when the button is
    /// released on it. Default: `true`.
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool
    /// Called when a pressed item has been highlighted.
    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)
    /// Called exactly once for each `didHighlight`, before the item may be selected.
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)
    /// Returns whether a key or a click may select an item. Default: `true`.
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    /// Called when a key or a click selected an item, even if it was selected before.
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
    /// Returns whether a key or a click may deselect an item, by itself or because another one is selected. Default:
    /// `true`.
    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool
    /// Called when a key or a click deselected an item, by itself or because another one is selected; then before
    /// `didSelect` of that one.
    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)

    /// Called when the content scrolled, by a key, the wheel, a call or a step of an animation.
    func collectionViewDidScroll(_ collectionView: CollectionView)
    /// Called when animated scrolling reached its target. Not called if other scrolling replaced it, or if the content
    /// was at the target already.
    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView)
    /// Called when scrolling has come to rest: a tenth of a second has passed since the content last scrolled, animated
    /// or not.
    func collectionViewDidEndDecelerating(_ collectionView: CollectionView)
}

extension CollectionViewDelegate {
    public func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    public func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    public func collectionView(
        _ collectionView: CollectionView, didSettle cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}
    public func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        true
    }
    public func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        true
    }
    public func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        true
    }
    public func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}
    public func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {}
    public func collectionViewDidScroll(_ collectionView: CollectionView) {}
    public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}
    public func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}
}

/// A data source that prefetches items that are likely to come into view.
@MainActor
public protocol CollectionViewDataSourcePrefetching: AnyObject {
    /// Starts to prefetch items, nearest first.
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath])
    /// Stops prefetching items that are no longer likely to come into view; not called for items that came into view.
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}
