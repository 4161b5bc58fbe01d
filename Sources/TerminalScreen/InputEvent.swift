/// One thing that the person at the terminal did.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text that was pasted, unsanitised.
    case paste(String)
}

/// A key press.
public enum Key: Hashable, Sendable {
    /// A printable character, case included.
    case character(Character)
    /// Control with a letter, in lower case: `.control("l")`.
    case control(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case insert, delete, backspace
    case enter, tab, backTab, escape
    case function(Int)
}

/// A mouse button or wheel, where it happened.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case press, release, doubleClick
        case wheelUp, wheelDown
    }

    public var action: Action
    public var position: CellPoint

    public init(action: Action, position: CellPoint) {
        self.action = action
        self.position = position
    }
}
