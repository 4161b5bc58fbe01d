/// An input event from the terminal: the user's actions, and the terminal's replies.
public enum InputEvent: Hashable, Sendable {
    /// A key was pressed, or repeats while it is held.
    case key(Key)
    /// A mouse button or the wheel was used.
    case mouse(MouseEvent)
    /// Pasted text, unsanitized.
    case paste(String)
    /// The terminal replied to a query. A reply never becomes keys, however late it arrives.
    case reply(TerminalReply)
}

/// A key press.
public enum Key: Hashable, Sendable {
    /// A printable character, in upper or lower case.
    case character(Character)
    /// Control with a letter, in lower case: `.control("l")`.
    case control(Character)
    /// An arrow key.
    case up, down, left, right
    /// A key that moves by a page, or to the beginning or the end.
    case pageUp, pageDown, home, end
    /// A key that edits text.
    case insert, delete, backspace
    /// A key that confirms, moves the focus or cancels; `backTab` is Shift with Tab.
    case enter, tab, backTab, escape
    /// A function key, counted from 1: `.function(1)` is F1.
    case function(Int)
    /// A special key with Shift, Alt or Control. Characters contain their Shift and Control already; Alt with a
    /// character is the character.
    indirect case modified(Key, KeyModifiers)

    /// The key without modifiers, for programs that do not use them.
    public var withoutModifiers: Key {
        if case .modified(let key, _) = self { return key }
        return self
    }
}

/// The modifier keys that were held while a key was pressed.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The Shift key.
    public static let shift = KeyModifiers(rawValue: 1)
    /// The Alt key, also called Option or Meta.
    public static let alt = KeyModifiers(rawValue: 2)
    /// The Control key.
    public static let control = KeyModifiers(rawValue: 4)
}

/// A mouse button or wheel event, with its position.
public struct MouseEvent: Hashable, Sendable {
    /// What happened to the mouse.
    public enum Action: Hashable, Sendable {
        /// A button was pressed or released. A second press of the left button in the same cell within 0.4 seconds is a
        /// `doubleClick` instead of a press.
        case press, release, doubleClick
        /// A movement while a button was held.
        case drag
        /// The wheel turned by one notch.
        case wheelUp, wheelDown
    }

    /// A mouse button.
    public enum Button: Hashable, Sendable {
        /// One of the three buttons, by position.
        case left, middle, right
    }

    /// What the mouse did.
    public var action: Action
    /// The cell under the pointer, in the coordinates of the screen or of the view that handles the event.
    public var position: CellPoint
    /// The button; `left` for the wheel, and for a release without a button (the old form of the report).
    public var button: Button

    /// Creates an event, by default of the left button.
    public init(action: Action, position: CellPoint, button: Button = .left) {
        self.action = action
        self.position = position
        self.button = button
    }
}
