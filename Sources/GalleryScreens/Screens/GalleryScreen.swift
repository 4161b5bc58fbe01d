import ScreenKit
import TerminalViews

/// One of the gallery's screens: the list, the open picture or the sources.
@MainActor
protocol GalleryScreen: View {
    var footer: Footer<Action> { get }
    func move(_ move: ItemMove)
    /// Loads the selected picture or source again.
    func refresh()
}

extension GalleryScreen {
    /// Shows a status message.
    func flash(_ text: String) { footer.flash(text) }
}
