import Basis
import OptionParsing
import TerminalScreen

/// Which keys do what: a table of actions, with what the config file says otherwise. A value.
///
/// A key may do one thing in the list and another while a picture is open; in one place it does one thing.
struct KeyBindings<Action: KeyedAction>: Sendable {
    private let keys: [Action: [Key]]
    private let actions: [Key: [Action]]

    /// The usual keys.
    init() { self.init([:]) }

    private init(_ keys: [Action: [Key]]) {
        self.keys = keys
        var actions: [Key: [Action]] = [:]
        for row in Action.table {
            for key in keys[row.action] ?? row.keys { actions[key, default: []].append(row.action) }
        }
        self.actions = actions
    }

    /// The usual keys, but for the actions that are named. A key that is given to one action is taken from the others
    /// that would hear it in the same place.
    init(changing names: [String: [String]]) throws(UsageError) {
        let setting = Action.setting
        var keys: [Action: [Key]] = [:]
        var owners: [Key: [Action]] = [:]
        for (name, texts) in names.sorted(by: { $0.key < $1.key }) {
            guard let action = Action(rawValue: name) else {
                let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("\(setting): no action '\(Sanitiser.clean(name))'; there are \(all)")
            }
            guard !texts.isEmpty else { throw UsageError("\(setting): \(name) needs a key") }
            for text in texts {
                guard let key = Key(name: text) else {
                    throw UsageError(
                        "\(setting): \(name): no key '\(Sanitiser.clean(text))'; keys are called as in the help")
                }
                if let owner = owners[key]?.first(where: { !$0.row.contexts.isDisjoint(with: action.row.contexts) }) {
                    throw UsageError(
                        owner == action
                            ? "\(setting): \(text) is given to \(name) twice"
                            : "\(setting): \(text) is given to \(owner.rawValue) and to \(name)")
                }
                owners[key, default: []].append(action)
                keys[action, default: []].append(key)
            }
        }
        for row in Action.table where keys[row.action] == nil {
            let left = row.keys.filter { key in
                owners[key]?.contains { !$0.row.contexts.isDisjoint(with: row.contexts) } != true
            }
            guard !left.isEmpty else {
                throw UsageError("\(setting): \(row.action.rawValue) is left without a key; give it another")
            }
            keys[row.action] = left
        }
        self.init(keys)
    }

    func keys(of action: Action) -> [Key] { keys[action] ?? action.standardKeys }

    func action(of key: Key, in context: Action.Contexts) -> Action? {
        actions[key]?.first { !$0.row.contexts.isDisjoint(with: context) }
    }
}
