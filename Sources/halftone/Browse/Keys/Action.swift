import TerminalScreen

/// Everything a key can do. What is known of each is in the one ``table``: what keys do, what the footer hints at, the
/// help, the manual page and the config file all come from there.
enum Action: String, CaseIterable, Sendable {
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

    /// A line of the table.
    struct Row: Sendable {
        let action: Action
        let section: Section
        let contexts: Contexts
        /// Those it has when nobody says otherwise; the first is the one that hints name. There is at least one.
        let keys: [Key]
        /// A word or two for the footer.
        let hint: String
        /// For the help and the manual page.
        let explanation: String
    }

    var row: Row { Self.rows[self] ?? Self.table[0] }  // a test sees to it that none is missing
    var contexts: Contexts { row.contexts }
    var hint: String { row.hint }
    var explanation: String { row.explanation }
    var standardKeys: [Key] { row.keys }

    /// The keys of an action as they are now; the first is the one that hints name. There is at least one.
    var keys: [Key] { KeyBindings.keys(of: self) }
    /// How hints name its key.
    var keyName: String { keys.first?.name ?? "" }

    /// The action of a key where one is.
    static func of(_ key: Key, in context: Contexts) -> Action? {
        KeyBindings.action(of: key, in: context) ?? KeyBindings.action(of: key.withoutModifiers, in: context)
    }

    private static let rows = Dictionary(table.map { ($0.action, $0) }) { first, _ in first }
}
