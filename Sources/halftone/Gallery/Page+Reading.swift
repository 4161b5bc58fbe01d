import ImageFeeds

/// Handling the events of the source reader.
extension Page {
    func take(_ event: SourceReader.Event) {
        switch event {
        case .opened(let result): open(result)
        case .refreshed(let result) where list.items.isEmpty: open(result)
        case .refreshed(let result):
            refresh(result.items) { [weak self] _ in
                guard let self else { return }
                if result.pending.isEmpty {
                    let count = result.items.count == 1 ? "1 picture" : "\(result.items.count) pictures"
                    say(result.isUnchanged ? "no changes" : count)
                }
                report(result.failures)
            }
        case .renewed(let result): renew(result)
        case .grew(let growth): grow(growth)
        case .held(let result):
            say("new content available; \(keys.name(of: .refreshAll)) shows it")
            report(result.failures)
        case .page(let page):
            append(page.items)
            restoreAgain()
            report(page.failures)
        case .failed(let error): fail(error)
        case .progressed: break
        }
        tell(.activity)
    }

    private func open(_ result: FeedResult) {
        retitle(result.title)
        open(result.items)
        // For items of an earlier run the hint waits until the server has answered.
        if row == 0, !result.isKept { hint(at: result) }
        report(result.failures)
    }

    /// Replaces the cached items of an earlier run by the current ones.
    private func renew(_ result: FeedResult) {
        retitle(result.title)
        refresh(result.items) { [weak self] comparison in
            guard let self else { return }
            newCount += comparison.added
            if result.pending.isEmpty, newCount > 0 {
                say(newCount == 1 ? "1 new picture" : "\(newCount) new pictures")
            }
            report(result.failures)
        }
    }

    private func grow(_ growth: SourceReader.Growth) {
        let count = growth.insertions.reduce(0) { $0 + $1.count }
        if count > 0 {
            insert(growth.insertions, of: growth.items)
            say(count == 1 ? "1 more picture" : "\(count) more pictures")
        }
        restoreAgain()
        retitle(growth.result.title)
        if growth.result.pending.isEmpty, row == 0 { hint(at: growth.result) }
        report(growth.failures)
    }

    /// Shows a hint at hidden entries or linked feeds.
    private func hint(at result: FeedResult) {
        let (hidden, feeds) = (result.hiddenEntries, result.linkedFeeds.count)
        if hidden > 0 {
            say(
                (hidden == 1 ? "1 entry without a picture" : "\(hidden) entries without pictures")
                    + "; \(keys.name(of: .filter)) is:text")
        } else if feeds > 0 {
            say(
                (feeds == 1 ? "this page has a feed" : "this page has \(feeds) feeds")
                    + "; \(keys.name(of: .linkedFeeds)): list")
        }
    }

    private func report(_ failures: [FeedFailure]) {
        guard let failure = failures.first else { return }
        browser?.page(self, didReport: failures)
        say("\(failure)" + (reader.paging.hasFailed ? " — \(keys.name(of: .refreshAll)): retry" : ""))
    }

    private func fail(_ error: FeedError) {
        if list.items.isEmpty { problem = error }
        browser?.page(self, didFailWith: error)
    }

    /// Returns an error of the sources as one line. The error of a single source does not name it; the error of several
    /// names all.
    func line(of error: FeedError) -> String { sources.count == 1 ? "\(title): \(error)" : "\(error)" }

    /// The hint at keys that help with ``problem``.
    var wayOut: String {
        var ways = ["\(keys.name(of: .refreshAll)): \(reader.paging.hasFailed ? "read on" : "try again")"]
        if problem?.isAboutEntries == true {
            ways.append("\(keys.name(of: .filter)) is:text: entries without pictures")
        }
        if reader.reports.count > 1 { ways.append("\(keys.name(of: .sources)): sources") }
        ways += ["\(keys.name(of: .help)): keys", "\(keys.name(of: .quit)): quit"]
        return ways.joined(separator: " · ")
    }

    // MARK: - What is in progress

    /// Returns the footer's text about reading; `nil` if everything is read. `amount`: the amount read so far.
    func activity(_ amount: String) -> String? {
        if list.items.isEmpty { return nil }
        if let name = reader.coming.first {
            return reader.coming.count == 1
                ? "\(Self.short(name.description)) is loading\(amount) …"
                : "\(reader.coming.count) sources are loading\(amount) …"
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

    /// Returns the title of a source.
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
