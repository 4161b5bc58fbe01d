import Basis
import TerminalScreen
import TerminalViews

/// The names of the commands that keys give on a screen, as the cases of an enum: those of the gallery, or those of the
/// Lab.
///
/// Everything about a command stands in its row of ``sections``: its keys, its texts and what it does. Key presses, hints,
/// help, manual page and config file use that table. Any thread.
protocol KeyedAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The view that carries the commands out.
    associatedtype Screen: KeyScreen
    /// Where a key gives a command.
    associatedtype Contexts: OptionSet & Sendable
    /// The parts of the help.
    associatedtype Section: RawRepresentable<String>, Sendable

    /// A row for each command, by the parts of the help.
    static var sections: [(name: Section, commands: [KeyCommand<Self>])] { get }
    /// The name of the keys of these commands in the config file.
    static var setting: String { get }
    /// The current keys. Changed before the screen begins.
    static var bindings: Lock<KeyBindings<Self>> { get }
    /// The commands with hints that stay when the last line is too short for all, the most important first.
    static var kept: [Self] { get }

    // Commands of every screen.
    static var help: Self { get }
    static var redraw: Self { get }
    static var quit: Self { get }
}

/// A screen with commands.
@MainActor
protocol KeyScreen: AnyObject {
    func move(_ move: ItemMove)
    /// Shows the keys, or hides them.
    func toggleHelp()
    func redraw()
    func quit()
}

/// A command that keys give.
struct KeyCommand<Action: KeyedAction>: Sendable {
    enum Effect: Sendable {
        /// A move, which also scrolls the help and lists of choices that are open.
        case move(ItemMove)
        case run(@MainActor @Sendable (Action.Screen, Key) -> Void)
    }

    let action: Action
    let contexts: Action.Contexts
    /// The keys unless the config file names others, at least one; hints name the first.
    let keys: [Key]
    /// One or two words, shown where a screen has the command among the hints of its last line.
    let hint: String
    /// The text in the help and the manual page.
    let explanation: String
    let effect: Effect

    /// The move, if the command is one.
    var move: ItemMove? { if case .move(let move) = effect { move } else { nil } }

    @MainActor
    func perform(on screen: Action.Screen, _ key: Key) {
        switch effect {
        case .move(let move): screen.move(move)
        case .run(let run): run(screen, key)
        }
    }
}

extension KeyedAction {
    /// Returns a row of the table. `keys`: as the help writes them, between spaces.
    static func row(
        _ action: Self, _ contexts: Contexts, _ keys: String, _ hint: String, _ explanation: String,
        _ run: @escaping @MainActor @Sendable (Screen) -> Void
    ) -> KeyCommand<Self> {
        row(action, contexts, keys, hint, explanation, .run { screen, _ in run(screen) })
    }

    static func row(
        _ action: Self, _ contexts: Contexts, _ keys: String, _ hint: String, _ explanation: String,
        _ effect: KeyCommand<Self>.Effect
    ) -> KeyCommand<Self> {
        KeyCommand(
            action: action, contexts: contexts,
            keys: keys.split(separator: " ").compactMap { Key(name: String($0)) }, hint: hint, explanation: explanation,
            effect: effect)
    }

    /// The rows of the commands of every screen.
    static func common(_ contexts: Contexts, quit: String) -> [KeyCommand<Self>] {
        [
            row(.help, contexts, "? F1", "help", "show or hide this help") { $0.toggleHelp() },
            row(.redraw, contexts, "Ctrl-L", "redraw", "draw the screen anew") { $0.redraw() },
            row(.quit, contexts, "q", "quit", quit) { $0.quit() },
        ]
    }

    /// All rows, in the order of the help.
    static var table: [KeyCommand<Self>] { sections.flatMap(\.commands) }

    var row: KeyCommand<Self> {
        // A test sees to it that none is missing.
        Self.sections.lazy.flatMap(\.commands).first { $0.action == self } ?? Self.table[0]
    }
    var hint: String { row.hint }
    var explanation: String { row.explanation }
    var standardKeys: [Key] { row.keys }

    /// The current keys, at least one; hints name the first.
    var keys: [Key] { Self.bindings.withLock { $0.keys(of: self) } }
    /// The name of the first key.
    var keyName: String { keys.first?.name ?? "" }

    /// Returns the command of a key in a context, or `nil`.
    static func command(of key: Key, in context: Contexts) -> KeyCommand<Self>? {
        bindings.withLock {
            $0.action(of: key, in: context) ?? $0.action(of: key.withoutModifiers, in: context)
        }?.row
    }

    /// Sets the keys, before the screen begins.
    static func use(_ keys: KeyBindings<Self>) { bindings.withLock { $0 = keys } }
}
