/// What the environment says about the terminal: the few variables that matter, and nothing read behind their back.
public struct TerminalEnvironment: Hashable, Sendable {
    public var term = ""
    public var colorTerm = ""
    public var termProgram = ""
    /// `NO_COLOR` is set and not empty (no-color.org).
    public var wantsNoColor = false
    /// Inside tmux, which translates colours for the terminal around it.
    public var isInsideTmux = false
    /// VTE's version (GNOME Terminal and others), as in `6800`.
    public var vteVersion = ""
    public var isInWindowsTerminal = false

    public init() {}

    /// Picks the variables out with `lookup`, which returns `nil` for one that is not set.
    public init(lookup: (String) -> String?) {
        term = lookup("TERM") ?? ""
        colorTerm = lookup("COLORTERM") ?? ""
        termProgram = lookup("TERM_PROGRAM") ?? ""
        wantsNoColor = !(lookup("NO_COLOR") ?? "").isEmpty
        isInsideTmux = !(lookup("TMUX") ?? "").isEmpty
        vteVersion = lookup("VTE_VERSION") ?? ""
        isInWindowsTerminal = !(lookup("WT_SESSION") ?? "").isEmpty
    }
}

/// What terminfo says about the terminal.
public struct TerminfoFacts: Hashable, Sendable {
    /// `colors`; 0 when it has none.
    public var colors: Int
    /// The extended flags `RGB` or `Tc`.
    public var hasDirectColor: Bool
    /// `kmous`: it reports its mouse as xterm does, and takes no question about itself for text.
    public var hasMouse = false
    /// `rep`, in the form of ECMA-48: REP prints the last character again so many times.
    public var repeatsCharacters = false
    /// `bce`: what is erased has the background that is set. Without it nobody knows what it has.
    public var erasesInBackground = false
    /// `ech`, in the form of ECMA-48: blanks so many characters from the cursor on.
    public var erasesCharacters = false
    /// `el`, in the form of ECMA-48: blanks the rest of the line.
    public var erasesLines = false

    public init(colors: Int, hasDirectColor: Bool = false) {
        self.colors = colors
        self.hasDirectColor = hasDirectColor
    }
}

/// How many colours the terminal shows, and why we think so.
public struct TerminalDetection: Hashable, Sendable {
    public var colors: ColorDepth
    /// For `doctor` and `--verbose`, such as `COLORTERM=truecolor`.
    public var reason: String

    /// Decides from what is known without asking the terminal anything: no reply is ever waited for.
    ///
    /// The first that speaks wins: `choice` (`--colors`; `nil` for auto), `NO_COLOR`, `TERM=dumb`, `COLORTERM`,
    /// terminfo's `RGB` or `Tc`, a name known for 24-bit colour, terminfo's number of colours. A palette that was
    /// chosen is reduced to what terminfo has, because ncurses draws palettes and goes by terminfo.
    public init(choice: ColorDepth? = nil, environment: TerminalEnvironment, terminfo: TerminfoFacts) {
        if let choice {
            let palette = Self.palette(terminfo)
            let possible = choice == .direct || Self.rank(choice) <= Self.rank(palette) ? choice : palette
            colors = possible
            reason = possible == choice ? "asked for" : "asked for \(choice.rawValue), terminfo has \(terminfo.colors)"
        } else if environment.wantsNoColor {
            (colors, reason) = (.mono, "NO_COLOR")
        } else if environment.term.isEmpty || environment.term == "dumb" {
            (colors, reason) = (.mono, "TERM=\(environment.term)")
        } else if let spoken = Self.directColor(environment, terminfo) {
            (colors, reason) = (.direct, spoken)
        } else {
            (colors, reason) = (Self.palette(terminfo), "terminfo has \(terminfo.colors) colors")
        }
    }

    private static func directColor(_ environment: TerminalEnvironment, _ terminfo: TerminfoFacts) -> String? {
        // GNU screen knows no 24-bit colour and passes on the COLORTERM of the terminal around it; tmux translates.
        let isScreen = environment.term.hasPrefix("screen") && !environment.isInsideTmux
        if !isScreen, ["truecolor", "24bit"].contains(environment.colorTerm.lowercased()) {
            return "COLORTERM=\(environment.colorTerm)"
        }
        if terminfo.hasDirectColor { return "terminfo has RGB" }
        if isScreen || environment.isInsideTmux { return nil }  // TERM_PROGRAM may be that of the terminal around it
        let parts = environment.term.split(separator: "-")
        if let last = parts.last, parts.count > 1, ["direct", "truecolor"].contains(last) {
            return "TERM=\(environment.term)"
        }
        if knownTerms.contains(environment.term) || parts.contains(where: { knownFamilies.contains(String($0)) }) {
            return "TERM=\(environment.term)"
        }
        // Terminal.app (Apple_Terminal) is missing on purpose: it shows 256 colours.
        return knownPrograms.contains(environment.termProgram) ? "TERM_PROGRAM=\(environment.termProgram)" : nil
    }

    private static let knownTerms: Set<String> = ["iterm2", "iTerm2.app", "st-256color", "contour", "mintty"]
    private static let knownFamilies: Set<String> = ["kitty", "foot", "alacritty", "ghostty", "wezterm"]
    private static let knownPrograms: Set<String> = [
        "iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "rio", "Hyper",
    ]

    private static func palette(_ terminfo: TerminfoFacts) -> ColorDepth {
        switch terminfo.colors {
        case 256...: .palette256
        case 16...: .palette16
        case 8...: .palette8
        default: .mono
        }
    }

    private static func rank(_ depth: ColorDepth) -> Int {
        switch depth {
        case .mono: 0
        case .palette8: 1
        case .palette16: 2
        case .palette256: 3
        case .direct: 4
        }
    }
}
