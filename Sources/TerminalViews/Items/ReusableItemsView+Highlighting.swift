import TerminalScreen

/// What a mouse button does that is pressed, moved and let go, as a finger does in UITableView: the item under it is
/// highlighted, and selected when the button is let go on the same item.
extension ReusableItemsView {
    /// A button was pressed. `false`: there is no item. Animated scrolling stands still where it is, as under a finger:
    /// what is pressed must not move away.
    func beginPress(at point: CellPoint) -> Bool {
        guard let path = path(at: point) else { return false }
        scrolling = nil
        cancelHighlight()
        let version = contentVersion
        guard allowsSelection, shouldHighlight(path), version == contentVersion, let cell = displayed[path]?.cell else {
            return true
        }
        highlighted = path
        cell.isHighlighted = true
        didHighlight(path)
        return true
    }

    /// The pointer moved while the button is held. An item that it leaves is let go for good.
    func continuePress(at point: CellPoint) -> Bool {
        guard let highlighted else { return false }
        if path(at: point) != highlighted { cancelHighlight() }
        return true
    }

    /// The button was let go.
    func endPress(at point: CellPoint) -> Bool {
        guard let pressed = highlighted else { return false }
        let (isOnIt, version) = (path(at: point) == pressed, contentVersion)
        cancelHighlight()
        if isOnIt, version == contentVersion { tapItem(at: pressed.indexPath) }
        return true
    }

    /// Ends the press; nothing is selected by that.
    func cancelHighlight() {
        guard let path = highlighted else { return }
        highlighted = nil
        displayed[path]?.cell.isHighlighted = false
        didUnhighlight(path)
    }

    private func path(at point: CellPoint) -> ItemPath? { indexPathForItem(at: point).flatMap { ItemPath($0) } }
}
