/// Terminals that are known to support hyperlinks (OSC 8).
///
/// Most other terminals ignore hyperlinks, but some print part of them; so unknown terminals receive none.
enum LinkSupport {
    /// Returns whether the environment names a terminal with support. Inside tmux or GNU screen the variables may be
    /// those of the outer terminal.
    static func isKnown(_ environment: TerminalEnvironment) -> Bool {
        guard !environment.isInsideTmux, !environment.term.hasPrefix("screen"), !environment.term.hasPrefix("tmux")
        else { return false }
        // some versions of VTE before 0.50.1 crashed on hyperlinks
        if let version = Int(environment.vteVersion) { return version >= firstVTE }
        if environment.isInWindowsTerminal || programs.contains(environment.termProgram) { return true }
        return environment.term.split(separator: "-").contains { families.contains(String($0)) }
    }

    /// Returns whether a terminal's reply to XTVERSION, which also works over ssh, names a terminal with support.
    static func isKnown(name: String) -> Bool {
        let name = TerminalName(name)
        switch name.family {
        case "vte": return name.isAtLeast(firstVTE)
        case "tmux": return name.isAtLeast(3, 4)
        default: return families.contains(name.family)
        }
    }

    private static let firstVTE = 5001
    private static let families: Set<String> = [
        "kitty", "foot", "alacritty", "ghostty", "wezterm", "iterm2", "contour", "mintty", "konsole", "rio",
    ]
    private static let programs: Set<String> = [
        "iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio", "Hyper",
    ]
}
