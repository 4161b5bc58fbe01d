import Glibc

/// The process's locale, which ncurses goes by when it writes characters.
enum TerminalLocale {
    enum Outcome: Equatable {
        case utf8
        /// The environment says otherwise; we write UTF-8 all the same.
        case forcedUTF8(instead: String)
        /// No UTF-8 locale is installed: only ASCII is safe.
        case asciiOnly(String)

        var warning: String? {
            switch self {
            case .utf8: nil
            case .forcedUTF8(let codeset): "the locale says \(codeset); writing UTF-8 (set LANG=C.UTF-8 to agree)"
            case .asciiOnly(let codeset): "the locale says \(codeset) and C.UTF-8 is missing; drawing with ASCII"
            }
        }
    }

    /// Adopts the environment's locale, or C.UTF-8 where that is not UTF-8: a login without `LANG` is common, a
    /// terminal without UTF-8 is not. Process-wide; once, before ncurses starts.
    static func adopt() -> Outcome {
        // Only the characters: a decimal comma from LC_NUMERIC would reach every C library in the process.
        setlocale(LC_CTYPE, "")
        let codeset = currentCodeset
        if codeset == "UTF-8" { return .utf8 }
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
            if currentCodeset == "UTF-8" { return .forcedUTF8(instead: codeset) }
        }
        return .asciiOnly(codeset)
    }

    private static var currentCodeset: String {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return "unknown" }
        return String(cString: name)
    }
}
