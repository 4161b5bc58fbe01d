import TerminalScreen

/// The selection, by calls, keys and the mouse. The mouse tracks as UITableView tracks touches: a press highlights the
/// item under the pointer, and a release on it selects it.
extension ItemsView {
    /// Selects an item, as far as it exists, without scrolling and without calling the delegate.
    public func select(_ item: Int) { if grid.contains(item) { setSelection(item) } }

    /// Selects an item and scrolls it into view as a click does, calling the delegate.
    func tap(_ item: Int) {
        guard grid.contains(item) else { return }
        setSelection(item)
        scroll(toItem: item)
        if grid.contains(item) { didSelect(item) }  // a callback may have removed it
    }

    /// Moves the selection and scrolls it into view as a key does, calling the delegate.
    public func moveSelection(_ move: ItemMove) { if let item = item(moving: move) { tap(item) } }

    /// Returns the item to which a movement leads; `nil` if there are no items.
    package func item(moving move: ItemMove) -> Int? {
        selectedItem.map { grid.item(from: $0, moving: move, page: bounds.size.rows) }
    }

    /// Selects an item after the content changed, or the nearest one; the first without a selection.
    func keepSelection(_ item: Int?) {
        setSelection(grid.count == 0 ? nil : min(max(0, item ?? 0), grid.count - 1))
    }

    private func setSelection(_ item: Int?) {
        selectedItem = item
        for (other, state) in displayed { state.cell.isSelected = other == item }
    }

    // MARK: - Keys and mouse

    /// Handles movement keys, clicks and the wheel. Returns `false` for events that the view does not use.
    func take(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            guard let move = Self.move(of: key), columnCount > 1 || (move != .left && move != .right) else {
                return false
            }
            moveSelection(move)
            return true
        case .mouse(let mouse):
            switch mouse.action {
            case .wheelUp: scroll(byLines: -3)
            case .wheelDown: scroll(byLines: 3)
            case .press: return beginPress(at: mouse.position)
            case .drag: return continuePress(at: mouse.position)
            case .release: return endPress(at: mouse.position)
            case .doubleClick: return false
            }
            return true
        case .paste, .reply: return false
        }
    }

    private static func move(of key: Key) -> ItemMove? {
        switch key.withoutModifiers {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .first
        case .end: .last
        default: nil
        }
    }

    /// Returns the item at a point of the view; `nil` if there is none.
    public func item(at point: CellPoint) -> Int? {
        grid.item(at: CellPoint(column: point.column, row: point.row + contentOffset))
    }

    /// Starts tracking at a button press. Returns `false` if there is no item.
    private func beginPress(at point: CellPoint) -> Bool {
        guard let item = item(at: point) else { return false }
        cancelHighlight()
        guard let cell = displayed[item]?.cell else { return true }
        highlighted = item
        cell.isHighlighted = true
        return true
    }

    /// Continues tracking while the button is held. An item that the pointer leaves is no longer highlighted, for good.
    private func continuePress(at point: CellPoint) -> Bool {
        guard let highlighted else { return false }
        if item(at: point) != highlighted { cancelHighlight() }
        return true
    }

    /// Ends tracking at a button release and selects the item if the pointer is still on it.
    private func endPress(at point: CellPoint) -> Bool {
        guard let pressed = highlighted else { return false }
        cancelHighlight()
        if item(at: point) == pressed { tap(pressed) }
        return true
    }

    /// Ends tracking without selecting the item.
    func cancelHighlight() {
        guard let item = highlighted else { return }
        highlighted = nil
        displayed[item]?.cell.isHighlighted = false
    }
}
