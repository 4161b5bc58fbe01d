import ScreenKit
import TerminalViews

/// One of the gallery's screens: the list or the open picture.
@MainActor
protocol GalleryScreen: View {
    var footer: Footer<Action> { get }
    func move(_ move: ItemMove)
    /// Loads the selected picture again.
    func refresh()
}

extension GalleryScreen {
    /// Shows a status message.
    func flash(_ text: String) { footer.flash(text) }
}
