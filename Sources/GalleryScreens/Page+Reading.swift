import ImageFeeds

/// Handling the events of the source reader.
extension Page {
    func take(_ event: SourceReader.Event) {
        switch event {
        case .snapshot(let new): show(new)
        case .failed(let error): fail(error)
        case .progressed: break
        }
        publish(.activity)
    }

    /// Flashes what a snapshot has changed, unless the footer shows it, and which sources have failed.
    func announce(_ new: SourceReader.Snapshot, added: Int, isSame: Bool = false) {
        switch new.cause {
        case .renewal:
            newCount += added
            if new.isComplete, newCount > 0 { flash("\(newCount) new \(newCount == 1 ? "picture" : "pictures")") }
        case .refresh: if new.isComplete, isSame { flash("no changes") }
        case .arrival, .page: break
        }
        // For items of an earlier run the hint waits until the server has answered.
        if new.cause == .arrival, new.isComplete, row == 0, !new.result.isKept { hint(at: new.result) }
        flash(new.failures)
    }

    /// Shows a hint at hidden entries or linked feeds.
    private func hint(at result: FeedResult) {
        let (hidden, feeds) = (result.hiddenEntries, result.linkedFeeds.count)
        if hidden > 0 {
            flash(
                (hidden == 1 ? "1 entry without a picture" : "\(hidden) entries without pictures")
                    + "; \(keys.name(of: .filter)) is:text")
        } else if feeds > 0 {
            flash(
                (feeds == 1 ? "this page has a feed" : "this page has \(feeds) feeds")
                    + "; \(keys.name(of: .linkedFeeds)): list")
        }
    }

    private func flash(_ failures: [FeedFailure]) {
        guard let failure = failures.first else { return }
        flash("\(failure)" + (reader.paging.hasFailed ? " — \(keys.name(of: .refreshAll)): retry" : ""))
    }

    private func fail(_ error: FeedError) {
        if list.items.isEmpty { problem = error }
        browser?.page(self, didFailWith: error)
    }

    /// Returns an error of the sources as one line. The error of a single source does not name it; the error of several
    /// names all.
    func line(of error: FeedError) -> String { sources.count == 1 ? "\(title): \(error)" : "\(error)" }

    /// The hint at keys that help with ``problem``.
    var recoveryHint: String {
        var ways = ["\(keys.name(of: .refreshAll)): try again"]
        if let browser, browser.pages.count > 1 { ways.append("\(keys.name(of: .close)): back") }
        if problem?.isAboutEntries == true {
            ways.append("\(keys.name(of: .filter)) is:text: entries without pictures")
        }
        if reader.reports.count > 1 { ways.append("\(keys.name(of: .sources)): sources") }
        ways += ["\(keys.name(of: .help)): keys", "\(keys.name(of: .quit)): quit"]
        return ways.joined(separator: " · ")
    }

    // MARK: - What is in progress

    /// What was found so far in folders that are being read, for the footer.
    var amount: String { reader.scanProgress.words.map { ", \($0) so far" } ?? "" }

    /// The footer's text about reading; `nil` if everything is read.
    var activity: String? {
        if list.items.isEmpty { return nil }
        if isFinding || isArranging { return "looking …" }
        if let name = reader.pending.first {
            return reader.pending.count == 1
                ? "\(Self.short(name.description)) is loading\(amount) …"
                : "\(reader.pending.count) sources are loading\(amount) …"
        }
        if isRefreshing || reader.isReading { return "reading\(amount) …" }
        if reader.isKept { return "from the cache" }
        return reader.paging.isReading ? "loading more\(amount) …" : reader.paging.hasMore ? "and more" : nil
    }

    /// The text such as `2 of 4 sources failed (Tab)`; `nil` if none has failed or there is only one.
    var failedSources: String? {
        let (failed, count) = (reader.failedCount, reader.reports.count)
        return failed > 0 && count > 1 ? "\(failed) of \(count) sources failed (\(keys.name(of: .sources)))" : nil
    }

    func title(of source: FeedSource) -> String {
        reader.reports.first { $0.source == source }?.title ?? "\(source)"
    }

    /// Returns the end of a long name, its most specific part.
    static func short(_ name: String) -> String { name.count > 40 ? "…" + name.suffix(39) : name }
}

extension FeedError {
    /// Whether there may be entries without pictures.
    fileprivate var isAboutEntries: Bool {
        switch self {
        case .noPictures(.feed), .noPicturesSoFar: true
        default: false
        }
    }
}
