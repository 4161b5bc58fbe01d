import TerminalScreen
import TerminalViews

/// The screens on top of each other, and which of them a key belongs to.
@MainActor
final class RootView: View {
    let gallery: Gallery
    let list: ListScreen
    let picture: PictureScreen
    let prompt = Prompt()
    private let figures: FiguresPanel
    let help = HelpPanel()
    let choice = ChoicePanel()
    /// What the screens cannot do themselves: the sources, files, other programs.
    var deeds: GalleryDeeds?
    /// Whether a question for a filter was ended before the filter had been found.
    var awaitsFilter = false
    /// Whether the latest press of the mouse has done all that it is to do.
    var hasSwallowedPress = false
    /// What only the main loop can do.
    var didAsk: @MainActor (Request) -> Void = { _ in }

    enum Request {
        case quit
        case redraw
        /// To be sent to the terminal with the next frame.
        case send(TerminalSequence)
    }

    init(gallery: Gallery, frames: FrameFigures) {
        self.gallery = gallery
        list = ListScreen(gallery: gallery)
        picture = PictureScreen(gallery: gallery)
        figures = FiguresPanel(manager: gallery.manager, frames: frames)
        super.init()
        for view in [picture, figures, help, choice] as [View] { view.isHidden = true }
        for view in [list, picture, figures, prompt, choice, help] as [View] { addSubview(view) }
        gallery.say = { [weak self] text in self?.flash(text) }
        gallery.willOpen = { [weak self] in self?.list.stage.askAtOnce() }
        gallery.didArrange = { [weak self] in self?.reload() }
        gallery.willChangeItems = { [weak self] in self?.list.stage.holdStill() }
        gallery.isScrolled = { [weak self] in self?.list.stage.isScrolled ?? false }
        gallery.didChangeFailure = { [weak self] in self?.list.updateFooter() }
        gallery.didRenumber = { [weak self] in self?.list.stage.renumber() }
        gallery.didMark = { [weak self] in self?.showMarks() }
        list.stage.didMove = { [weak self] in self?.didMove() }
        picture.didMove = { [weak self] in self?.didMove() }
        list.didChoose = { [weak self] in self?.choose($0) }
        picture.didChoose = { [weak self] in self?.choose($0) }
    }

    var isPictureOpen: Bool { !picture.isHidden }
    /// Whether the reader looks at the place of the model, and has not begun to look around.
    var isAtPlace: Bool { isPictureOpen || list.stage.showsPlace }
    /// Where keys mean something.
    var context: Action.Contexts { isPictureOpen ? .picture : list.isGrid ? .grid : .list }

    func flash(_ text: String) { isPictureOpen ? picture.flash(text) : list.flash(text) }

    /// Other items are shown, or in another order.
    func reload() {
        if isPictureOpen, gallery.count == 0 { closePicture() }
        list.reload()
        if isPictureOpen {
            picture.adoptItems()
            if gallery.model.selected.map(gallery.rewritten.contains) == true { picture.refresh() }
        }
        prompt.itemsDidChange()
    }

    /// What is shown became longer by these rows.
    func didGrow(by rows: [Range<Int>]) {
        list.insertRows(rows)
        if isPictureOpen { picture.updateFooter() }
        prompt.itemsDidChange()
    }

    private func showMarks() {
        list.stage.redrawMarks()
        list.updateFooter()
        if isPictureOpen { picture.updateFooter() }
    }

    /// How far saving is; `nil`: nothing is being saved.
    func show(saving: String?) {
        list.savingText = saving
        picture.savingText = saving
    }

    /// The theme changed.
    func restyle() {
        list.restyle()
        for panel in [help, choice, picture.details] { panel.setNeedsLayout() }
        setNeedsDisplay()
    }

    private func didMove() {
        list.updateFooter()
        deeds?.didMove()
    }

    override func layoutSubviews() {
        let figureRows = figures.isHidden ? 0 : min(2, max(0, bounds.size.rows - 2))
        let screen = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: bounds.size.rows - figureRows)
        list.frame = screen
        picture.frame = screen
        figures.frame = CellRect(column: 0, row: screen.maxRow, columns: bounds.size.columns, rows: figureRows)
        prompt.frame = CellRect(column: 0, row: max(0, screen.maxRow - 1), columns: bounds.size.columns, rows: 1)
        // The last row is left to the footer, where there is room for a panel above it.
        help.frame =
            bounds.size.rows < 5
            ? bounds : CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: bounds.size.rows - 1)
        choice.frame = screen
    }

    // MARK: - Events

    override func intercept(_ mouse: MouseEvent) -> Bool { takeBeforeOthers(mouse) }

    /// What no view under the pointer took, and every key that nobody types.
    override func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse) }
        guard case .key(let key) = event else { return false }
        let command = Action.command(of: key, in: context)
        if !help.isHidden {
            if let move = command?.move, help.scroll(move) { return true }
            help.isHidden = true  // any other key closes it
            return true
        }
        if !choice.isHidden { return choice.take(key) }
        guard let command else { return false }
        perform(command, key)
        return true
    }

    /// Does what a hint names.
    private func choose(_ action: Action) {
        guard let key = action.keys.first else { return }
        perform(action.row, key)
    }

    private func perform(_ command: KeyCommand<Action>, _ key: Key) {
        if !Action.aboutTheScreen.contains(command.action) { gallery.isUntouched = false }
        command.perform(on: self, key)
    }

    // MARK: - Commands

    func toggleFigures() {
        figures.isHidden.toggle()
        setNeedsLayout()
    }

    func refresh() { isPictureOpen ? picture.refresh() : list.refresh() }

    func restyle(_ news: String) {
        list.restyle()
        flash(news)
    }

    func openPicture() {
        guard !isPictureOpen, gallery.count > 0 else { return }
        gallery.stopRestoring()
        picture.isHidden = false
        list.isHidden = true
        picture.open()
    }

    func closePicture() {
        picture.close()
        picture.isHidden = true
        list.isHidden = false
        list.stage.showPlace()
        list.updateFooter()
    }

    /// One step back: from the picture, from what is shown of the items, from a linked feed.
    func close() {
        if isPictureOpen { return closePicture() }
        guard gallery.arrangement.filter.isEmpty else {
            var arrangement = gallery.arrangement
            arrangement.filter = TitleQuery("")
            return gallery.arrange(arrangement)
        }
        deeds?.goBack()
    }

    func toggleMark() {
        guard gallery.count > 0 else { return }
        gallery.model.toggleMark(ofRow: gallery.model.place)
        showMarks()
    }

    func toggleAllMarks() {
        guard gallery.count > 0 else { return }
        gallery.toggleAllMarks()
        showMarks()
        flash(gallery.markTally.words)
    }

    func undoMarks() {
        guard gallery.undoMarks() else { return flash("no mark to take back") }
        showMarks()
        flash(gallery.markTally.words)
    }
}

extension RootView: KeyScreen {
    func move(_ move: ItemMove) {
        if context == .list, move == .right { return openPicture() }
        isPictureOpen ? picture.move(move) : list.move(move)
    }

    func toggleHelp() { help.show(Action.self, in: context) }
    func redraw() { didAsk(.redraw) }
    func quit() { deeds.map { $0.quit() } ?? didAsk(.quit) }
}
