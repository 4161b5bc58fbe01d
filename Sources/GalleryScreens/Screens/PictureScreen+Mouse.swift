import TerminalScreen

/// The mouse over an open picture: the wheel zooms, dragging pans an enlarged picture, and a click on an outer third of
/// a whole picture shows the previous or next one.
extension PictureScreen {
    func take(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .wheelUp: changeZoom { $0.enlarge() }
        case .wheelDown: changeZoom { $0.reduce() }
        case .press where mouse.button == .right: return false
        case .press: press = (mouse.position, false)
        case .drag: drag(to: mouse.position)
        case .release:
            if let press, !press.hasMoved, mouse.button == .left { turnPage(atColumn: mouse.position.column) }
            press = nil
        case .doubleClick: turnPage(atColumn: mouse.position.column)
        }
        updateFooter()
        return true
    }

    private func drag(to point: CellPoint) {
        guard let from = press?.last, from != point else { return }
        press = (point, true)
        _ = pan(
            right: Double(from.column - point.column) / Double(zoom.screen.width),
            down: Double(2 * (from.row - point.row)) / Double(zoom.screen.height), isPossible: true)
    }

    /// Shows the previous or next picture, unless the picture is enlarged, or the click was in the middle.
    private func turnPage(atColumn column: Int) {
        let third = max(1, imageView.frame.size.columns / 3)
        guard zoom.mode == .fit, column < third || column >= 2 * third else { return }
        move(column < third ? .pageUp : .pageDown)
    }
}
