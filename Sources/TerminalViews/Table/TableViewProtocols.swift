import FoundationEssentials

/// Gives a table its rows. Only the first two methods have to be there.
@MainActor
public protocol TableViewDataSource: AnyObject {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// A cell for a row that comes into view, from
    /// ``ReusableItemsView/dequeueReusableCell(withIdentifier:for:)``.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
    /// 1 unless said otherwise.
    func numberOfSections(in tableView: TableView) -> Int
    /// A section with a title has a header of one line, unless the delegate says otherwise. None by default.
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?
    /// The same at the end of a section.
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String?
}

extension TableViewDataSource {
    public func numberOfSections(in tableView: TableView) -> Int { 1 }
    public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
}

/// Shapes the rows and hears of what happens to them. Every method may be left out.
@MainActor
public protocol TableViewDelegate: AnyObject {
    /// The lines of a row, asked for when it comes into view, and again when the table's width changes; may be
    /// ``TableView/automaticDimension``. `nil`: ``TableView/rowHeight``.
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?
    /// The lines of a header, 0 for none; `nil`: one if the data source has a title for it.
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Int?
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Int?
    /// A header, from ``ReusableItemsView/dequeueReusableSupplement(withIdentifier:)``; `nil`: one with the title.
    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> ReusableView?
    func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> ReusableView?

    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Exactly once for each `willDisplay`, when the cell has left; a row that was deleted has the path it had.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, willDisplayHeaderView view: ReusableView, forSection section: Int)
    func tableView(_ tableView: TableView, didEndDisplayingHeaderView view: ReusableView, forSection section: Int)
    func tableView(_ tableView: TableView, willDisplayFooterView view: ReusableView, forSection section: Int)
    func tableView(_ tableView: TableView, didEndDisplayingFooterView view: ReusableView, forSection section: Int)
    /// The row has been on screen for ``ReusableItemsView/settleDelay``; once each time it comes into view.
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath)

    /// A mouse button was pressed on a row: whether it is highlighted, and selected when the button is let go there.
    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
    /// Exactly once for each `didHighlight`, with the row's path of then: the button was let go, which may then select the
    /// row, or the pointer left it, or the content was scrolled, or the row is shown anew or no more.
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

    /// A key or a click is about to select a row: that one, another, or `nil` for none.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
    /// A key or a click has selected a row, even if it was selected before.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
    /// A key or a click is about to deselect a row, by itself or because another one is selected: that one or another;
    /// with `nil` it stays selected, and, where the selection was to move, that stays where it is. Where it moves, only
    /// whether there is an answer counts.
    func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)

    /// Something has scrolled the content: a key, the wheel, a call, a step of an animation.
    func tableViewDidScroll(_ tableView: TableView)
    /// Animated scrolling has arrived. Not called if something else took its place, or if there was no way to go.
    func tableViewDidEndScrollingAnimation(_ tableView: TableView)
    /// Scrolling has come to rest: after whatever scrolled, animated or not, nothing did for a tenth of a second.
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

/// Hears which rows are likely to come into view.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
    /// Nearest first.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Rows that are no longer likely to; not called for those that came into view.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}
