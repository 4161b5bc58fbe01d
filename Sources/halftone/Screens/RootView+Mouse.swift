import TerminalScreen
import TerminalViews

/// The mouse, before and after the views under it.
extension RootView {
    /// A press beside what lies over the screens closes that. The second press of a double click belongs to the first.
    func takeBeforeOthers(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .press:
            hasSwallowedPress = closeOverlay(by: mouse)
            return hasSwallowedPress
        case .doubleClick: return hasSwallowedPress
        case .release, .drag, .wheelUp, .wheelDown: return false
        }
    }

    /// Whether the press has done all that it is to do.
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
        // What was looked for in the list is chosen by the same click; a page is not turned by one that ends a question.
        return isPictureOpen || mouse.button != .left
    }

    /// What no view under the pointer took.
    func handle(_ mouse: MouseEvent) -> Bool {
        guard help.isHidden, choice.isHidden else { return false }
        switch mouse.action {
        case .press where isPictureOpen && mouse.button == .right: closePicture()
        // What its first click did may be over: that one is opened which is under the pointer now.
        case .doubleClick
        where context != .sources && !isPictureOpen
            && list.stage.selectItem(at: list.stage.convert(mouse.position, from: self)):
            openPicture()
        case .wheelUp, .wheelDown, .press, .release, .doubleClick, .drag: return false
        }
        return true
    }
}
