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
        facts.erasesInBackground = halftone_curses_flag("bce")
        // some entries have these in a form of their own: only the form that is sent counts
        facts.repeatsCharacters = text("rep", 0x78, 5) == "x\u{1B}[4b"
        facts.erasesCharacters = text("ech", 7, 0) == "\u{1B}[7X"
        facts.erasesLines = text("el", 0, 0) == "\u{1B}[K"
        return facts
    }

    /// Returns a capability formatted with two numbers; `nil` if the terminal has none.
    private static func text(_ name: String, _ first: Int32, _ second: Int32) -> String? {
        guard let capability = halftone_curses_string(name),
            let formatted = halftone_curses_format(capability, first, second)
        else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: formatted, count: strlen(formatted)))
        return String(decoding: CursesScreen.withoutDelays(bytes), as: UTF8.self)
    }
}
