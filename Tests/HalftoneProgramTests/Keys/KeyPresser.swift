import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Presses the keys of one place of the gallery, checks each against the table of actions, and records which are still
/// to be pressed.
///
/// Used on one thread, that of the terminal.
final class KeyPresser {
    let halftone: Halftone
    let context: Action.Contexts
    private var left: Set<Key>

    init(_ halftone: Halftone, in context: Action.Contexts) {
        self.halftone = halftone
        self.context = context
        left = Set(Action.table.filter { !$0.contexts.isDisjoint(with: context) }.flatMap(\.keys))
    }

    /// Presses a key by its name in the help, which must be bound to this action, and waits for its effect, which must
    /// not be visible before.
    func press(_ name: String, _ action: Action, _ what: String, until condition: (Halftone) -> Bool) throws {
        #expect(!condition(halftone), "\(what) was seen before \(name) was pressed")
        try halftone.press(try take(name, action))
        try halftone.see("\(what) after \(name)", condition)
    }

    func press(_ name: String, _ action: Action, seeing text: String) throws {
        try press(name, action, "“\(text)”") { $0.screen.contains(text) }
    }

    /// Presses the last key: the program ends.
    func quit(_ name: String = "q", by action: Action) throws -> ChildProcess.Exit {
        halftone.terminal.readAll()
        try halftone.press(try take(name, action))
        return try halftone.process.waitForExit(on: halftone.terminal)
    }

    /// Fails if a key of this place has not been pressed. `other`: another key that ends the program.
    func expectThatNoneIsLeft(but other: String? = nil) {
        if let key = other.flatMap(Key.init) { left.remove(key) }
        #expect(left.isEmpty, "keys that were not pressed: \(left.map(\.name).sorted())")
    }

    /// Records a key as pressed, and returns what a terminal sends for it.
    private func take(_ name: String, _ action: Action) throws -> String {
        let key = try #require(Key(name: name), "\(name) is not the name of a key")
        #expect(KeyBindings<Action>().action(of: key, in: context) == action, "\(name)")
        left.remove(key)
        return try #require(key.sequence, "\(name) is not known to the test")
    }
}

extension Key {
    /// What a terminal sends for the key; `nil` for keys that the program does not use.
    fileprivate var sequence: String? {
        switch self {
        case .character(let character): String(character)
        case .control(let letter): letter.asciiValue.map { String(decoding: [$0 & 0x1F], as: UTF8.self) }
        case .up: "\u{1B}[A"
        case .down: "\u{1B}[B"
        case .right: "\u{1B}[C"
        case .left: "\u{1B}[D"
        case .home: "\u{1B}[H"
        case .end: "\u{1B}[F"
        case .pageUp: "\u{1B}[5~"
        case .pageDown: "\u{1B}[6~"
        case .enter: "\r"
        case .escape: "\u{1B}"
        case .backspace: "\u{7F}"
        case .tab: "\t"
        case .function(1): "\u{1B}OP"
        default: nil
        }
    }
}

extension Halftone {
    /// The number of the selected picture among this many, from the footer.
    func place(of count: Int) -> Int? {
        let footer = (0..<emulator.size.rows).reversed().lazy.map { self.emulator.text(row: $0) }.first {
            $0.contains("/\(count)")
        }
        return footer?.firstMatch(of: /([0-9]+)\/[0-9]+ *$/).flatMap { Int($0.1) }
    }
}
