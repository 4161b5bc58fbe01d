import TerminalScreen
import TerminalViews

/// Finding, filtering, sorting and jumping.
extension RootView {
    /// Changes to the next order.
    func sort() {
        var arrangement = gallery.arrangement
        let orders = Arrangement.Order.allCases
        let index = orders.firstIndex(of: arrangement.order) ?? 0
        arrangement.order = orders[(index + 1) % orders.count]
        let words = arrangement.order == .feed ? "as they came" : "by \(arrangement.order.rawValue)"
        arrange(arrangement, "sorted \(words)")
    }

    func reverse() {
        var arrangement = gallery.arrangement
        arrangement.isReversed.toggle()
        arrange(arrangement, arrangement.isReversed ? "the other way round" : "the usual way round")
    }

    private func arrange(_ arrangement: Arrangement, _ news: String) {
        gallery.arrange(arrangement) { [weak self] in self?.flash(news) }
        if gallery.isArranging { flash("sorting …") }
    }

    // MARK: - A number

    func askForNumber(_ key: Key) {
        guard gallery.count > 0 else { return }
        let digit = key.name.count == 1 ? key.name.filter { $0.isASCII && $0.isNumber } : ""
        let note: @MainActor (String) -> Void = { [weak self] text in
            guard let self else { return }
            prompt.note = Self.number(in: text) == nil && !text.isEmpty ? "not a number" : "of \(gallery.count)"
        }
        prompt.ask("Picture number: ", text: digit, didChange: note, answerAgain: note) { [weak self] text in
            guard let self, let text, !text.isEmpty else { return }
            guard let number = Self.number(in: text) else { return flash("not a number: \(text)") }
            go(toRow: number - 1)
        }
    }

    /// Any that can be counted to; what lies beyond the end means the end.
    private static func number(in text: String) -> Int? {
        guard !text.isEmpty, text.utf8.count < 18, let number = Int(text), number >= 0 else { return nil }
        return number
    }

    private func go(toRow row: Int) {
        let row = min(max(0, row), gallery.count - 1)
        if isPictureOpen { return picture.step(to: row) }
        gallery.model.select(row: row)
        showPlace()
    }

    /// Shows the place of the model, where something else than a key has led to.
    func showPlace() {
        list.stage.showPlace(.middle)
        list.updateFooter()
        if isPictureOpen { picture.adoptItems() }
        deeds?.didMove()
    }

    // MARK: - Words

    func askForWords() {
        gallery.model.beginSearch()
        let look: @MainActor (String) -> Void = { [weak self] text in self?.look(for: text) }
        prompt.ask("Find: ", actsAtOnce: true, didChange: look) { text in
            if !text.isEmpty { look(text) }
        } didEnd: { [weak self] text in
            guard let self else { return }
            guard text == nil else { return gallery.isFinding ? flash("looking …") : () }
            gallery.stopFinding()
            goBackToOrigin()
        }
    }

    /// Goes to the first title that has what is typed so far.
    private func look(for text: String) {
        gallery.model.search = TitleQuery(text)
        gallery.find(gallery.model.search, from: .origin) { [weak self] outcome in
            guard let self else { return }
            if outcome == .nothing { gallery.model.select(row: gallery.model.searchOriginRow) }
            let news =
                outcome != .nothing || text.isEmpty ? "\(gallery.model.place + 1)/\(gallery.count)" : "no such title"
            prompt.isHidden ? flash(news) : (prompt.note = news)
            showPlace()
        }
        if gallery.isFinding { prompt.note = "looking …" }
    }

    private func goBackToOrigin() {
        gallery.model.select(row: gallery.model.searchOriginRow)
        showPlace()
    }

    func findAgain(backwards: Bool) {
        let query = gallery.model.search
        guard !query.isEmpty else { return flash("\(Action.search.keyName) asks what to find") }
        gallery.find(query, from: .place(offset: backwards ? -1 : 1), backwards: backwards) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .found(let isAroundTheEnd):
                if isAroundTheEnd { flash("found from the other end") }
                showPlace()
            // Of what is still to be read, nothing can be said.
            case .nothing where gallery.isRefreshing || gallery.following().isMore:
                flash("no title so far has “\(query.text)”")
            case .nothing, .outdated: flash("no title has “\(query.text)”")
            }
        }
        if gallery.isFinding { flash("looking …") }
    }

    func askForFilter() {
        let (before, level) = (gallery.arrangement.filter, gallery.levels.depth)
        let filter: @MainActor (TitleQuery) -> Void = { [weak self] query in
            guard let self else { return }
            // Of what is shown now: a linked feed that came meanwhile has an order of its own.
            var arrangement = gallery.arrangement
            arrangement.filter = query
            gallery.arrange(arrangement) { [weak self] in self?.noteCount() }
        }
        prompt.ask("Show only: ", text: before.text, actsAtOnce: true) { [weak self] text in
            filter(TitleQuery(text))
            self?.noteCount()
        } answerAgain: { [weak self] text in
            if self?.gallery.arrangement.filter.text != text { filter(TitleQuery(text)) }
            self?.noteCount()
        } didEnd: { [weak self] text in
            guard let self else { return }
            if text == nil { filter(level == gallery.levels.depth ? before : TitleQuery("")) }
            awaitsFilter = gallery.isArranging
            if awaitsFilter { flash("looking …") }
        }
        noteCount()
    }

    private func noteCount() {
        let news = gallery.isArranging ? "looking …" : "\(gallery.count) of \(gallery.model.items.count)"
        prompt.note = news
        // Whoever did not wait for it hears of it when it is there.
        if prompt.isHidden, awaitsFilter {
            awaitsFilter = gallery.isArranging
            flash(news)
        }
    }
}
