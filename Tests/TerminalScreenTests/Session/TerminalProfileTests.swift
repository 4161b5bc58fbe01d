import TestSupport
import Testing

@testable import TerminalScreen

/// The table of terminals, asked by replies and by the environment.
@Suite(.endsInTime) struct TerminalProfileTests {
    @Test(arguments: [
        ("VTE(6800)", true), ("VTE(4600)", false), ("kitty(0.26.5)", true), ("foot(1.13.1)", true),
        ("WezTerm 20230712", true), ("tmux 3.4", true), ("tmux 3.3a", false), ("tmux next-3.4", false),
        ("XTerm(379)", false), ("iTerm2 3.4.19", true), ("Konsole 22.12.3", true), ("", false), ("tmux", false),
    ])
    func `a reported name decides about hyperlinks`(name: String, hasLinks: Bool) {
        #expect(TerminalProfile(reply: name).hasLinks == hasLinks)
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color"], false),
        (["TERM": "xterm-256color", "VTE_VERSION": "6800"], true),
        (["TERM": "xterm-256color", "VTE_VERSION": "4205"], false),
        (["TERM": "xterm-256color", "WT_SESSION": "x"], true), (["TERM": "alacritty"], true),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false), (["TERM": "linux"], false),
        (["TERM": "tmux-256color", "TMUX": "x", "VTE_VERSION": "6800"], false),
        (["TERM": "screen-256color", "WT_SESSION": "x"], false),
    ])
    func `the environment decides about hyperlinks of a terminal without a name`(
        _ variables: [String: String], hasLinks: Bool
    ) {
        #expect(TerminalProfile(environment: TerminalEnvironment { variables[$0] }).hasLinks == hasLinks)
    }

    @Test(arguments: [
        ("kitty(0.40.1)", GlyphSet.octants), ("kitty(0.26.5)", .sextants), ("kitty", .sextants),
        ("foot(1.20.0)", .octants), ("foot(1.13.1)", .sextants), ("VTE(7800)", .octants), ("VTE(7006)", .sextants),
        ("VTE(6000)", .blocks), ("ghostty 1.2.0", .octants), ("XTerm(379)", .blocks), ("", .blocks),
    ])
    func `the finest characters are those that the terminal draws itself`(name: String, expected: GlyphSet) {
        #expect(TerminalProfile(reply: name).finestGlyphs == expected)
    }

    @Test(arguments: [
        ("XTerm(379)", ["TERM": "xterm-256color"], "xterm"), (nil, ["TERM": "xterm-256color"], ""),
        (nil, ["TERM": "xterm-kitty"], "kitty"), (nil, ["TERM": "mlterm-256color"], "mlterm"),
        ("kitty(0.40.1)", ["TERM": "tmux-256color", "TMUX": "x"], "tmux"),
        ("kitty(0.40.1)", ["TERM": "screen.xterm-256color"], "screen"),
        ("Evil\u{1B}[31m 1", [:], "evil[31m"),
    ])
    func `the name is that of the terminal that draws text`(
        reply: String?, variables: [String: String], name: String
    ) {
        #expect(TerminalProfile(reply: reply, environment: TerminalEnvironment { variables[$0] }).name == name)
    }

    @Test func `a reply that is not in the table leaves what the environment says`() {
        let environment = TerminalEnvironment { ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"][$0] }
        let profile = TerminalProfile(reply: "xterm.js(5.5.0)", environment: environment)
        #expect(profile.hasLinks && profile.name == "xterm.js")
        #expect(!TerminalProfile(reply: "xterm.js(5.5.0)").hasLinks)
        // and one that is in the table replaces it
        for reply in ["VTE(4600)", "XTerm(390)"] {
            #expect(!TerminalProfile(reply: reply, environment: environment).hasLinks)
        }
    }
}
