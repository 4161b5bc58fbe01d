import Glibc

/// The process's locale, which determines how ncurses writes characters.
public enum TerminalLocale {
    /// The result of adopting a locale.
    public enum Outcome: Hashable, Sendable {
        /// The environment's locale uses UTF-8.
        case utf8
        /// The environment names another codeset; UTF-8 is written anyway.
        case forcedUTF8(instead: String)
        /// No UTF-8 locale is installed: ncurses writes ASCII only.
        case asciiOnly(String)

        /// The codeset that the environment names.
        public var codeset: String {
            switch self {
            case .utf8: "UTF-8"
            case .forcedUTF8(let codeset), .asciiOnly(let codeset): codeset
            }
        }

        /// Whether ncurses writes characters beyond ASCII.
        public var isUnicode: Bool {
            if case .asciiOnly = self { false } else { true }
        }

        /// A warning for the user; `nil` if the environment's locale has UTF-8.
        public var warning: String? {
            switch self {
            case .utf8: nil
            case .forcedUTF8(let codeset): "the locale says \(codeset); writing UTF-8 (set LANG=C.UTF-8 to agree)"
            case .asciiOnly(let codeset): "the locale says \(codeset) and C.UTF-8 is missing; ncurses draws with ASCII"
            }
        }
    }

    /// Sets the environment's locale, or C.UTF-8 if that is not UTF-8: a login without `LANG` is common, a terminal
    /// without UTF-8 is not. Affects the whole process; call once, before ncurses starts.
    @discardableResult
    public static func adopt() -> Outcome {
        // only LC_CTYPE: a decimal comma from LC_NUMERIC would affect every C library in the process
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
