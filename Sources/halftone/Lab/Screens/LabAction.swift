import TerminalScreen
import TerminalViews

/// Everything a key can do in the Lab. Keys, footer, help and manual come from this one table.
enum LabAction: CaseIterable {
    case up, down, pageUp, pageDown, first, last
    case less, more, act, nextPanel
    case switchboard, waterfall, nextFeed, previousFeed
    case reload, reloadAll, cancel, clearMemory, clearCaches, clearFaults
    case pause, step, slowMotion, identity, resetCounters
    case help, close, redraw, quit

    /// The first is the one that hints name.
    var keys: [Key] {
        switch self {
        case .up: [.up, .character("k")]
        case .down: [.down, .character("j")]
        case .pageUp: [.pageUp, .control("b")]
        case .pageDown: [.pageDown, .character(" "), .control("f")]
        case .first: [.home, .character("g")]
        case .last: [.end, .character("G")]
        case .less: [.left, .character("h")]
        case .more: [.right, .character("l")]
        case .act: [.enter]
        case .nextPanel: [.tab]
        case .switchboard: [.character("s")]
        case .waterfall: [.character("w")]
        case .nextFeed: [.character("f")]
        case .previousFeed: [.character("F")]
        case .reload: [.character("r")]
        case .reloadAll: [.character("R")]
        case .cancel: [.character("x")]
        case .clearMemory: [.character("c")]
        case .clearCaches: [.character("C")]
        case .clearFaults: [.character("d")]
        case .pause: [.character("p")]
        case .step: [.character("n")]
        case .slowMotion: [.character("m")]
        case .identity: [.character("i")]
        case .resetCounters: [.character("0")]
        case .help: [.character("?"), .function(1)]
        case .close: [.escape]
        case .redraw: [.control("l")]
        case .quit: [.character("q")]
        }
    }

    /// One line for the help and the manual.
    var explanation: String {
        switch self {
        case .up: "one row, switch or load up"
        case .down: "one row, switch or load down"
        case .pageUp: "one panel up"
        case .pageDown: "one panel down"
        case .first: "the first one"
        case .last: "the last one"
        case .less: "the value before, of a switch"
        case .more: "the next value of a switch"
        case .act: "turn the switch; show the load; ask for the picture again"
        case .nextPanel: "keys for the next panel"
        case .switchboard: "keys for the switchboard; hide it if it has them"
        case .waterfall: "keys for the waterfall; hide it if it has them"
        case .nextFeed: "the next feed"
        case .previousFeed: "the feed before"
        case .reload: "ask for the row's picture again"
        case .reloadAll: "ask for all pictures in view again"
        case .cancel: "cancel the row's load"
        case .clearMemory: "empty the memory cache"
        case .clearCaches: "empty both caches"
        case .clearFaults: "turn all faults of the server off"
        case .pause: "hold deliveries to the views back, or let them go"
        case .step: "let one delivery through"
        case .slowMotion: "slow motion of all that moves: 1, 1/4, 1/10, 1/50"
        case .identity: "show or hide which cell is which"
        case .resetCounters: "count from 0 again"
        case .help: "show or hide the keys"
        case .close: "close what is open; keys for the table"
        case .redraw: "draw the whole screen anew"
        case .quit: "leave the Lab"
        }
    }

    /// A word for the footer.
    var hint: String {
        switch self {
        case .up, .down, .pageUp, .pageDown, .first, .last: "move"
        case .less: "less"
        case .more: "more"
        case .act: "turn"
        case .nextPanel: "panel"
        case .switchboard: "switches"
        case .waterfall: "waterfall"
        case .nextFeed, .previousFeed: "feed"
        case .reload: "again"
        case .reloadAll: "all again"
        case .cancel: "cancel"
        case .clearMemory: "clear memory"
        case .clearCaches: "clear caches"
        case .clearFaults: "no faults"
        case .pause: "hold"
        case .step: "one delivery"
        case .slowMotion: "slow"
        case .identity: "identity"
        case .resetCounters: "zero"
        case .help: "help"
        case .close: "back"
        case .redraw: "redraw"
        case .quit: "quit"
        }
    }

    /// How far it moves in whatever has the keys; `nil` if it is no move.
    var move: ItemMove? {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .first: .first
        case .last: .last
        default: nil
        }
    }

    private static let byKey = Dictionary(
        allCases.flatMap { action in action.keys.map { ($0, action) } }, uniquingKeysWith: { first, _ in first })

    /// The action of a key.
    static func of(_ key: Key) -> LabAction? { byKey[key] ?? byKey[key.withoutModifiers] }

    static func helpLines() -> [(keys: String, explanation: String)] {
        allCases.map { ($0.keys.map(\.name).joined(separator: " "), $0.explanation) }
    }
}
