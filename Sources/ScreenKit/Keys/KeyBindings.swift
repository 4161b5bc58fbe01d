import HalftoneCore
import TerminalScreen
import TerminalViews

/// The mapping of keys to actions: the table of actions with the changes of the config file. A value.
///
/// A key may have one action in the list and another while a picture is open; in one context it has at most one.
package struct KeyBindings<Action: KeyedAction>: Sendable {
    private let keys: [Action: [Key]]
    private let actions: [Key: [Action]]

    /// Creates the default keys.
    package init() { self.init([:]) }

    private init(_ keys: [Action: [Key]]) {
        self.keys = keys
        var actions: [Key: [Action]] = [:]
        for row in Action.table {
            for key in keys[row.action] ?? row.keys { actions[key, default: []].append(row.action) }
        }
        self.actions = actions
    }

    /// Creates the default keys with changes, by the names of actions. A key that is assigned to an action is removed
    /// from other actions in the same context.
    ///
    /// - Throws: `Failure` for an unknown action or key, a key that is assigned twice, or an action that is left
    ///   without a key.
    package init(changing names: [String: [String]]) throws(Failure) {
        let setting = Action.setting
        var keys: [Action: [Key]] = [:]
        var owners: [Key: [Action]] = [:]
        for (name, texts) in names.sorted(by: { $0.key < $1.key }) {
            guard let action = Action(rawValue: name) else {
                let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure("\(setting): unknown action '\(TextSanitizer.clean(name))' (\(all))")
            }
            guard !texts.isEmpty else { throw Failure("\(setting): \(name) needs a key") }
            for text in texts {
                guard let key = Key(name: text) else {
                    throw Failure(
                        "\(setting): \(name): unknown key '\(TextSanitizer.clean(text))' (see the help for names)")
                }
                if let owner = owners[key]?.first(where: { !$0.row.contexts.isDisjoint(with: action.row.contexts) }) {
                    throw Failure(
                        owner == action
                            ? "\(setting): \(text) is bound to \(name) twice"
                            : "\(setting): \(text) is bound to \(owner.rawValue) and to \(name)")
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
                throw Failure("\(setting): \(row.action.rawValue) has no key left (bind another)")
            }
            keys[row.action] = left
        }
        self.init(keys)
    }

    /// Returns the keys of an action, at least one.
    func keys(of action: Action) -> [Key] { keys[action] ?? action.standardKeys }

    /// Returns the name of an action's first key, for hints.
    package func name(of action: Action) -> String { keys(of: action).first?.name ?? "" }

    /// Returns the key of an action and that of its opposite, if it has one, for hints: “+/-”, or “←→”.
    func hintName(of action: Action) -> String {
        guard let opposite = Action.opposites[action] else { return name(of: action) }
        let names = [name(of: action), name(of: opposite)]
        return names.joined(separator: names.allSatisfy { $0.utf8.first.map { $0 > 0x7F } ?? false } ? "" : "/")
    }

    func action(of key: Key, in context: Action.Contexts) -> Action? {
        actions[key]?.first { !$0.row.contexts.isDisjoint(with: context) }
    }

    /// Returns the command of a key in a context; `nil` if there is none.
    package func command(of key: Key, in context: Action.Contexts) -> KeyCommand<Action>? {
        (action(of: key, in: context) ?? action(of: key.withoutModifiers, in: context))?.row
    }
}

// MARK: - In views

extension KeyBindings: EnvironmentKey {
    package static var defaultValue: KeyBindings { KeyBindings() }
}

extension View {
    /// Returns the keys of the window; the default ones outside of a window.
    package func keys<Action>(of actions: Action.Type = Action.self) -> KeyBindings<Action> {
        window?.environment[KeyBindings<Action>.self] ?? KeyBindings()
    }

    /// Returns the name of an action's first key.
    package func keyName<Action: KeyedAction>(_ action: Action) -> String { keys().name(of: action) }
}
