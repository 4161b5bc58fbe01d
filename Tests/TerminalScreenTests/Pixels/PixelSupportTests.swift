import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct PixelSupportTests {
    private let cell = PixelSize(width: 9, height: 18)

    private func facts(_ replies: [TerminalReply]) -> TerminalCapabilities {
        var facts = TerminalCapabilities()
        for reply in replies { facts.adopt(reply) }
        return facts
    }

    private func support(
        _ replies: [TerminalReply], _ variables: [String: String] = ["TERM": "xterm-256color"]
    ) -> PixelSupport {
        PixelSupport(facts: facts(replies), environment: TerminalEnvironment { variables[$0] }, cell: cell)
    }

    struct Case: Sendable {
        var name: String?
        var hasSixels = false
        var variables = ["TERM": "xterm-256color"]
        /// The protocols that can be used, the best one first.
        var usable: [PixelProtocol] = []
    }

    @Test(arguments: [
        Case(name: "kitty(0.35.2)", usable: [.kitty]),
        Case(name: "kitty(0.28.0)", usable: [.kitty]),
        Case(name: "kitty(0.26.5)"), Case(name: "kitty"), Case(name: "ghostty 1.1.3", usable: [.kitty]),
        Case(name: "Konsole 22.12.3", hasSixels: true), Case(name: "Konsole 25.08"),
        Case(name: "XTerm(379)"), Case(name: "XTerm(379)", hasSixels: true, usable: [.sixel]),
        Case(name: "foot(1.13.1)", hasSixels: true, usable: [.sixel]),
        Case(name: "mlterm(3.9.2)", hasSixels: true, usable: [.sixel, .iterm]),
        Case(name: "WezTerm 20240203", hasSixels: true, usable: [.sixel, .iterm]),
        Case(name: "iTerm2 3.5.0", hasSixels: true, usable: [.iterm, .sixel]),
        Case(name: "contour 0.4", hasSixels: true, usable: [.sixel]), Case(name: "VTE(7800)"), Case(),
        Case(hasSixels: true, usable: [.sixel]),
        Case(hasSixels: true, variables: ["TERM": "mlterm"], usable: [.sixel, .iterm]),
        Case(hasSixels: true, variables: ["TERM": "konsole-256color"]),
        Case(name: "kitty(0.35.2)", hasSixels: true, variables: ["TERM": "screen.xterm-kitty"]),
        Case(hasSixels: true, variables: ["TERM": "xterm-256color", "STY": "1.pts"]),
    ])
    func `the terminal's name and its attributes decide`(_ example: Case) {
        let name = example.name.map { [TerminalReply.name($0)] } ?? []
        let support = support(name + [.deviceAttributes(hasSixels: example.hasSixels)], example.variables)
        #expect(support.usable == example.usable)
        for candidate in PixelProtocol.allCases {
            #expect((support.refusal(of: candidate) == nil) == example.usable.contains(candidate))
        }
    }

    @Test(arguments: [
        (["tmux 3.3a", "kitty(0.35.2)"], true), (["kitty(0.35.2)", "tmux 3.3a"], true), (["tmux 3.3a"], false),
        (["tmux 3.3a", "Konsole 22.12"], false), (["tmux 3.3a", "kitty(0.26.5)"], false),
    ])
    func `inside of tmux the terminal around it decides about kitty's protocol`(names: [String], isUsable: Bool) {
        let support = support(
            names.map { .name($0) } + [.deviceAttributes(hasSixels: false)],
            ["TERM": "tmux-256color", "TMUX": "/tmp/x"])
        #expect(support.isInsideTmux)
        #expect(support.usable == (isUsable ? [.kitty] : []))
        if names.count == 1 {
            #expect(support.refusal(of: .kitty) == "tmux passes nothing on, see allow-passthrough")
        }
    }

    /// Regression: an xterm that was started from another terminal's shell was sent that one's pictures.
    @Test func `a protocol of the environment alone is not the best`() {
        let variables = ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]
        #expect(support([.name("XTerm(390)")], variables).usable.isEmpty)
        #expect(support([], variables).best == nil)
        #expect(support([.name("WezTerm 20240203")], variables).best == .iterm)
    }

    @Test func `a terminal that says no to kitty's query gets no pictures`() {
        let refused = TerminalReply.graphics(id: KittyGraphics.maxID, isOK: false)
        let taken = TerminalReply.graphics(id: KittyGraphics.maxID, isOK: true)
        #expect(support([.name("kitty(0.35.2)"), refused]).usable.isEmpty)
        #expect(support([.name("kitty(0.35.2)"), taken]).usable == [.kitty])
        #expect(support([.name("kitty(0.35.2)"), taken]).best == .kitty)
        #expect(support([.name("kitty(0.35.2)")]).best == nil, "it has not answered")
        #expect(support([.name("Konsole 22.12"), taken]).usable.isEmpty)
    }

    @Test(arguments: [("kitty(0.26.5)", [PixelProtocol.kitty]), ("Konsole 22.12", [])])
    func `pictures on lines of output need no placeholders`(name: String, usable: [PixelProtocol]) {
        let facts = facts([.name(name), .deviceAttributes(hasSixels: false)])
        #expect(PixelSupport(facts: facts, environment: .init(), cell: cell, isPrinted: true).usable == usable)
        #expect(PixelSupport(facts: facts, environment: .init(), cell: cell).usable.isEmpty)
        let tmux = TerminalEnvironment { ["TERM": "tmux-256color", "TMUX": "/tmp/x"][$0] }
        let inside = PixelSupport(facts: facts, environment: tmux, cell: cell, isPrinted: true)
        #expect(inside.refusal(of: .kitty) == "tmux does not move pictures with the lines of output")
    }

    @Test(arguments: [nil, PixelSize(width: 1, height: 1), PixelSize(width: 129, height: 200)])
    func `without a size of a cell that a font has there are no pictures`(cell: PixelSize?) {
        let facts = facts([.name("kitty(0.35.2)"), .deviceAttributes(hasSixels: true)])
        let support = PixelSupport(facts: facts, environment: TerminalEnvironment(), cell: cell)
        #expect(support.usable.isEmpty && support.cell == nil)
        #expect(support.refusal(of: .kitty) == "the size of a cell in pixels is not known")
        #expect(support.refusal(of: .iterm) == "kitty is not known to show inline images")
    }

    @Test func `pixels need 24-bit colors`() {
        let facts = facts([.name("mlterm(3.9.2)"), .deviceAttributes(hasSixels: true)])
        let support = PixelSupport(facts: facts, environment: .init(), cell: cell, colors: .palette256)
        #expect(support.usable.isEmpty && support.best == nil)
        #expect(support.refusal(of: .sixel) == "pixels need 24-bit colors, not 256")
    }

    @Test(arguments: [(nil, 255), (256, 255), (1024, 255), (16, 15), (4, 3), (0, 2)])
    func `the palette of sixels is as large as the terminal's`(registers: Int?, colors: Int) {
        #expect(support(registers.map { [.colorRegisters($0)] } ?? []).sixelColors == colors)
    }

    @Test func `a name in a reason has no control characters`() {
        let reason = support([.name("evil\u{1B}[31m 1")]).refusal(of: .kitty) ?? ""
        #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(reason.contains("evil"))
    }

    // MARK: Queries

    private func queries(_ replies: [TerminalReply], _ variables: [String: String] = ["TERM": "xterm"]) -> String {
        var probes = PixelProbes()
        let environment = TerminalEnvironment { variables[$0] }
        let queries = probes.next(facts(replies), environment)
        #expect(probes.next(facts(replies), environment).isEmpty, "queries are sent once")
        return String(decoding: queries, as: UTF8.self)
    }

    @Test func `only terminals whose reply matters are asked more`() {
        let done = TerminalReply.deviceAttributes(hasSixels: false)
        #expect(queries([.name("kitty(0.35.2)")]).isEmpty, "not all replies are there")
        for name in ["XTerm(379)", "VTE(7006)", "Konsole 22.12"] {
            #expect(queries([.name(name), done]).isEmpty)
        }
        let kitty = queries([.name("kitty(0.35.2)"), done])
        #expect(kitty == "\u{1B}_Ga=q,f=24,s=1,v=1,i=16777215;AAAA\u{1B}\\\u{1B}[c")
        #expect(
            queries([.name("XTerm(379)"), .deviceAttributes(hasSixels: true)]) == "\u{1B}[?1;1;0S\u{1B}[c")
        #expect(queries([.deviceAttributes(hasSixels: true)], ["TERM": "screen"]).isEmpty)
        let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/x"]
        #expect(queries([.name("tmux 3.3a"), done], tmux).isEmpty)
        #expect(
            queries([.name("tmux 3.3a"), .name("kitty(0.35.2)"), done], tmux).hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=q")
        )
    }

    @Test func `inside of tmux replies are expected after that to DA1`() {
        let tmux = TerminalEnvironment { ["TERM": "tmux-256color", "TMUX": "/tmp/x"][$0] }
        var probes = PixelProbes()
        var facts = facts([.name("tmux 3.3a"), .deviceAttributes(hasSixels: false)])
        #expect(probes.hasPendingReplies(facts, tmux))
        #expect(!probes.hasPendingReplies(facts, TerminalEnvironment()))
        facts.adopt(.name("kitty(0.35.2)"))
        #expect(!probes.hasPendingReplies(facts, tmux))
        _ = probes.next(facts, tmux)
        #expect(probes.hasPendingReplies(facts, tmux))
        facts.adopt(.graphics(id: KittyGraphics.maxID, isOK: true))
        #expect(!probes.hasPendingReplies(facts, tmux))
    }

    @Test func `the first queries ask tmux for the terminal around it`() {
        func text(isInsideTmux: Bool) -> String {
            var environment = TerminalEnvironment()
            environment.isInsideTmux = isInsideTmux
            let detection = TerminalDetection(environment: environment, terminfo: TerminfoCapabilities(colors: 256))
            return String(decoding: TerminalCapabilities.queries(detection, environment), as: UTF8.self)
        }
        #expect(text(isInsideTmux: true).contains("\u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\\"))
        #expect(!text(isInsideTmux: false).contains("tmux"))
    }
}
