import FoundationEssentials

/// The data source of a table. Only the first two methods are required.
@MainActor
public protocol TableViewDataSource: AnyObject {
    /// Returns the number of rows in a section; a negative number counts as 0.
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// Returns a cell for a row that comes into view, from
    /// ``ReusableItemsView/dequeueReusableCell(withIdentifier:for:)``.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
    /// Returns the number of sections. Default: 1.
    func numberOfSections(in tableView: TableView) -> Int
    /// Returns the title of a section's header, one row high unless the delegate returns another height; `nil` for
    /// none. Default: `nil`.
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
    /// Returns the title of a section's footer, one row high unless the delegate returns another height; `nil` for
    /// none. Default: `nil`.
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
}

extension TableViewDataSource {
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
}

/// The delegate of a table. Every method is optional.
@MainActor
public protocol TableViewDelegate: AnyObject {
    /// Returns the height of a row in lines, ``TableView/automaticDimension``, or `nil` for ``TableView/rowHeight``.
    /// Called when the row comes into view, and again when the table's width changes.
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?
    /// Returns the height of a header in lines, 0 for none; `nil` for one line if the data source has a title for it.
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Int?
    /// Returns the height of a footer in lines, 0 for none; `nil` for one line if the data source has a title for it.
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Int?
    /// Returns a header from ``ReusableItemsView/dequeueReusableSupplement(withIdentifier:)``; `nil` for one with the
    /// title.
    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> ReusableView?
    /// Returns a footer from ``ReusableItemsView/dequeueReusableSupplement(withIdentifier:)``; `nil` for one with the
    /// title.
    func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> ReusableView?

    /// Called when a row comes into view, after its cell was placed in the table.
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Called exactly once for each `willDisplay`, when the cell has left the view; a deleted row has the path it had.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Called when a header comes into view, after it was placed in the table.
    func tableView(_ tableView: TableView, willDisplayHeaderView view: ReusableView, forSection section: Int)
    /// Called exactly once for each `willDisplayHeaderView`, when the header has left the view.
    func tableView(_ tableView: TableView, didEndDisplayingHeaderView view: ReusableView, forSection section: Int)
    /// Called when a footer comes into view, after it was placed in the table.
    func tableView(_ tableView: TableView, willDisplayFooterView view: ReusableView, forSection section: Int)
    /// Called exactly once for each `willDisplayFooterView`, when the footer has left the view.
    func tableView(_ tableView: TableView, didEndDisplayingFooterView view: ReusableView, forSection section: Int)
    /// Called when the row has been on screen for ``ReusableItemsView/settleDelay``; once each time it comes into view.
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath)

    /// Called when a mouse button is pressed on a row: whether it is highlighted, and selected when the button is
    /// released on it. Default: `true`.
    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
    /// Called when a pressed row has been highlighted.
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
    /// Called exactly once for each `didHighlight`, with the row's path at that time: the button was released, which
    /// may then select the row, the pointer left the row, the content scrolled, or the row was reloaded or removed.
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

    /// Called before a key or a click selects a row. Returns that row, another one to select instead, or `nil` for
    /// none.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
    /// Called when a key or a click selected a row, even if it was selected before.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
    /// Called before a key or a click deselects a row, by itself or because another one is selected. Returns that row
    /// or another one to deselect instead; `nil` keeps it selected and, where the selection was to move, keeps the
    /// selection in place. Where the selection moves, only `nil` or not `nil` matters.
    func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
    /// Called when a key or a click deselected a row, by itself or because another one is selected; then before
    /// `didSelect` of that one.
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)

    /// Called when the content scrolled, by a key, the wheel, a call or a step of an animation.
    func tableViewDidScroll(_ tableView: TableView)
    /// Called when animated scrolling reached its target. Not called if other scrolling replaced it, or if the content
    /// was at the target already.
    func tableViewDidEndScrollingAnimation(_ tableView: TableView)
    /// Called when scrolling has come to rest: a tenth of a second has passed since the content last scrolled, animated
    /// or not.
    func tableViewDidEndDecelerating(_ tableView: TableView)
}

extension TableViewDelegate {
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { nil }
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Int? { nil }
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Int? { nil }
    public func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> ReusableView? { nil }
    public func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> ReusableView? { nil }
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    }
    public func tableView(_ tableView: TableView, willDisplayHeaderView view: ReusableView, forSection section: Int) {}
    public func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: ReusableView, forSection section: Int
    ) {}
    public func tableView(_ tableView: TableView, willDisplayFooterView view: ReusableView, forSection section: Int) {}
    public func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: ReusableView, forSection section: Int
    ) {}
    public func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
    public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    public func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
    public func tableViewDidScroll(_ tableView: TableView) {}
    public func tableViewDidEndScrollingAnimation(_ tableView: TableView) {}
    public func tableViewDidEndDecelerating(_ tableView: TableView) {}
}

/// A data source that prefetches rows that are likely to come into view.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
    /// Starts to prefetch rows, nearest first.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Stops prefetching rows that are no longer likely to come into view; not called for rows that came into view.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}
