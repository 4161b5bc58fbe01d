import Glibc

/// The process's locale, which determines how ncurses writes characters.
public enum TerminalLocale {
    /// The result of adopting a locale.
    public struct Outcome: Hashable, Sendable {
        /// The codeset that the environment names.
        public let codeset: String
        /// Whether a UTF-8 locale is set. Without one, ncurses writes ASCII only.
        public let isUnicode: Bool

        /// A warning for the user; `nil` if the environment's locale has UTF-8.
        public var warning: String? {
            if codeset == TerminalLocale.utf8 { return nil }
            return isUnicode
                ? "the locale says \(codeset); writing UTF-8 (set LANG=C.UTF-8 to agree)"
                : "the locale says \(codeset) and C.UTF-8 is missing; ncurses draws with ASCII"
        }
    }

    private static let utf8 = "UTF-8"

    /// Sets the environment's locale, or C.UTF-8 if that is not UTF-8: a login without `LANG` is common, a terminal
    /// without UTF-8 is not. Affects the whole process; call once, before ncurses starts.
    @discardableResult
    public static func adopt() -> Outcome {
        // only LC_CTYPE: a decimal comma from LC_NUMERIC would affect every C library in the process
        setlocale(LC_CTYPE, "")
        let codeset = currentCodeset
        let others = ["C.UTF-8", "C.utf8", "en_US.UTF-8"]
        let isUnicode =
            codeset == utf8 || others.contains { setlocale(LC_CTYPE, $0) != nil && currentCodeset == utf8 }
        return Outcome(codeset: codeset, isUnicode: isUnicode)
    }

    private static var currentCodeset: String {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return "unknown" }
        return String(cString: name)
    }
}
