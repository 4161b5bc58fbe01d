import Basis
import TerminalViews

/// Everything a key can do in the Lab.
enum LabAction: String, KeyedAction {
    case up, down, pageUp, pageDown, first, last
    case act, less, more, nextPanel, switchboard, waterfall, identity
    case nextFeed, previousFeed, reload, reloadAll, cancel
    case clearMemory, clearCaches, clearFaults
    case pause, step, slowMotion, resetCounters
    case help, close, redraw, quit

    /// The panel that has the keys, or what is open over it.
    struct Contexts: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let table = Contexts(rawValue: 1)
        static let switchboard = Contexts(rawValue: 2)
        static let waterfall = Contexts(rawValue: 4)
        /// What is known of one load, over all panels.
        static let details = Contexts(rawValue: 8)
        static let all: Contexts = [.table, .switchboard, .waterfall, .details]
    }

    enum Section: String, CaseIterable, Sendable {
        case moving = "Moving"
        case panels = "Panels"
        case loads = "Feeds and loads"
        case server = "Caches and server"
        case time = "Time and counters"
        case program = "The program"
    }

    static let setting = "labKeys"
    static let bindings = Lock(KeyBindings<LabAction>())
    static let kept = [LabAction.help, .quit]

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
}
