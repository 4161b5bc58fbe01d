import ImageFeeds
import TerminalScreen
import TerminalViews

/// The root view: the stack of screens, and the dispatch of keys to them.
@MainActor
final class RootView: View, LoopRoot {
    let browser: Browser
    let list: ListScreen
    let picture: PictureScreen
    let sources: SourcesScreen
    let prompt = Prompt()
    private let statistics: StatisticsPanel
    /// The gallery, in any layout, or the open picture, above the statistics.
    private let screens = StackView(axis: .vertical)
    let help = HelpPanel()
    let choice = ChoicePanel()
    /// Saving, copying, other programs; `nil` in tests of screens.
    var commands: GalleryCommands?
    /// Whether the filter prompt was closed before the filter took effect.
    var awaitsFilter = false
    /// Whether the latest mouse press is handled completely.
    var hasSwallowedPress = false
    /// Requests to the main loop.
    var didAsk: @MainActor (TerminalApplication.Request) -> Void = { _ in }

    init(browser: Browser, frames: FrameStatistics) {
        self.browser = browser
        list = ListScreen(browser: browser)
        picture = PictureScreen(browser: browser)
        sources = SourcesScreen(browser: browser)
        statistics = StatisticsPanel(manager: browser.manager, frames: frames)
        super.init()
        for view in [picture, sources, statistics, help, choice] as [View] { view.isHidden = true }
        for screen in [list, picture, sources] as [View] { screens.addArrangedSubview(screen, length: .flexible) }
        screens.addArrangedSubview(statistics)
        for view in [screens, prompt, choice, help] as [View] { addSubview(view) }
        browser.delegate = self
        list.stage.didMove = { [weak self] in self?.didMove() }
        picture.didMove = { [weak self] in self?.didMove() }
        for footer in [list.footer, picture.footer, sources.footer] {
            footer.didChoose = { [weak self] in self?.choose($0) }
        }
    }

    var isPictureOpen: Bool { !picture.isHidden }
    /// The context of keys.
    var context: Action.Contexts {
        if !sources.isHidden { return .sources }
        return isPictureOpen ? .picture : list.isGrid ? .grid : .list
    }

    /// The screen that is shown.
    private var screen: any GalleryScreen {
        guard sources.isHidden else { return sources }
        return isPictureOpen ? picture : list
    }

    /// The cells with pictures, of the list and beside the open picture.
    var cells: [PictureCell] { Array(picture.strip.visibleCells.values) + list.stage.cells }

    /// Shows a status message.
    func flash(_ text: String) { screen.flash(text) }

    /// Shows the progress of saving; `nil` if nothing is being saved.
    func show(saving: String?) {
        for footer in [list.footer, picture.footer] { footer.savingText = saving }
    }

    /// Applies a changed theme.
    func restyle() {
        for cell in cells { cell.restyle() }
        for view in [list.footer, sources] as [View] { view.setNeedsDisplay() }
        for panel in [help, choice, picture.details] { panel.setNeedsLayout() }
        setNeedsDisplay()
    }

    private func didMove() {
        list.updateFooter()
        browser.didMove()
    }

    override func layoutSubviews() {
        screens.frame = bounds
        screens.layoutIfNeeded()
        let screen = isPictureOpen ? picture.frame : list.frame
        prompt.frame = CellRect(column: 0, row: max(0, screen.maxRow - 1), columns: bounds.size.columns, rows: 1)
        // The last row belongs to the footer, if a panel fits above it.
        help.frame =
            bounds.size.rows < 5
            ? bounds : CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: bounds.size.rows - 1)
        choice.frame = screen
    }

    /// Lays out the visible screens after one was shown or hidden.
    private func layOutScreens() {
        for view in [screens, self] { view.setNeedsLayout() }
        layoutIfNeeded()
    }

    // MARK: - Events

    override func intercept(_ mouse: MouseEvent) -> Bool { takeBeforeOthers(mouse) }

    /// Handles mouse events that no view under the pointer took, and keys outside of text fields.
    override func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse) }
        guard case .key(let key) = event else { return false }
        let command = keys(of: Action.self).command(of: key, in: context)
        if !help.isHidden {
            if let move = command?.move, help.scroll(move) { return true }
            help.isHidden = true  // any other key closes it
            return true
        }
        if !choice.isHidden {
            choose(with: key)
            return true
        }
        guard let command else { return false }
        perform(command, key)
        return true
    }

    /// Handles a key while the list of choices is shown, with the keys of the list.
    private func choose(with key: Key) {
        let command = keys(of: Action.self).command(of: key, in: .list)
        if let move = command?.move { return choice.move(move) }
        guard command?.action == .open || command?.action == .next else { return choice.isHidden = true }
        choice.choose()
    }

    /// Performs the action of a hint.
    private func choose(_ action: Action) {
        if let key = keys(of: Action.self).keys(of: action).first { perform(action.row, key) }
    }

    private func perform(_ command: KeyCommand<Action>, _ key: Key) {
        if !Action.aboutTheScreen.contains(command.action) { browser.page.isUntouched = false }
        command.perform(on: self, key)
    }

    // MARK: - Commands

    func toggleStatistics() {
        statistics.isHidden.toggle()
        layOutScreens()
    }

    func refresh() { screen.refresh() }

    func retryFailed() {
        guard !sources.isHidden else { return browser.retryFailed() }
        browser.retry(Set(browser.page.reader.reports.filter(\.hasFailed).map(\.source)))
    }

    /// Applies a changed indicator, transition or placeholder.
    func restyle(_ message: String) {
        for cell in cells { cell.restyle() }
        flash(message)
    }

    /// Reloads all pictures, because they are drawn by another method.
    func reloadPictures() {
        list.stage.reload()
        list.stage.pane.reload(always: true)
        if isPictureOpen {
            picture.load()
            picture.strip.reload()
        }
    }

    /// Changes to the next method of drawing pictures.
    func cyclePictureMethod() {
        let message = browser.cyclePictureMethod()
        reloadPictures()
        flash(message)
    }

    /// Shows or hides the list of sources.
    func toggleSources() {
        sources.isHidden.toggle()
        list.isHidden = !sources.isHidden
        if !sources.isHidden { sources.open() }
        layOutScreens()
        list.updateFooter()
    }

    /// Opens the selected picture, or shows only the selected source.
    func open() {
        guard !sources.isHidden else { return openPicture() }
        var arrangement = browser.page.arrangement
        arrangement.source = sources.chosen
        toggleSources()
        browser.page.arrange(arrangement)
    }

    func openPicture() {
        guard !isPictureOpen, let entry = browser.page.selectedEntry else { return }
        browser.page.stopRestoring()
        if case .folder(let path) = entry.item.picture {
            browser.didOpen(entry)
            return browser.openFolder(path)
        }
        picture.isHidden = false
        list.isHidden = true
        layOutScreens()
        picture.open()
    }

    func closePicture() {
        picture.close()
        picture.isHidden = true
        list.isHidden = false
        layOutScreens()
        list.stage.showSelection()
        for cell in list.stage.cells { cell.loadIfRecovered() }
        list.updateFooter()
    }

    /// Goes one step back: from the sources, the picture, the filter or a linked feed.
    func close() {
        if !sources.isHidden { return toggleSources() }
        if isPictureOpen { return closePicture() }
        var arrangement = browser.page.arrangement
        guard !arrangement.isFiltered else {
            if arrangement.filter.isEmpty { arrangement.source = nil }
            arrangement.filter = ItemQuery("")
            return browser.page.arrange(arrangement)
        }
        browser.goBack()
    }

    func chooseFeed() {
        let feeds = browser.page.reader.linkedFeeds
        guard !feeds.isEmpty else { return flash("this source has no feeds") }
        let rows = feeds.map { feed in
            ChoicePanel.Row(name: feed.title.map { "\($0)  \(feed.address)" } ?? feed.address.description)
        }
        choice.show("Feeds of this page", rows) { [weak self] in self?.browser.open(feeds[$0]) }
    }
}

extension RootView: KeyScreen {
    func move(_ move: ItemMove) {
        if context == .list, move == .right { return openPicture() }
        screen.move(move)
    }

    func toggleHelp() { help.show(Action.self, in: context, signs: isPictureOpen ? [] : signs) }

    /// The signs before the titles of items.
    private var signs: [HelpPanel.Sign] {
        let environment = browser.environment
        let read = [(ReadMarks.State.unread, "unread"), (.new, "new")].compactMap { state, meaning in
            environment.sign(of: state).map { HelpPanel.Sign(text: $0, style: theme.mark, meaning: meaning) }
        }
        return [
            HelpPanel.Sign(text: environment.markSign, style: theme.mark, meaning: "marked"),
            HelpPanel.Sign(text: environment.failureSign, style: theme.error, meaning: "failed"),
        ] + read
    }
    func redraw() { didAsk(.redraw) }
    func quit() {
        let isAlone = browser.pages.count == 1 && browser.page.isSinglePicture  // there is no page to return to
        if isPictureOpen, browser.options.quitClosesPicture, !isAlone { return closePicture() }
        commands.map { $0.quit() } ?? didAsk(.quit)
    }
}
