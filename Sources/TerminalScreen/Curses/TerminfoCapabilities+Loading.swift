import CCurses
import Glibc

extension TerminfoCapabilities {
    /// Returns terminfo's entry of `term`, read without opening a terminal; `nil` if there is none.
    ///
    /// Main thread only, and not during a ``TerminalSession``: ncurses holds one entry per process.
    public static func loaded(for term: String) -> TerminfoCapabilities? {
        guard halftone_curses_load(entry(for: term)) else { return nil }
        defer { halftone_curses_unload() }
        return .ofLoadedEntry
    }

    /// Returns the name of the entry to use for `TERM`.
    static func entry(for term: String) -> String {
        guard let entry = TerminalProfile.entry(for: term), halftone_curses_load(entry) else { return term }
        halftone_curses_unload()
        return entry
    }

    /// The facts of the entry that ncurses uses now.
    static var ofLoadedEntry: TerminfoCapabilities {
        var facts = TerminfoCapabilities(
            colors: Int(max(0, halftone_curses_number("colors"))),
            hasDirectColor: halftone_curses_flag("RGB") || halftone_curses_flag("Tc"))
        facts.hasMouse = halftone_curses_string("kmous") != nil
        // some entries have `el` in a form of their own: only the form that is sent counts
        if let el = halftone_curses_string("el"), strcmp(el, "\u{1B}[K") == 0 {
            facts.erasure = halftone_curses_flag("bce") ? .colored : .plain
        }
        return facts
    }
}
