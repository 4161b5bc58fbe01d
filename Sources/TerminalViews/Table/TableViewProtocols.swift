import FoundationEssentials

/// Gives a table its rows.
@MainActor
public protocol TableViewDataSource: AnyObject {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int
    /// A cell for a row that comes into view, from
    /// ``TableView/dequeueReusableCell(withIdentifier:for:)``.
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
}

/// Hears of what happens to the rows. Every method may be left out.
@MainActor
public protocol TableViewDelegate: AnyObject {
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    /// The row has been on screen for ``TableView/settleDelay``; once each time it comes into view.
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
}

extension TableViewDelegate {
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
    }
    public func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
}

/// Hears which rows are likely to come into view.
@MainActor
public protocol TableViewDataSourcePrefetching: AnyObject {
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath])
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}
