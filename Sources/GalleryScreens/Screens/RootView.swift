import ImageFeeds
import ScreenKit
import TerminalScreen
import TerminalViews

/// The root view: the list and the open picture, one of which is visible, the last line of both, and the dispatch of
/// keys to them.
@MainActor
package final class RootView: View, LoopRoot {
    let browser: Browser
    let list: ListScreen
    let picture: PictureScreen
    let footer = Footer<Action>()
    let prompt = Prompt()
    let help = HelpPanel()
    let choice = ChoicePanel()
    /// The list of sources that ``choice`` shows; `nil` for other choices.
    var sourceLines: SourceLines?
    let listing = LatestTask()
    /// Saving, copying, other programs; `nil` in tests of screens.
    var commands: GalleryCommands?
    /// Whether the latest mouse press is handled completely.
    var didHandlePress = false
    /// Requests to the main loop.
    package var didAsk: @MainActor (TerminalApplication.Request) -> Void = { _ in }

    init(browser: Browser) {
        self.browser = browser
        list = ListScreen(browser: browser, footer: footer)
        picture = PictureScreen(browser: browser, footer: footer)
        super.init()
        for view in [picture, help, choice] as [View] { view.isHidden = true }
        for view in [list, picture, footer, prompt, choice, help] as [View] { addSubview(view) }
        browser.didChange = { [weak self] in self?.show($0) }
        browser.firstLine = { [weak list] in list?.firstLine ?? 0 }
        list.pane.countsAsRead = { [prompt] in prompt.isHidden }
        // A click on a hint performs its action.
        footer.didChoose = { [weak self] in if let self { $0.row.perform(on: self) } }
    }

    var isPictureOpen: Bool { !picture.isHidden }
    /// The context of keys.
    var context: Action.Contexts { isPictureOpen ? .picture : list.layout == .grid ? .grid : .list }

    func restyle() {
        for cell in list.cells { cell.restyle() }
        footer.setNeedsDisplay()
        for panel in [help, choice, picture.details] { panel.setNeedsLayout() }
        setNeedsDisplay()
    }

    package override func layoutSubviews() {
        let room = CellRect(CellSize(columns: bounds.size.columns, rows: max(0, bounds.size.rows - 1)))
        for view in [list, picture] as [View] where !view.isHidden { view.frame = room }
        footer.frame = CellRect(column: 0, row: room.maxRow, columns: bounds.size.columns, rows: 1)
        prompt.frame = footer.frame
        help.frame = bounds.size.rows < 5 ? bounds : room  // if it fits above the last line
        choice.frame = bounds
    }

    /// Lays out the visible screens after one was shown or hidden.
    private func layOutScreens() {
        setNeedsLayout()
        layoutIfNeeded()
    }

    // MARK: - Events

    package override func intercept(_ mouse: MouseEvent) -> Bool {
        // What the user looks at stays where it is, when others come before it.
        if mouse.action == .wheelUp || mouse.action == .wheelDown {
            browser.page.stopRestoring()
            browser.page.pinSelection()
        }
        return interceptPress(mouse)
    }

    /// Handles mouse events that no view under the pointer took, and keys outside of text fields.
    package override func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse) }
        guard case .key(let key) = event else { return false }
        let command = keys(of: Action.self).command(of: key, in: context)
        if !help.isHidden {
            if let move = command?.move, help.scroll(move) { return true }
            if command?.action == .help, help.turnPage() { return true }
            if command?.action == .redraw { redraw() } else { help.isHidden = true }  // any other key closes it
            return true
        }
        if !choice.isHidden {
            choose(with: key)
            return true
        }
        guard let command else { return false }
        footer.removeNotice()
        command.perform(on: self)
        return true
    }

    /// Handles a key while the list of choices is shown, with the keys of the list.
    private func choose(with key: Key) {
        let command = keys(of: Action.self).command(of: key, in: .list)
        switch (command?.action, command?.move) {
        case (.refresh, _) where sourceLines != nil: retrySource()
        case (.refreshAll, _) where sourceLines != nil: browser.refreshAll()
        case (.open, _), (.next, _): choice.choose()
        case (.previous, _), (_, nil): choice.isHidden = true
        case (_, let move?): choice.move(move)
        }
    }

    // MARK: - Commands

    func refresh() {
        browser.page.pinSelection()
        isPictureOpen ? picture.refresh() : list.refresh()
    }

    /// Reloads all pictures, because they are drawn by another method.
    func reloadPictures() {
        list.reload()
        list.pane.reload(always: true)
        if isPictureOpen { picture.reload() }
    }

    func cyclePictureMethod() {
        let message = browser.cyclePictureMethod()
        reloadPictures()
        footer.flash(message)
    }

    func openPicture() {
        guard !isPictureOpen, let entry = browser.page.pinnedEntry() else { return }
        browser.page.stopRestoring()
        if case .folder(let path) = entry.item.picture {
            browser.markAsRead(entry)
            return browser.openFolder(path)
        }
        let preview = list.shownImage
        picture.isHidden = false
        list.isHidden = true
        layOutScreens()
        picture.showSelection(showing: preview)
    }

    func closePicture() {
        picture.close()
        picture.isHidden = true
        list.isHidden = false
        layOutScreens()
        list.showSelection()
        for cell in list.cells { cell.loadIfRecovered() }
        list.updateFooter()
    }

    /// Goes one step back: from the details, the picture, the filter or a linked feed.
    func close() {
        if isPictureOpen { return picture.details.isHidden ? closePicture() : picture.toggleDetails() }
        let highlightsMatches = !browser.page.list.highlighted.isEmpty
        browser.page.list.removeHighlights()
        if highlightsMatches { list.redrawMarks() }
        var arrangement = browser.page.arrangement
        guard !arrangement.isFiltered else {
            if arrangement.filter.isEmpty { arrangement.source = nil }
            arrangement.filter = ItemQuery("")
            return browser.page.arrange(arrangement)
        }
        if !highlightsMatches { browser.goBack() }
    }

    func chooseFeed() {
        let feeds = browser.page.reader.linkedFeeds
        guard !feeds.isEmpty else { return footer.flash("this source has no feeds") }
        let rows = feeds.map { feed in
            ChoicePanel.Row(name: feed.title.map { "\($0)  \(feed.address)" } ?? feed.address.description)
        }
        sourceLines = nil
        choice.show("Feeds of this page", rows) { [weak self] in self?.browser.open(feeds[$0]) }
    }
}

extension RootView: KeyScreen {
    package func move(_ move: ItemMove) {
        isPictureOpen ? picture.move(move) : list.move(move)
    }

    /// Enlarges or reduces the pictures of the list, or the open one.
    func resize(isLarger: Bool) {
        guard isPictureOpen else { return list.resize(isLarger: isLarger) }
        picture.zoom { isLarger ? $0.enlarge() : $0.reduce() }
    }

    /// Changes how pictures are fitted.
    func fit() { isPictureOpen ? picture.zoom { $0.cycle() } : list.toggleWholePictures() }

    /// Shows the next or previous picture of the selected entry, and opens it, unless the preview shows it.
    func showPictureOfEntry(_ step: Int) {
        guard browser.page.selectedEntry?.item.picture.isPicture == true else { return footer.flash("no picture") }
        if list.layout != .preview { openPicture() }
        if isPictureOpen || list.layout == .preview { browser.page.showPicture(step) }
    }

    /// Scrolls the details of the open picture, or the text of the preview, by half of what is in view.
    func scrollText(_ direction: Int) {
        if isPictureOpen { return picture.scrollDetails(direction) }
        guard list.layout == .preview else {
            return footer.flash("the preview scrolls its text; \(keyName(Action.toggleLayout)): next layout")
        }
        list.pane.cell.text.scroll(direction)
    }

    func toggleSlideshow() {
        openPicture()
        if isPictureOpen { picture.toggleSlideshow() }
    }

    package func toggleHelp() { help.show(Action.self, in: context, signs: isPictureOpen ? [] : signs) }

    /// The signs before the titles of items.
    private var signs: [HelpPanel.Sign] {
        let environment = browser.environment
        return [
            HelpPanel.Sign(text: environment.unreadSign, style: theme.mark, meaning: "unread"),
            HelpPanel.Sign(text: environment.markSign, style: theme.mark, meaning: "marked"),
            HelpPanel.Sign(text: environment.failureSign, style: theme.error, meaning: "failed"),
        ]
    }
    package func redraw() { didAsk(.redraw) }
    package func quit() {
        let isAlone = browser.pages.count == 1 && browser.page.isSinglePicture  // there is no page to return to
        guard !isPictureOpen || isAlone else { return closePicture() }
        quitAlways()
    }

    func quitAlways() { commands.map { $0.quit() } ?? didAsk(.quit) }
}
