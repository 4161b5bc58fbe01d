import Basis
import TerminalViews

/// Everything a key can do in the gallery.
enum Action: String, KeyedAction {
    case up, down, previous, next, pageUp, pageDown, top, bottom, jump
    case search, findNext, findPrevious, filter, sort, reverse
    case open, close, mark, markAll, undo, save, saveMarked, openPage, openPicture, copy
    case refresh, refreshAll, retryFailed, hiddenEntries, linkedFeeds
    case fit, zoomIn, zoomOut, wholePicture, slideshow, details, playPause, frameBack, frameForward, slower, faster
    case toggleLayout, moreColumns, fewerColumns, cycleIndicator, cycleTransition, cyclePlaceholder, toggleFigures
    case help, redraw, quit

    /// Whether it changes how large the picture is shown.
    var enlarges: Bool { [.fit, .zoomIn, .zoomOut, .wholePicture].contains(self) }

    /// Where a key means this.
    struct Contexts: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let list = Contexts(rawValue: 1)
        static let grid = Contexts(rawValue: 2)
        /// One picture as large as the screen.
        static let picture = Contexts(rawValue: 4)
        static let items: Contexts = [.list, .grid]
        static let all: Contexts = [.list, .grid, .picture]
    }

    /// The parts of the help.
    enum Section: String, CaseIterable, Sendable {
        case moving = "Moving"
        case finding = "Finding and sorting"
        case doing = "With a picture"
        case sources = "With the sources"
        case picture = "While one picture is open"
        case appearance = "How it looks"
        case program = "The program"
    }

    static let setting = "keys"
    static let bindings = Lock(KeyBindings<Action>())
    static let kept = [Action.help, .quit]

    var move: ItemMove? {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .top: .first
        case .bottom: .last
        default: nil
        }
    }
}
