import HalftoneCore
import TerminalScreen

extension Key {
    /// The key's name, as on a keyboard, in the help and in the config file.
    package var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-" + String(character).uppercased()
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .insert: "Insert"
        case .delete: "Delete"
        case .backspace: "Backspace"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .escape: "Esc"
        case .function(let number): "F\(number)"
        case .modified(let key, let modifiers):
            (modifiers.contains(.control) ? "Ctrl-" : "") + (modifiers.contains(.alt) ? "Alt-" : "")
                + (modifiers.contains(.shift) ? "Shift-" : "") + key.name
        }
    }

    /// The keys whose names have several letters, and the arrows, by their names in lower case.
    private static let named: [String: Key] = {
        let keys: [Key] =
            [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .insert, .delete, .backspace, .enter, .tab]
            + [.backTab, .escape, .character(" ")] + (1...12).map { .function($0) }
        var named: [String: Key] = ["up": .up, "down": .down, "left": .left, "right": .right]
        for key in keys { named[key.name.lowercased()] = key }
        return named
    }()

    /// Creates the key of a name in the help, or the arrow key of Up, Down, Left or Right; `nil` if there is none. Only
    /// single characters are case-sensitive.
    package init?(name: String) {
        let lower = name.lowercased()
        if let key = Self.named[lower] {
            self = key
        } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isASCII, letter.isLetter {
            self = .control(letter)
        } else if name.count == 1, let character = name.first, character != " ", TextSanitizer.clean(name) == name {
            self = .character(character)
        } else {
            return nil
        }
    }
}

extension [Key] {
    /// The names of the keys, separated by spaces.
    package var names: String { map(\.name).joined(separator: " ") }
}
