import CCurses

extension TerminfoFacts {
    /// What terminfo knows about `term`, read without taking a terminal; `nil` when it knows nothing.
    ///
    /// Main thread, and not beside a ``TerminalSession``: ncurses keeps one entry for the process.
    public static func loaded(for term: String) -> TerminfoFacts? {
        guard halftone_curses_load(term) else { return nil }
        defer { halftone_curses_unload() }
        return .ofLoadedEntry
    }

    /// Of the entry that ncurses goes by now.
    static var ofLoadedEntry: TerminfoFacts {
        TerminfoFacts(
            colors: Int(max(0, halftone_curses_number("colors"))),
            hasDirectColor: halftone_curses_flag("RGB") || halftone_curses_flag("Tc"))
    }
}
