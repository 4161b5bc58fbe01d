import FoundationEssentials

/// The data source of a collection view. Only the first two methods are required.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int
    /// A cell for an item that comes into view, from
    /// ``ReusableItemsView/dequeueReusableCell(withIdentifier:for:)``.
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
    /// Default: 1.
    func numberOfSections(in collectionView: CollectionView) -> Int
    /// A section with a title has a header of one line. None by default.
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
    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// Exactly once for each `willDisplay`, when the cell has left; an item that was deleted has the path it had.
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// The item has been on screen for ``ReusableItemsView/settleDelay``; once each time it comes into view.
    func collectionView(
        _ collectionView: CollectionView, didSettle cell: CollectionViewCell, forItemAt indexPath: IndexPath)
    /// A mouse button was pressed on an item: whether it is highlighted, and selected when the button is let go there.
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath)
    /// Exactly once for each `didHighlight`, before the item may be selected.
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath)
    /// Whether a key or a click may select an item.
    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    /// A key or a click has selected an item, even if it was selected before.
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
    /// Whether a key or a click may deselect an item, by itself or because another one is selected.
    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath)

    /// Something has scrolled the content: a key, the wheel, a call, a step of an animation.
    func collectionViewDidScroll(_ collectionView: CollectionView)
    /// Animated scrolling has arrived. Not called if something else took its place, or if there was no way to go.
    func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView)
    /// Scrolling has come to rest: after whatever scrolled, animated or not, nothing did for a tenth of a second.
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

/// Prefetches items that are likely to come into view.
@MainActor
public protocol CollectionViewDataSourcePrefetching: AnyObject {
    /// Nearest first.
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath])
    /// Items that are no longer likely to; not called for those that came into view.
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}
