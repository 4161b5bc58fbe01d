import Basis
import TerminalScreen

/// Which keys do what: the table of actions, with what the config file says otherwise.
struct KeyBindings: Sendable {
    private let keys: [Action: [Key]]
    private let actions: [Key: Action]

    /// Set once, before the screen begins.
    private static let current = Lock(KeyBindings())

    static func use(_ bindings: KeyBindings) { current.withLock { $0 = bindings } }
    static func keys(of action: Action) -> [Key] { current.withLock { $0.keys[action] } ?? action.standardKeys }
    static func action(of key: Key) -> Action? { current.withLock { $0.actions[key] } }

    private init() {
        keys = [:]
        actions = Self.table { $0.standardKeys }
    }

    /// The usual keys, but for the actions that are named. A key that is given to one action is taken from the others.
    init(changing names: [String: [String]]) throws(UsageError) {
        var keys: [Action: [Key]] = [:]
        var owners: [Key: String] = [:]
        for (name, texts) in names.sorted(by: { $0.key < $1.key }) {
            guard let action = Action.allCases.first(where: { "\($0)" == name }) else {
                let all = Action.allCases.map { "\($0)" }.joined(separator: ", ")
                throw UsageError("keys: no action '\(Sanitiser.clean(name))'; there are \(all)")
            }
            guard !texts.isEmpty else { throw UsageError("keys: \(name) needs a key") }
            for text in texts {
                guard let key = Key(name: text) else {
                    throw UsageError("keys: \(name): no key '\(Sanitiser.clean(text))'; keys are called as in the help")
                }
                if let owner = owners[key], owner != name {
                    throw UsageError("keys: \(text) is given to \(owner) and to \(name)")
                }
                owners[key] = name
                keys[action, default: []].append(key)
            }
        }
        for action in Action.allCases where keys[action] == nil {
            let left = action.standardKeys.filter { owners[$0] == nil }
            guard !left.isEmpty else {
                throw UsageError("keys: \(action) is left without a key; give it another")
            }
            keys[action] = left
        }
        self.keys = keys
        actions = Self.table { keys[$0] ?? $0.standardKeys }
    }

    private static func table(_ keys: (Action) -> [Key]) -> [Key: Action] {
        var table: [Key: Action] = [:]
        for action in Action.allCases { for key in keys(action) { table[key] = action } }
        return table
    }
}

extension Key {
    private static let special: [Key] =
        [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .insert, .delete, .backspace, .enter, .tab]
        + [.backTab, .escape, .character(" ")] + (1...12).map { .function($0) }

    /// The key that is called so in the help, or the arrow that is called Up, Down, Left or Right.
    init?(name: String) {
        let arrows: [String: Key] = ["Up": .up, "Down": .down, "Left": .left, "Right": .right]
        if let key = Self.special.first(where: { $0.name == name }) ?? arrows[name] {
            self = key
        } else if name.hasPrefix("Ctrl-"), let letter = name.dropFirst(5).lowercased().first, name.count == 6,
            letter.isASCII, letter.isLetter
        {
            self = .control(letter)
        } else if name.count == 1, let character = name.first, character != " ", Sanitiser.clean(name) == name {
            self = .character(character)
        } else {
            return nil
        }
    }
}
