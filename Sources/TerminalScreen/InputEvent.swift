import Basis

/// One thing that the person at the terminal did.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text that was pasted, unsanitised.
    case paste(String)
    /// The terminal's window gained or lost the keyboard.
    case focus(Bool)
    /// The terminal answered a question. It never becomes keys, however late it comes.
    case reply(TerminalReply)
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
    /// One of the special keys above with Shift, Alt or Control held. Characters carry their Shift and Control
    /// themselves; Alt with a character is the character.
    indirect case modified(Key, KeyModifiers)

    /// The key without what was held beside it: what a program does that has no use for modifiers.
    public var withoutModifiers: Key {
        if case .modified(let key, _) = self { return key }
        return self
    }
}

/// The keys that were held while another was pressed.
public struct KeyModifiers: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = KeyModifiers(rawValue: 1)
    public static let alt = KeyModifiers(rawValue: 2)
    public static let control = KeyModifiers(rawValue: 4)

    public static let names: [(name: String, option: KeyModifiers)] = [
        ("shift", .shift), ("alt", .alt), ("control", .control),
    ]
}

/// A mouse button or wheel, where it happened.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case press, release, doubleClick
        /// Moved while a button was held.
        case drag
        case wheelUp, wheelDown
    }

    public enum Button: Hashable, Sendable {
        case left, middle, right
    }

    public var action: Action
    public var position: CellPoint
    /// Which button; `left` for the wheel, and for a release that does not say (the old form of the report).
    public var button: Button

    public init(action: Action, position: CellPoint, button: Button = .left) {
        self.action = action
        self.position = position
        self.button = button
    }
}
