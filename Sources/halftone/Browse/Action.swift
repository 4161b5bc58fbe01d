import TerminalScreen

/// Everything a key can do. Keys, footer and help come from this one table.
enum Action: CaseIterable {
    case up, down, pageUp, pageDown, top, bottom
    case open, close, previous, next, refresh
    case cycleIndicator, cycleTransition, cyclePlaceholder
    case toggleLayout, moreColumns, fewerColumns
    case toggleFigures, help, redraw, quit

    /// The keys of an action; the first is the one that hints name. There is at least one.
    var keys: [Key] { KeyBindings.keys(of: self) }

    /// Those it has when nobody says otherwise.
    var standardKeys: [Key] {
        switch self {
        case .up: [.up, .character("k")]
        case .down: [.down, .character("j")]
        case .pageUp: [.pageUp, .control("b")]
        case .pageDown: [.pageDown, .character(" "), .control("f")]
        case .top: [.home, .character("g")]
        case .bottom: [.end, .character("G")]
        case .open: [.enter, .character("l")]
        case .close: [.escape]
        case .previous: [.left]
        case .next: [.right]
        case .refresh: [.character("r")]
        case .cycleIndicator: [.character("i")]
        case .cycleTransition: [.character("t")]
        case .cyclePlaceholder: [.character("p")]
        case .toggleLayout: [.character("v")]
        case .moreColumns: [.character("+"), .character("=")]
        case .fewerColumns: [.character("-")]
        case .toggleFigures: [.character("h")]
        case .help: [.character("?"), .function(1)]
        case .redraw: [.control("l")]
        case .quit: [.character("q")]
        }
    }

    var explanation: String {
        switch self {
        case .up: "one picture up"
        case .down: "one picture down"
        case .pageUp: "one screen up"
        case .pageDown: "one screen down"
        case .top: "the first picture"
        case .bottom: "the last picture"
        case .open: "open the picture"
        case .close: "back to the list"
        case .previous: "the picture before, while one is open, and in the grid"
        case .next: "the next picture, while one is open, and in the grid; in the list: open"
        case .refresh: "try again, or ask whether the picture changed"
        case .cycleIndicator: "next indicator"
        case .cycleTransition: "next transition"
        case .cyclePlaceholder: "next placeholder"
        case .toggleLayout: "list or grid"
        case .moreColumns: "more and smaller pictures in the grid"
        case .fewerColumns: "fewer and larger pictures in the grid"
        case .toggleFigures: "show or hide the figures"
        case .help: "show or hide this help"
        case .redraw: "draw the screen anew"
        case .quit: "quit"
        }
    }

    /// The action of a key.
    static func of(_ key: Key) -> Action? {
        KeyBindings.action(of: key) ?? KeyBindings.action(of: key.withoutModifiers)
    }

    /// One line an action, for the help overlay and `--help`.
    static func helpLines() -> [(keys: String, explanation: String)] {
        allCases.map { ($0.keys.map(\.name).joined(separator: " "), $0.explanation) }
    }

    static func help(indent: String) -> String {
        let lines = helpLines()
        let width = (lines.map(\.keys.count).max() ?? 0) + 2
        return lines.map { indent + $0.keys + String(repeating: " ", count: width - $0.keys.count) + $0.explanation }
            .joined(separator: "\n")
    }
}

extension Key {
    /// As it is written on a keyboard and in the help.
    var name: String {
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
}
