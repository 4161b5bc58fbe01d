/// The environment variables that describe the terminal; no other variable is read.
public struct TerminalEnvironment: Hashable, Sendable {
    /// The variable `TERM`; empty if it is not set.
    public var term: String
    /// The variable `COLORTERM`; empty if it is not set.
    var colorTerm: String
    /// The variable `TERM_PROGRAM`, the terminal's own name; empty if it is not set.
    var termProgram: String
    /// Whether `NO_COLOR` is set and not empty (no-color.org).
    public var wantsNoColor: Bool
    /// Whether the process runs inside tmux, which translates colors for the outer terminal.
    var isInsideTmux: Bool
    /// VTE's version (GNOME Terminal and others), as in `6800`.
    var vteVersion: String
    /// Whether the process runs inside GNU screen, which passes device control strings on as text.
    var isInsideScreen: Bool
    /// Whether `WT_SESSION` is set, as in Windows Terminal.
    var isInWindowsTerminal: Bool

    /// Creates an environment with `lookup`, which returns `nil` for a variable that is not set; by default for all.
    public init(lookup: (String) -> String? = { _ in nil }) {
        term = lookup("TERM") ?? ""
        colorTerm = lookup("COLORTERM") ?? ""
        termProgram = lookup("TERM_PROGRAM") ?? ""
        wantsNoColor = !(lookup("NO_COLOR") ?? "").isEmpty
        isInsideTmux = !(lookup("TMUX") ?? "").isEmpty
        isInsideScreen = !isInsideTmux && (term.hasPrefix("screen") || !(lookup("STY") ?? "").isEmpty)
        vteVersion = lookup("VTE_VERSION") ?? ""
        isInWindowsTerminal = !(lookup("WT_SESSION") ?? "").isEmpty
    }
}

/// The terminfo capabilities that this module uses.
public struct TerminfoCapabilities: Hashable, Sendable {
    /// The capability `colors`; 0 if there is none.
    public var colors: Int
    /// Whether there is an extended flag `RGB` or `Tc`.
    var hasDirectColor: Bool
    /// Whether there is `kmous`: the terminal reports its mouse as xterm does, and does not print queries as text.
    public var hasMouse = false
    /// The blanks that `el` and `bce` erase at the end of a row.
    var erasure = RowErasure.none

    /// Creates capabilities with a number of colors and, except for 24-bit color as stated, without any other.
    public init(colors: Int, hasDirectColor: Bool = false) {
        self.colors = colors
        self.hasDirectColor = hasDirectColor
    }
}

/// The number of the terminal's colors, and the reason for it.
public struct TerminalDetection: Hashable, Sendable {
    /// The number of colors to draw with.
    public var colors: ColorDepth
    /// The reason for `doctor` and `--verbose`, such as `COLORTERM=truecolor`.
    public var reason: String
    /// Whether the terminal's replies change nothing: the user has chosen, or the terminal is known for wrong colors.
    private let isFinal: Bool
    /// The colors of terminfo.
    private let palette: ColorDepth
    /// Whether the terminal would print a device control string as text.
    private let printsControlStrings: Bool

    /// Whether a reply about 24-bit color could change the number of colors, so that the terminal is queried for it.
    var queriesDirectColor: Bool { !isFinal && !printsControlStrings && colors != .mono && colors != .direct }

    /// Detects the number of colors without querying the terminal, so no reply is waited for.
    ///
    /// The first of these decides: `choice` (`--colors`; `nil` for auto), `NO_COLOR`, `TERM=dumb`, a name known for
    /// wrong 24-bit colors, `COLORTERM`, terminfo's `RGB` or `Tc`, a name known for 24-bit color, terminfo's number of
    /// colors. A chosen palette is reduced to terminfo's, because ncurses draws palettes and uses terminfo.
    public init(choice: ColorDepth? = nil, environment: TerminalEnvironment, terminfo: TerminfoCapabilities) {
        palette = Self.palette(terminfo)
        let profile = TerminalProfile(environment: environment)
        printsControlStrings = profile.row.printsControlStrings
        let isWrong = profile.row.hasWrongColors
        isFinal = choice != nil || environment.wantsNoColor || isWrong
        if let choice {
            let possible = choice == .direct || Self.order(choice) >= Self.order(palette) ? choice : palette
            colors = possible
            reason = possible == choice ? "asked for" : "asked for \(choice.rawValue), terminfo has \(terminfo.colors)"
        } else if environment.wantsNoColor {
            (colors, reason) = (.mono, "NO_COLOR")
        } else if environment.term.isEmpty || environment.term == "dumb" {
            (colors, reason) = (.mono, "TERM=\(environment.term)")
        } else if isWrong {
            (colors, reason) = (palette, "\(profile.name) shows wrong 24-bit colors")
        } else if let source = Self.directColor(environment, terminfo, profile) {
            (colors, reason) = (.direct, source)
        } else {
            (colors, reason) = (palette, "terminfo has \(terminfo.colors) colors")
        }
    }

    /// Returns the detection with what the terminal has reported: 24-bit color if it keeps such colors, and its palette
    /// if its name is known for wrong ones. A choice of the user stays.
    public func refined(by facts: TerminalCapabilities) -> TerminalDetection {
        guard !isFinal, colors != .mono else { return self }
        var refined = self
        if let profile = facts.name.map(TerminalProfile.init(reply:)), profile.row.hasWrongColors {
            guard colors == .direct else { return self }
            (refined.colors, refined.reason) = (palette, "\(profile.name) shows wrong 24-bit colors")
        } else if facts.keepsDirectColor == true, colors != .direct {
            (refined.colors, refined.reason) = (.direct, "the terminal reported 24-bit color")
        }
        return refined
    }

    private static func directColor(
        _ environment: TerminalEnvironment, _ terminfo: TerminfoCapabilities, _ profile: TerminalProfile
    ) -> String? {
        // GNU screen has no 24-bit color and passes on the COLORTERM of the outer terminal; tmux translates
        let isScreen = environment.isInsideScreen
        if !isScreen, ["truecolor", "24bit"].contains(environment.colorTerm.lowercased()) {
            return "COLORTERM=\(environment.colorTerm)"
        }
        if terminfo.hasDirectColor { return "terminfo has RGB" }
        if isScreen || environment.isInsideTmux { return nil }  // TERM_PROGRAM may be that of the outer terminal
        let parts = environment.term.split(separator: "-")
        if let last = parts.last, parts.count > 1, ["direct", "truecolor"].contains(last) {
            return "TERM=\(environment.term)"
        }
        return profile.row.hasDirectColor ? "\(profile.name) has 24-bit color" : nil
    }

    private static func palette(_ terminfo: TerminfoCapabilities) -> ColorDepth {
        switch terminfo.colors {
        case 256...: .palette256
        case 16...: .palette16
        case 8...: .palette8
        default: .mono
        }
    }

    /// The place of a depth among all of them, the finest first.
    private static func order(_ depth: ColorDepth) -> Int { ColorDepth.allCases.firstIndex(of: depth) ?? 0 }
}
