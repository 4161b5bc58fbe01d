import FoundationEssentials

/// The data source of a table.
@MainActor
public protocol TableViewDataSource: AnyObject {
    /// Returns the number of rows in the only section, 0; a negative number counts as 0.
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// Returns a cell for a row that comes into view, from ``TableView/dequeueReusableCell(withIdentifier:for:)``.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
}

/// The delegate of a table. Every method is optional.
@MainActor
public protocol TableViewDelegate: AnyObject {
    /// Called when a row comes into view, after its cell was placed in the table.
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Called exactly once for each `willDisplay`, when the cell has left the view; a deleted row has the path it had.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Called when the row has been on screen for ``ItemsView/settleDelay``; once each time it comes into view.
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// Called when a key or a click selected a row, even if it was selected before.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    }
    public func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
}

/// A data source that prefetches rows that are likely to come into view.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
    /// Starts to prefetch rows, nearest first.
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
    /// Stops prefetching rows that are no longer likely to come into view; not called for rows that came into view.
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}
