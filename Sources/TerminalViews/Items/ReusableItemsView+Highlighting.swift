import TerminalScreen

/// Mouse tracking as UITableView tracks touches: a press highlights the item under the pointer, and a release on it
/// selects it.
extension ReusableItemsView {
    /// Starts tracking at a button press. Returns `false` if there is no item. Animated scrolling stops where it is, as
    /// under a finger, so that the pressed item does not move away.
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

    /// Continues tracking while the button is held. An item that the pointer leaves is no longer highlighted, for good.
    func continuePress(at point: CellPoint) -> Bool {
        guard let highlighted else { return false }
        if path(at: point) != highlighted { cancelHighlight() }
        return true
    }

    /// Ends tracking at a button release and selects the item if the pointer is still on it.
    func endPress(at point: CellPoint) -> Bool {
        guard let pressed = highlighted else { return false }
        let (isOnIt, version) = (path(at: point) == pressed, contentVersion)
        cancelHighlight()
        if isOnIt, version == contentVersion { tapItem(at: pressed.indexPath) }
        return true
    }

    /// Ends tracking without selecting the item.
    func cancelHighlight() {
        guard let path = highlighted else { return }
        highlighted = nil
        displayed[path]?.cell.isHighlighted = false
        didUnhighlight(path)
    }

    private func path(at point: CellPoint) -> ItemPath? { indexPathForItem(at: point).flatMap { ItemPath($0) } }
}
