import TerminalScreen
import TerminalViews

/// Mouse events, before and after the views under the pointer.
extension RootView {
    /// Closes panels on a press beside them. The second press of a double click has no other effect.
    func interceptPress(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .press:
            didHandlePress = closeOverlay(by: mouse)
            return didHandlePress
        case .doubleClick: return didHandlePress
        case .release, .drag, .wheelUp, .wheelDown: return false
        }
    }

    /// Returns whether the press is handled completely.
    private func closeOverlay(by mouse: MouseEvent) -> Bool {
        if !help.isHidden {
            help.isHidden = true
            return true
        }
        if !choice.isHidden {
            choice.press(at: choice.convert(mouse.position, from: self))
            return true
        }
        guard !prompt.isHidden, !prompt.frame.contains(mouse.position) else { return false }
        browser.page.finding.cancel()
        prompt.leave()
        list.updateFooter()  // nothing is looked for any more
        // In the list, the click that closes a prompt also selects; in an open picture it does not change the picture.
        return isPictureOpen || mouse.button != .left
    }

    /// Whether the pointer is on the selected picture of the preview layout.
    private func isOnPreview(_ mouse: MouseEvent) -> Bool {
        context == .list && list.showsPicture(at: list.convert(mouse.position, from: self))
    }

    /// Handles mouse events that no view under the pointer handled.
    func handle(_ mouse: MouseEvent) -> Bool {
        guard help.isHidden, choice.isHidden else { return false }
        switch mouse.action {
        case .press where isPictureOpen && mouse.button == .right: closePicture()
        // The first click may have scrolled: open the picture that is under the pointer now.
        case .doubleClick
        where !isPictureOpen
            && list.selectItem(at: list.convert(mouse.position, from: self)),
            .doubleClick where isOnPreview(mouse):
            openPicture()
        case .wheelUp where isOnPreview(mouse): move(.up)
        case .wheelDown where isOnPreview(mouse): move(.down)
        case .wheelUp, .wheelDown, .press, .release, .doubleClick, .drag: return false
        }
        return true
    }
}
