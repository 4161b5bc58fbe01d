import Basis
import TerminalScreen
import TerminalViews

/// Everything that keys can do on a screen, as the cases of an enum: those of the gallery, or those of the Lab.
///
/// What is known of each is in the one ``table``: what keys do, what the last line hints at, the help, the manual page
/// and the config file all come from there. Any thread.
protocol KeyedAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Where a key means an action.
    associatedtype Contexts: OptionSet & Sendable
    /// The parts of the help.
    associatedtype Section: RawRepresentable<String>, CaseIterable, Hashable, Sendable

    /// A line for each action, in the order of the help.
    static var table: [ActionRow<Self>] { get }
    /// What the config file calls the keys of these actions.
    static var setting: String { get }
    /// Which keys they have now. Changed before the screen begins.
    static var bindings: Lock<KeyBindings<Self>> { get }
    /// The actions whose hints a last line without room for all keeps, the most important first.
    static var kept: [Self] { get }
    /// How far the action moves among lines; `nil` if it is no move.
    var move: ItemMove? { get }
}

/// A line of a table of actions.
struct ActionRow<Action: KeyedAction>: Sendable {
    let action: Action
    let section: Action.Section
    let contexts: Action.Contexts
    /// Those it has when nobody says otherwise; the first is the one that hints name. There is at least one.
    let keys: [Key]
    /// A word or two for the last line.
    let hint: String
    /// For the help and the manual page.
    let explanation: String
}

extension KeyedAction {
    /// A line of the table as it is written down: the keys as the help writes them, between blanks.
    typealias Line = (action: Self, contexts: Contexts, keys: String, hint: String, explanation: String)

    /// The lines of a part of the help.
    static func rows(_ section: Section, _ lines: [Line]) -> [ActionRow<Self>] {
        lines.map { line in
            ActionRow(
                action: line.action, section: section, contexts: line.contexts,
                keys: line.keys.split(separator: " ").compactMap { Key(name: String($0)) }, hint: line.hint,
                explanation: line.explanation)
        }
    }

    /// Its line of the table.
    var row: ActionRow<Self> {
        Self.table.first { $0.action == self } ?? Self.table[0]  // a test sees to it that none is missing
    }
    var contexts: Contexts { row.contexts }
    var hint: String { row.hint }
    var explanation: String { row.explanation }
    var standardKeys: [Key] { row.keys }

    /// The keys of an action as they are now; the first is the one that hints name. There is at least one.
    var keys: [Key] { Self.bindings.withLock { $0.keys(of: self) } }
    /// How hints name its key.
    var keyName: String { keys.first?.name ?? "" }

    /// The action of a key where one is.
    static func of(_ key: Key, in context: Contexts) -> Self? {
        bindings.withLock { $0.action(of: key, in: context) ?? $0.action(of: key.withoutModifiers, in: context) }
    }

    /// Gives the actions these keys, before the screen begins.
    static func use(_ keys: KeyBindings<Self>) { bindings.withLock { $0 = keys } }
}
