import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews

/// The screens on top of each other, and which of them a key belongs to.
@MainActor
final class RootView: View {
    private let gallery: Gallery
    let list: ListScreen
    private let picture: PictureScreen
    private let figures: FiguresPanel
    private let help = HelpPanel()
    /// What only the main loop can do.
    var didAsk: @MainActor (Request) -> Void = { _ in }

    enum Request {
        case quit
        case redraw
    }

    init(gallery: Gallery, frames: FrameFigures) {
        self.gallery = gallery
        list = ListScreen(gallery: gallery)
        picture = PictureScreen(gallery: gallery)
        figures = FiguresPanel(manager: gallery.manager, frames: frames)
        super.init()
        picture.isHidden = true
        figures.isHidden = true
        help.isHidden = true
        for view in [list, picture, figures, help] as [View] { addSubview(view) }
    }

    override func layoutSubviews() {
        let figureRows = figures.isHidden ? 0 : min(2, max(0, bounds.size.rows - 2))
        let screen = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: bounds.size.rows - figureRows)
        list.frame = screen
        picture.frame = screen
        figures.frame = CellRect(column: 0, row: screen.maxRow, columns: bounds.size.columns, rows: figureRows)
        help.frame = bounds
    }

    /// What no view under the pointer took, and every key.
    override func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event { return handle(mouse) }
        guard case .key(let key) = event else { return false }
        if !help.isHidden {
            help.isHidden = true  // any key closes it
            return true
        }
        guard let action = Action.of(key) else { return false }
        perform(action)
        return true
    }

    private func handle(_ mouse: MouseEvent) -> Bool {
        guard help.isHidden else { return false }
        switch mouse.action {
        case .wheelUp where !picture.isHidden: picture.perform(.up)
        case .wheelDown where !picture.isHidden: picture.perform(.down)
        case .doubleClick where picture.isHidden && list.hasItem(at: list.convert(mouse.position, from: self)):
            openPicture()
        case .wheelUp, .wheelDown, .press, .release, .doubleClick, .drag: return false
        }
        return true
    }

    private func perform(_ action: Action) {
        switch action {
        case .help: help.isHidden = false
        case .redraw: didAsk(.redraw)
        case .toggleFigures:
            figures.isHidden.toggle()
            setNeedsLayout()
        case .cycleIndicator: restyle(gallery.cycleIndicator())
        case .cycleTransition: restyle(gallery.cycleTransition())
        case .cyclePlaceholder: restyle(gallery.cyclePlaceholder())
        case .quit: didAsk(.quit)
        case .close: if !picture.isHidden { closePicture() }
        case .open: if picture.isHidden { openPicture() }
        case .next:
            if !picture.isHidden {
                picture.perform(.down)
            } else if !list.isGrid {
                openPicture()
            } else {
                list.perform(.next)
            }
        case .previous: picture.isHidden ? list.perform(.previous) : picture.perform(.up)
        case .toggleLayout, .moreColumns, .fewerColumns: if picture.isHidden { list.perform(action) }
        case .up, .down, .pageUp, .pageDown, .top, .bottom, .refresh:
            picture.isHidden ? list.perform(action) : picture.perform(action)
        }
    }

    private func restyle(_ news: String) {
        list.restyle()
        picture.isHidden ? list.flash(news) : picture.flash(news)
    }

    private func openPicture() {
        guard let row = list.selectedRow else { return }
        picture.isHidden = false
        list.isHidden = true
        picture.show(row: row)
    }

    private func closePicture() {
        picture.close()
        picture.isHidden = true
        list.isHidden = false
        list.select(row: picture.row)
    }
}
