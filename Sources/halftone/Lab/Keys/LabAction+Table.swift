extension LabAction {
    /// The one table of the Lab's actions, in the order of the help.
    static let table: [ActionRow<LabAction>] = moving + panels + loads + server + time + program

    private static let moving = rows(
        .moving,
        [
            (.up, .all, "↑ k", "move", "one row, switch, load or line up"),
            (.down, .all, "↓ j", "move", "one row, switch, load or line down"),
            (.pageUp, .all, "PgUp Ctrl-B", "page", "one panel up"),
            (.pageDown, .all, "PgDn Space Ctrl-F", "page", "one panel down"),
            (.first, .all, "Home g", "first", "the first one"),
            (.last, .all, "End G", "last", "the last one"),
        ])

    private static let panels = rows(
        .panels,
        [
            (.act, .all, "Enter", "turn", "turn the switch; show the load; ask for the picture again"),
            (.less, .switchboard, "← h", "less", "the value before, of a switch"),
            (.more, .switchboard, "→ l", "more", "the next value of a switch"),
            (.nextPanel, .all, "Tab", "panel", "keys for the next panel"),
            (.switchboard, .all, "s", "switches", "keys for the switchboard; hide it if it has them"),
            (.waterfall, .all, "w", "waterfall", "keys for the waterfall; hide it if it has them"),
            (.identity, .all, "i", "identity", "show or hide which cell is which"),
        ])

    private static let loads = rows(
        .loads,
        [
            (.nextFeed, .all, "f", "feed", "the next feed"),
            (.previousFeed, .all, "F", "feed", "the feed before"),
            (.reload, .all, "r", "again", "ask for the row's picture again"),
            (.reloadAll, .all, "R", "all again", "ask for all pictures in view again"),
            (.cancel, .all, "x", "cancel", "cancel the row's load"),
        ])

    private static let server = rows(
        .server,
        [
            (.clearMemory, .all, "c", "clear memory", "empty the memory cache"),
            (.clearCaches, .all, "C", "clear caches", "empty both caches"),
            (.clearFaults, .all, "d", "no faults", "turn all faults of the server off"),
        ])

    private static let time = rows(
        .time,
        [
            (.pause, .all, "p", "hold", "hold deliveries to the views back, or let them go"),
            (.step, .all, "n", "one delivery", "let one delivery through"),
            (.slowMotion, .all, "m", "slow", "slow motion of all that moves: 1, 1/4, 1/10, 1/50"),
            (.resetCounters, .all, "0", "zero", "count from 0 again"),
        ])

    private static let program = rows(
        .program,
        [
            (.help, .all, "? F1", "help", "show or hide the keys"),
            (.close, .all, "Esc", "back", "close what is open; keys for the table"),
            (.redraw, .all, "Ctrl-L", "redraw", "draw the whole screen anew"),
            (.quit, .all, "q", "quit", "leave the Lab"),
        ])
}
