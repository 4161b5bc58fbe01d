import TerminalScreen

extension ReusableItemsView {
    /// Handles movement keys, clicks and the wheel. Returns `false` for events that the view does not use.
    func take(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            guard let move = Self.move(of: key), layout.hasColumns || (move != .left && move != .right) else {
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
        case .paste, .focus, .reply: return false
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
}
