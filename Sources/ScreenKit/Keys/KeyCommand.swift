import TerminalScreen
import TerminalViews

/// The names of a screen's key commands, as the cases of an enum: those of the gallery, or those of the Lab.
///
/// A command's row in ``sections`` defines everything about it: its keys, its texts and its effect. Key presses, hints,
/// help, manual page and config file use that table. Any thread.
package protocol KeyedAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The view that performs the commands.
    associatedtype Screen: KeyScreen
    /// The contexts in which keys have commands.
    associatedtype Contexts: OptionSet & Sendable
    /// The sections of the help.
    associatedtype Section: RawRepresentable<String>, Sendable

    /// The rows of all commands, by the sections of the help.
    static var sections: [(name: Section, commands: [KeyCommand<Self>])] { get }
    /// The name of the setting for these commands' keys in the config file.
    static var setting: String { get }
    /// The commands whose hints remain when the last line is too short for all, the most important first.
    static var kept: [Self] { get }
    /// The commands whose hint and help name the keys of another command too, as in “+/- zoom”.
    static var opposites: [Self: Self] { get }
    /// The commands on the second page of the help.
    static var rare: Set<Self> { get }

    // commands of every screen
    static var help: Self { get }
    static var redraw: Self { get }
    static var quit: Self { get }
}

/// A screen with key commands.
@MainActor
package protocol KeyScreen: AnyObject {
    func move(_ move: ItemMove)
    /// Shows or hides the help.
    func toggleHelp()
    func redraw()
    func quit()
}

/// A command that keys trigger.
package struct KeyCommand<Action: KeyedAction>: Sendable {
    package enum Effect: Sendable {
        /// A movement, which also scrolls the help and open lists of choices.
        case move(ItemMove)
        case run(@MainActor @Sendable (Action.Screen) -> Void)
    }

    package let action: Action
    let contexts: Action.Contexts
    /// The default keys, at least one; hints name the first.
    package let keys: [Key]
    /// One or two words for the hints in the last line of the screen.
    let hint: String
    /// The text in the help and the manual page; `nil` if the line of its opposite includes the command.
    let explanation: String?
    let effect: Effect

    /// The movement; `nil` if the command is none.
    package var move: ItemMove? { if case .move(let move) = effect { move } else { nil } }

    @MainActor
    package func perform(on screen: Action.Screen) {
        switch effect {
        case .move(let move): screen.move(move)
        case .run(let run): run(screen)
        }
    }
}

extension KeyedAction {
    /// Returns a row of the table. `keys` are names as in the help, separated by spaces.
    package static func row(
        _ action: Self, _ contexts: Contexts, _ keys: String, _ hint: String, _ explanation: String?,
        _ run: @escaping @MainActor @Sendable (Screen) -> Void
    ) -> KeyCommand<Self> {
        row(action, contexts, keys, hint, explanation, .run(run))
    }

    package static func row(
        _ action: Self, _ contexts: Contexts, _ keys: String, _ hint: String, _ explanation: String?,
        _ effect: KeyCommand<Self>.Effect
    ) -> KeyCommand<Self> {
        KeyCommand(
            action: action, contexts: contexts,
            keys: keys.split(separator: " ").compactMap { Key(name: String($0)) }, hint: hint, explanation: explanation,
            effect: effect)
    }

    /// Returns the rows of the commands of every screen.
    package static func common(
        _ contexts: Contexts, help: String = "show or hide this help", quit: String
    ) -> [KeyCommand<Self>] {
        [
            row(.help, contexts, "? F1", "help", help) { $0.toggleHelp() },
            row(.redraw, contexts, "Ctrl-L", "redraw", "redraw the screen") { $0.redraw() },
            row(.quit, contexts, "q", "quit", quit) { $0.quit() },
        ]
    }

    /// All rows, in the order of the help.
    package static var table: [KeyCommand<Self>] { sections.flatMap(\.commands) }

    package static var opposites: [Self: Self] { [:] }
    package static var rare: Set<Self> { [] }

    package var row: KeyCommand<Self> {
        // a test checks that none is missing
        Self.sections.lazy.flatMap(\.commands).first { $0.action == self } ?? Self.table[0]
    }
    package var hint: String { row.hint }
    var standardKeys: [Key] { row.keys }
}
