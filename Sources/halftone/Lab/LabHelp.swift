import ImageLab
import OptionParsing

/// The text of `halftone help lab` after the options.
@MainActor
enum LabHelp {
    /// The texts of a cell, with their meanings.
    static let cells = HelpPanel.Section(
        name: "Texts of a cell",
        lines: [
            ("cell 3", "the third cell created; few cells show all rows"),
            ("reused 4", "it showed four other rows before this one"),
            ("load 12", "the load of its picture, as in the waterfall"),
            ("generation 9", "reuses and loads so far; older deliveries are dropped"),
            ("was row 5: ...", "its previous row, and how that load ended"),
            ("preview", "shows a picture while a better one loads"),
        ])

    static var text: String {
        """
        texts of a cell:
        \(OptionFacts.columns(cells.lines.map { ($0.words, $0.meaning) }))

        keys:
        \(KeyHelp<LabAction>.text)

        scenarios:
        \(OptionFacts.columns(LabScenario.all.map { ($0.name, $0.summary) }))

        figures, which the last lines count and scripts compare:
        \(OptionFacts.columns(LabFigures.all.map { ($0.name, $0.meaning) }))

        in a script, one command a line:
        \(OptionFacts.columns(commands))

           a CONDITION is: FIGURE OP SUM, OP being == != <= >= < or >, and SUM a number or a figure, or several with + and -
           between them; cell N, row N, selected or every cell, followed by shows TEXT (in the picture's URL), shows no
           picture, is STATE, fails with TEXT, or FIGURE OP SUM; screen shows TEXT or screen lacks TEXT; switch NAME is VALUE; idle
           STATES: \(LabCellFacts.State.allCases.map(\.rawValue).joined(separator: " "))
           FIGURES of a cell: \(LabCellFacts.figures.joined(separator: " ")) (turn: which of the server's requests, since
           reset, was the last for its picture)
           SWITCHES: \(switches.joined(separator: "\n     "))
        """
    }

    private static var switches: [String] { OptionFacts.wrapped(Switchboard().rows.map(\.name), columns: 92) }

    /// The commands of a script.
    static let commands: [(String, String)] = [
        ("key NAME...", "press keys: j, Ctrl-F, PgDn, Enter, F1"),
        ("type TEXT", "press the characters of a text"),
        ("wait for CONDITION", "wait until it holds; fails after 60 s, or after limit"),
        ("expect CONDITION", "must hold now"),
        ("set SWITCH VALUE", "set a switch"),
        ("feed NAME", "short for set feed NAME"),
        ("fault NAME [VALUE]", "turn on a fault of the server; VALUE off turns it off"),
        ("fault none", "turn off all faults"),
        ("clear memory|disk|caches", "empty caches"),
        ("reload", "reload all pictures in view"),
        ("pause", "hold back deliveries to the views"),
        ("step [N]", "release one delivery, or N"),
        ("resume", "release all deliveries"),
        ("reset", "reset the counters"),
        ("limit SECONDS", "timeout of the waits that follow"),
        ("repeat N", "repeat the lines up to end N times"),
        ("say TEXT", "print a line in the report"),
        ("# TEXT", "a comment"),
    ]
}
