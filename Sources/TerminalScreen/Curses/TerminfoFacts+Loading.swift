import CCurses
import Glibc

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
        var facts = TerminfoFacts(
            colors: Int(max(0, halftone_curses_number("colors"))),
            hasDirectColor: halftone_curses_flag("RGB") || halftone_curses_flag("Tc"))
        facts.hasMouse = halftone_curses_string("kmous") != nil
        facts.erasesInBackground = halftone_curses_flag("bce")
        // Some entries have these in a form of their own: only what we would send counts.
        facts.repeatsCharacters = text("rep", 0x78, 5) == "x\u{1B}[4b"
        facts.erasesCharacters = text("ech", 7, 0) == "\u{1B}[7X"
        facts.erasesLines = text("el", 0, 0) == "\u{1B}[K"
        return facts
    }

    /// What a capability says for two numbers; `nil` when the terminal has none.
    private static func text(_ name: String, _ first: Int32, _ second: Int32) -> String? {
        guard let capability = halftone_curses_string(name),
            let formatted = halftone_curses_format(capability, first, second)
        else { return nil }
        let bytes = Array(UnsafeRawBufferPointer(start: formatted, count: strlen(formatted)))
        return String(decoding: CursesScreen.withoutDelays(bytes), as: UTF8.self)
    }
}
