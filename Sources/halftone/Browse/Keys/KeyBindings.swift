import Basis
import TerminalScreen

/// Which keys do what: the table of actions, with what the config file says otherwise.
///
/// A key may do one thing in the list and another while a picture is open; in one place it does one thing.
struct KeyBindings: Sendable {
    private let keys: [Action: [Key]]
    private let actions: [Key: [Action]]

    /// Set once, before the screen begins.
    private static let current = Lock(KeyBindings())

    static func use(_ bindings: KeyBindings) { current.withLock { $0 = bindings } }
    static func keys(of action: Action) -> [Key] { current.withLock { $0.keys(of: action) } }
    static func action(of key: Key, in context: Action.Contexts) -> Action? {
        current.withLock { $0.action(of: key, in: context) }
    }

    /// The usual keys.
    init() { self.init([:]) }

    private init(_ keys: [Action: [Key]]) {
        self.keys = keys
        var actions: [Key: [Action]] = [:]
        for action in Action.allCases {
            for key in keys[action] ?? action.standardKeys { actions[key, default: []].append(action) }
        }
        self.actions = actions
    }

    /// The usual keys, but for the actions that are named. A key that is given to one action is taken from the others
    /// that would hear it in the same place.
    init(changing names: [String: [String]]) throws(UsageError) {
        var keys: [Action: [Key]] = [:]
        var owners: [Key: [Action]] = [:]
        for (name, texts) in names.sorted(by: { $0.key < $1.key }) {
            guard let action = Action(rawValue: name) else {
                let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("keys: no action '\(Sanitiser.clean(name))'; there are \(all)")
            }
            guard !texts.isEmpty else { throw UsageError("keys: \(name) needs a key") }
            for text in texts {
                guard let key = Key(name: text) else {
                    throw UsageError("keys: \(name): no key '\(Sanitiser.clean(text))'; keys are called as in the help")
                }
                if let owner = owners[key]?.first(where: { !$0.contexts.isDisjoint(with: action.contexts) }) {
                    throw UsageError(
                        owner == action
                            ? "keys: \(text) is given to \(name) twice"
                            : "keys: \(text) is given to \(owner) and to \(name)")
                }
                owners[key, default: []].append(action)
                keys[action, default: []].append(key)
            }
        }
        for action in Action.allCases where keys[action] == nil {
            let left = action.standardKeys.filter { key in
                owners[key]?.contains { !$0.contexts.isDisjoint(with: action.contexts) } != true
            }
            guard !left.isEmpty else {
                throw UsageError("keys: \(action) is left without a key; give it another")
            }
            keys[action] = left
        }
        self.init(keys)
    }

    func keys(of action: Action) -> [Key] { keys[action] ?? action.standardKeys }

    func action(of key: Key, in context: Action.Contexts) -> Action? {
        actions[key]?.first { !$0.contexts.isDisjoint(with: context) }
    }
}
