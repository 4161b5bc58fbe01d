import ImageFeeds
import ScreenKit
import TerminalScreen
import TerminalViews

/// What the list says of its page: why there are no pictures, and the last line.
extension ListScreen {
    /// Shows the reading activity, or why there are no pictures and which keys help.
    func showState() {
        let page = browser.page
        let amount = page.reader.scanProgress.words.map { $0 + " so far" } ?? ""
        if page.count > 0 {
            show("", style: theme.detail)
        } else if !page.list.items.isEmpty {
            let (filter, source) = (page.list.arrangement.filter, page.list.arrangement.source)
            let keys = "\(keyName(Action.close)): show all · \(keyName(Action.filter)): filter"
            show(
                filter.isEmpty && source != nil ? "No pictures in this source." : "No match for “\(filter.text)”.",
                hint: filter.unknownState.map { $0 + "\n\n" + keys } ?? keys, style: theme.title)
        } else if let problem = page.problem, !page.reader.isReading {
            show(page.line(of: problem), hint: page.recoveryHint, style: theme.error)
        } else {
            show("Reading \(page.title) …", hint: amount, style: theme.detail, isBusy: true)
        }
        updateFooter()
    }

    private func show(_ text: String, hint: String = "", style: CellStyle, isBusy: Bool = false) {
        var words = AttributedText(text, style: style)
        if !hint.isEmpty { words.append("\n\n" + hint, style: theme.detail) }
        message.attributedText = words
        spinner.isHidden = !isBusy
        layOutMessage()
    }

    /// Shows the selection and the hints in the last line, unless that is the open picture's.
    func updateFooter() {
        guard !isHidden else { return }
        let page = browser.page
        var place = page.list.isEmpty ? "" : "\(page.row + 1)/\(page.count)"
        if !browser.marks.isEmpty { place = browser.marking.words + "  " + place }
        let summary = page.list.arrangement.summary
        // Captions in the grid are short, so the footer has the title.
        let selected = layout == .grid ? page.selectedEntry : nil
        let title = selected?.item.title ?? page.list.arrangement.source.map(page.title(of:)) ?? page.title
        let facts = [selected.map { browser.byline(of: $0) } ?? "", summary ?? "", readingText ?? ""]
            .filter { !$0.isEmpty }.joined(separator: "  ")
        var words: [Action: String] = [.cyclePictureMethod: "pixels", .larger: "size"]
        if browser.page.arrangement.isFiltered { words[.close] = "show all" }
        footer.show(title: title, facts: facts, alert: hiddenFailure, place: place, hints: hints, words: words)
    }

    /// The reading activity, and the number of failed sources.
    private var readingText: String? {
        let parts = [browser.page.activity, browser.page.failedSources].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "  ")
    }

    /// The hints for the present state.
    private var hints: [Action] {
        let pixels: [Action] = browser.hintsAtPixels ? [.cyclePictureMethod] : []
        let text: [Action] = layout == .preview && pane.cell.hasMoreText ? [.textForward] : []
        let usual =
            [.open] + text + [.larger] + pixels
            + [.toggleLayout, .search, .filter, .sort, .mark, .save, .help, .quit]
        let canGoBack = browser.page.arrangement.isFiltered || browser.pages.count > 1
        if !browser.page.list.isEmpty { return canGoBack ? [.close] + usual : usual }
        guard browser.page.list.items.isEmpty else { return [.close, .filter, .help, .quit] }
        return (canGoBack ? [.close] : []) + [.refreshAll, .help, .quit]
    }
}
