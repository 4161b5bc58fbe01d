/// A key in a script: `j`, `Ctrl-F`, `PgDn`, `F5`. Only single characters are case-sensitive.
enum ScriptKey: Hashable, Sendable {
    case character(Character)
    /// Control with a letter, in lower case.
    case control(Character)
    case named(Name)
    case function(Int)

    /// The named keys.
    enum Name: String, CaseIterable, Sendable {
        case up = "Up"
        case down = "Down"
        case left = "Left"
        case right = "Right"
        case pageUp = "PgUp"
        case pageDown = "PgDn"
        case home = "Home"
        case end = "End"
        case insert = "Insert"
        case delete = "Delete"
        case backspace = "Backspace"
        case enter = "Enter"
        case tab = "Tab"
        case backTab = "Shift-Tab"
        case escape = "Esc"
        case space = "Space"
    }

    /// Creates a key from its name, or returns `nil`.
    init?(_ text: String) {
        let lower = text.lowercased()
        if text.count == 1, let character = text.first {
            self = .character(character)
        } else if let name = Name.allCases.first(where: { $0.rawValue.lowercased() == lower }) {
            self = name == .space ? .character(" ") : .named(name)
        } else if lower.hasPrefix("ctrl-"), lower.count == 6, let letter = lower.last, letter.isASCII, letter.isLetter {
            self = .control(letter)
        } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
            self = .function(number)
        } else {
            return nil
        }
    }
}
