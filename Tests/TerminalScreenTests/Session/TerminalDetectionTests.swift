import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct TerminalDetectionTests {
    struct Case: Sendable {
        var says: [String: String]
        var colors = 256
        var isDirect = false
        var choice: ColorDepth?
        var expected: ColorDepth
    }

    @Test(arguments: [
        Case(says: ["TERM": "xterm-256color"], expected: .palette256),
        Case(says: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], expected: .direct),
        Case(says: ["TERM": "xterm-256color", "COLORTERM": "24bit"], expected: .direct),
        Case(says: ["TERM": "xterm-256color", "COLORTERM": "yes"], expected: .palette256),
        Case(says: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], expected: .mono),
        Case(says: ["TERM": "xterm-256color", "NO_COLOR": ""], expected: .palette256),
        Case(says: ["TERM": "dumb", "COLORTERM": "truecolor"], colors: 0, expected: .mono),
        Case(says: [:], colors: 0, expected: .mono),
        Case(says: ["TERM": "xterm-direct"], colors: 1 << 24, isDirect: true, expected: .direct),
        Case(says: ["TERM": "konsole-direct"], colors: 1 << 24, expected: .direct),
        Case(says: ["TERM": "xterm-kitty"], expected: .direct),
        Case(says: ["TERM": "foot"], expected: .direct),
        Case(says: ["TERM": "alacritty"], expected: .direct),
        Case(says: ["TERM": "xterm-ghostty"], expected: .direct),
        Case(says: ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], expected: .direct),
        Case(says: ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], expected: .palette256),
        Case(says: ["TERM": "screen-256color", "COLORTERM": "truecolor"], expected: .palette256),
        Case(says: ["TERM": "screen.xterm-kitty", "TERM_PROGRAM": "iTerm.app"], expected: .palette256),
        Case(says: ["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/x"], expected: .direct),
        Case(says: ["TERM": "tmux-256color", "TMUX": "/tmp/x", "TERM_PROGRAM": "WezTerm"], expected: .palette256),
        Case(says: ["TERM": "mlterm", "COLORTERM": "truecolor"], expected: .palette256),
        Case(says: ["TERM": "mlterm-256color", "COLORTERM": "truecolor"], choice: .direct, expected: .direct),
        Case(says: ["TERM": "linux"], colors: 8, expected: .palette8),
        Case(says: ["TERM": "xterm-16color"], colors: 16, expected: .palette16),
        Case(says: ["TERM": "rxvt-unicode"], colors: 88, expected: .palette16),
        Case(says: ["TERM": "vt100"], colors: 0, expected: .mono),
        Case(says: ["TERM": "xterm-256color", "NO_COLOR": "1"], choice: .direct, expected: .direct),
        Case(says: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], choice: .mono, expected: .mono),
        Case(says: ["TERM": "linux"], colors: 8, choice: .palette256, expected: .palette8),
        Case(says: ["TERM": "vt100"], colors: 0, choice: .palette16, expected: .mono),
    ])
    func `the first source of a color depth decides`(_ example: Case) {
        let detection = TerminalDetection(
            choice: example.choice, environment: TerminalEnvironment { example.says[$0] },
            terminfo: TerminfoCapabilities(colors: example.colors, hasDirectColor: example.isDirect))
        #expect(detection.colors == example.expected)
        #expect(!detection.reason.isEmpty)
    }

    private func detection(_ says: [String: String], colors: Int = 256, choice: ColorDepth? = nil) -> TerminalDetection
    {
        TerminalDetection(
            choice: choice, environment: TerminalEnvironment { says[$0] },
            terminfo: TerminfoCapabilities(colors: colors))
    }

    private func facts(_ replies: TerminalReply...) -> TerminalCapabilities {
        var facts = TerminalCapabilities()
        for reply in replies { facts.adopt(reply) }
        return facts
    }

    @Test func `a terminal that keeps a 24-bit color gets 24-bit color`() {
        let before = detection(["TERM": "xterm-256color"])
        let after = before.refined(by: facts(.directColor(true)))
        #expect(after.colors == .direct && after.reason == "the terminal reported 24-bit color")
        #expect(before.refined(by: facts(.directColor(false))) == before)
        #expect(before.refined(by: facts(.deviceAttributes(hasSixels: true))) == before)
        #expect(after.refined(by: TerminalCapabilities()) == after, "a later reply takes nothing back")
    }

    @Test func `only a terminal of which a reply could change something is asked`() {
        #expect(detection(["TERM": "xterm-256color"]).queriesDirectColor)
        #expect(detection(["TERM": "tmux-256color", "TMUX": "/tmp/x"]).queriesDirectColor)
        for says in [
            ["TERM": "screen-256color"], ["TERM": "xterm-256color", "STY": "1.pts"], ["TERM": "linux"],
            ["TERM": "xterm-256color", "NO_COLOR": "1"], ["TERM": "foot"], ["TERM": "mlterm"],
        ] { #expect(!detection(says).queriesDirectColor, "\(says)") }
        #expect(!detection(["TERM": "xterm-256color"], choice: .palette256).queriesDirectColor)
    }

    @Test func `a reply does not overrule the user`() {
        let yes = facts(.directColor(true))
        for detection in [
            detection(["TERM": "xterm-256color"], choice: .palette256),
            detection(["TERM": "xterm-256color", "NO_COLOR": "1"]), detection(["TERM": "vt100"], colors: 0),
            detection(["TERM": "mlterm"]),
        ] { #expect(detection.refined(by: yes) == detection) }
    }

    @Test func `a terminal with a name known for wrong 24-bit colors gets its palette`() {
        let direct = detection(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let named = facts(.directColor(true), .name("mlterm(3.9.3)"))
        let after = direct.refined(by: named)
        #expect(after.colors == .palette256 && after.reason == "mlterm shows wrong 24-bit colors")
        #expect(after.refined(by: named) == after)
        #expect(detection(["TERM": "xterm-256color"]).refined(by: named).colors == .palette256)
        #expect(detection(["TERM": "x"], choice: .direct).refined(by: named).colors == .direct)
    }
}
