/// Which terminals are known to take links (OSC 8).
///
/// The others mostly ignore them, but some print part of them; so nobody gets any who is not known.
enum LinkSupport {
    /// As far as the environment tells. Inside tmux or GNU screen the variables may be those of the terminal around it.
    static func isKnown(_ environment: TerminalEnvironment) -> Bool {
        guard !environment.isInsideTmux, !environment.term.hasPrefix("screen"), !environment.term.hasPrefix("tmux")
        else { return false }
        // Some versions of VTE before 0.50.1 crashed on links.
        if let version = Int(environment.vteVersion) { return version >= firstVTE }
        if environment.isInWindowsTerminal || programs.contains(environment.termProgram) { return true }
        return environment.term.split(separator: "-").contains { families.contains(String($0)) }
    }

    /// As far as its answer to XTVERSION tells, which also comes through ssh.
    static func isKnown(name: String) -> Bool {
        let words = name.split { $0 == " " || $0 == "(" || $0 == ")" }
        guard let first = words.first?.lowercased() else { return false }
        let version = words.dropFirst().first.map(String.init) ?? ""
        switch first {
        case "vte": return Int(version).map { $0 >= firstVTE } ?? false
        case "tmux": return isAtLeast(version, 3, 4)
        default: return families.contains(first)
        }
    }

    private static func isAtLeast(_ version: String, _ major: Int, _ minor: Int) -> Bool {
        // A letter may follow: `3.3a`.
        let numbers = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        guard let first = numbers.first else { return false }
        return first > major || (first == major && numbers.dropFirst().first ?? 0 >= minor)
    }

    private static let firstVTE = 5001
    private static let families: Set<String> = [
        "kitty", "foot", "alacritty", "ghostty", "wezterm", "iterm2", "contour", "mintty", "konsole", "rio",
    ]
    private static let programs: Set<String> = [
        "iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio", "Hyper",
    ]
}
