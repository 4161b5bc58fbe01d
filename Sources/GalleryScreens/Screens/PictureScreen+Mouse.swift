import TerminalScreen

/// A mouse button that is held over a picture.
struct PicturePress {
    /// The last position of the pointer.
    var last: CellPoint
    /// Whether the pointer has moved: then the picture was dragged, not clicked.
    var hasMoved = false
}

/// The mouse over an open picture, as in nsxiv: the wheel zooms at the pointer, dragging pans an enlarged picture, and
/// a click on an outer third of a whole picture shows the previous or next one. A double click toggles the original
/// size at the pointer.
extension PictureScreen {
    /// Four turns of the wheel double the size.
    private static let wheelStep = 2.0.squareRoot().squareRoot()

    func take(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .wheelUp: changeZoom { $0.enlarge(by: Self.wheelStep, at: mouse.position) }
        case .wheelDown: changeZoom { $0.enlarge(by: 1 / Self.wheelStep, at: mouse.position) }
        case .press where mouse.button == .right: return false
        case .press: press = PicturePress(last: mouse.position)
        case .drag: drag(to: mouse.position)
        case .release:
            if let press, !press.hasMoved, mouse.button == .left { _ = turnPage(atColumn: mouse.position.column) }
            press = nil
        case .doubleClick:
            if !turnPage(atColumn: mouse.position.column) { changeZoom { $0.toggle(at: mouse.position) } }
        }
        updateFooter()
        return true
    }

    private func drag(to point: CellPoint) {
        guard let from = press?.last, from != point else { return }
        press = PicturePress(last: point, hasMoved: true)
        _ = pan(
            right: Double(from.column - point.column) / Double(zoom.screen.width),
            down: Double(2 * (from.row - point.row)) / Double(zoom.screen.height), isPossible: true)
    }

    /// Shows the previous or next picture. Returns `false` if the picture is enlarged, or the click was in the middle.
    private func turnPage(atColumn column: Int) -> Bool {
        let third = max(1, imageView.frame.size.columns / 3)
        guard zoom.mode == .fit, column < third || column >= 2 * third else { return false }
        move(column < third ? .pageUp : .pageDown)
        return true
    }
}
