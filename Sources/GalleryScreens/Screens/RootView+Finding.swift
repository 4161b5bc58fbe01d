import TerminalScreen
import TerminalViews

/// Finding, filtering, sorting and jumping.
extension RootView {
    /// Changes to the next order, which the footer names.
    func sort() {
        var arrangement = browser.page.arrangement
        arrangement.order = arrangement.order.next
        browser.choose { $0.order = arrangement.order }
        browser.page.arrange(arrangement)
    }

    // MARK: - A number

    func askForNumber() {
        guard browser.page.count > 0 else { return }
        prompt.ask("Picture number: ") { [weak self] text in
            guard let self, let text, !text.isEmpty else { return }
            guard let number = Int(text), number >= 0 else { return footer.flash("not a number: \(text)") }
            go(toRow: number - 1)
        }
        prompt.note = "of \(browser.page.count)"
    }

    private func go(toRow row: Int) {
        let row = min(max(0, row), browser.page.count - 1)
        if isPictureOpen { return picture.step(to: row) }
        browser.page.select(row: row)
    }

    // MARK: - Words

    func askForWords() {
        let page = browser.page
        page.beginSearch()
        let select: @MainActor (String) -> Void = { [weak self] text in self?.selectMatch(of: text) }
        prompt.ask("Find: ", appliesImmediately: true, didChange: select) { text in
            if !text.isEmpty { select(text) }
        } didEnd: { [weak self] text in
            guard let self else { return }
            guard text == nil else { return }
            page.cancelSearch()
            list.redrawMarks()
        }
    }

    /// Selects the first match of the text so far.
    private func selectMatch(of text: String) {
        browser.page.list.search(for: ItemQuery(text))
        browser.page.find(browser.page.list.search, from: .origin) { [weak self] outcome in
            guard let self else { return }
            if outcome == .nothing { browser.page.select(row: browser.page.list.searchOriginRow) }
            let nothing = browser.page.list.search.unknownState ?? "no match"
            let message = text.isEmpty ? "" : outcome == .nothing ? nothing : placeOfMatch
            list.redrawMarks()
            prompt.isHidden ? footer.flash(message) : (prompt.note = message)
        }
        if browser.page.isFinding { prompt.note = "looking …" }
    }

    /// The position of the selected match, as in “2 of 8”; among all pictures if there are many.
    private var placeOfMatch: String {
        browser.page.list.placeAmongMatches() ?? "\(browser.page.row + 1)/\(browser.page.count)"
    }

    func findAgain(backwards: Bool) {
        let query = browser.page.list.search
        browser.page.list.search(for: query)
        list.redrawMarks()
        guard !query.isEmpty else { return footer.flash("no search yet; \(keyName(Action.search)) starts one") }
        browser.page.find(query, from: .selection(offset: backwards ? -1 : 1), backwards: backwards) {
            [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .found(let wrapped): footer.flash(placeOfMatch + (wrapped ? ", wrapped" : ""))
            // Pages that are not read yet may have a match.
            case .nothing where browser.page.isRefreshing || browser.page.reader.isMore:
                footer.flash("not found so far: “\(query.text)”")
            case .nothing: footer.flash(query.unknownState ?? "not found: “\(query.text)”")
            }
        }
    }

    /// Selects the next or previous unread picture.
    func moveToUnread(backwards: Bool) {
        browser.page.find(
            ItemQuery("is:unread"), from: .selection(offset: backwards ? -1 : 1), backwards: backwards
        ) { [weak self] outcome in
            if outcome == .nothing { self?.footer.flash("nothing unread") }
        }
    }

    func askForFilter() {
        let before = browser.page.arrangement.filter
        let filter: @MainActor (ItemQuery, _ keepsSelected: Bool) -> Void = { [weak self] query, keepsSelected in
            guard let self else { return }
            var arrangement = browser.page.arrangement
            arrangement.filter = query
            browser.page.arrange(arrangement, keepsSelected: keepsSelected) { [weak self] in self?.noteCount() }
        }
        prompt.ask("Show only: ", text: before.text, appliesImmediately: true) { [weak self] text in
            filter(ItemQuery(text), true)
            self?.noteCount()
        } didChangeItems: { [weak self] text in
            if self?.browser.page.arrangement.filter.text != text { filter(ItemQuery(text), true) }
            self?.noteCount()
        } didEnd: { text in
            // Items may have lost a state since.
            guard let text else { return filter(before, true) }
            if !ItemQuery(text).states.isEmpty { filter(ItemQuery(text), false) }
        }
        noteCount()
    }

    private func noteCount() {
        let (page, count) = (browser.page, "\(browser.page.count) of \(browser.page.list.items.count)")
        let unknown = page.count == 0 ? page.arrangement.filter.unknownState : nil
        prompt.note = page.isArranging ? "looking …" : unknown ?? count
    }
}
