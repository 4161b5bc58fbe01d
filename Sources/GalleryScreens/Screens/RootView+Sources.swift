import ImageFeeds
import TerminalViews

/// The list of a page's sources, over the pictures.
extension RootView {
    /// Lists the sources with their states. The chosen one is shown alone.
    func listSources() {
        sourceLines = nil
        readSourceLines { [weak self, page = browser.page] lines in
            // The next key may have opened something else.
            guard let self, page === browser.page, !isPictureOpen, prompt.isHidden, choice.isHidden, help.isHidden
            else { return }
            showSources(lines, at: browser.page.arrangement.source)
        }
    }

    /// Updates the list, in which the selected source stays selected.
    func updateSources() {
        guard !choice.isHidden, sourceLines != nil else { return }
        readSourceLines { [weak self] lines in
            guard let self, !choice.isHidden, let shown = sourceLines else { return }
            showSources(lines, at: shown.sources[choice.selected])
        }
    }

    /// Counts the items: on another thread if there are many.
    private func readSourceLines(then show: @escaping @MainActor (SourceLines) -> Void) {
        let (page, sign) = (browser.page, browser.environment.failureSign)
        let (reports, items, title) = (page.reader.reports, page.list.items, page.title)
        let reads = browser.state.sources(items.runs.map(\.source))
        listing.run(isLong: page.list.isLong) { isCancelled in
            SourceLines(reports, items, reads, title: title, failureSign: sign, isCancelled: isCancelled)
        } then: {
            show($0)
        }
    }

    private func showSources(_ lines: SourceLines, at source: FeedSource?) {
        sourceLines = lines
        let title = "Sources · Enter: show alone · \(keyName(Action.refresh)): retry"
        choice.show(title, lines.rows, at: lines.sources.firstIndex(of: source) ?? 0) { [weak self] index in
            guard let self else { return }
            var arrangement = browser.page.arrangement
            arrangement.source = lines.sources[index]
            browser.page.arrange(arrangement)
        }
    }

    func retrySource() {
        guard let sourceLines else { return }
        sourceLines.sources[choice.selected].map(browser.retry) ?? browser.refreshAll()
    }
}
