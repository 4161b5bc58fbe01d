import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import ScreenKit

/// What `doctor` says about pictures, `auto` means and `P` switches to.
@Suite(.endsInTime) struct PictureMethodsTests {
    struct Case: Sendable {
        var colors = ColorDepth.direct
        var name = "XTerm(379)"
        var hasSixels = false
        var width: Int?
        var method: PictureMethod? = .glyphs(.halfBlocks)
        var outlook: String
    }

    private func methods(_ example: Case) -> PictureMethods {
        var facts = TerminalCapabilities()
        for reply in [TerminalReply.name(example.name), .deviceAttributes(hasSixels: example.hasSixels)] {
            facts.adopt(reply)
        }
        let environment = TerminalEnvironment()
        return PictureMethods(
            colors: example.colors,
            support: PixelSupport(
                facts: facts, environment: environment, cell: PixelSize(width: 10, height: 20), colors: example.colors),
            profile: TerminalProfile(reply: example.name, environment: environment),
            ambiguousWidth: example.width)
    }

    private static let direct = " Text in 256 colors would be drawn by ncurses."

    @Test(arguments: [
        Case(
            hasSixels: true,
            outlook: "half blocks in 24-bit color, drawn directly; P switches to sixel." + direct),
        Case(hasSixels: true, method: nil, outlook: "sixel, drawn directly; P switches to half blocks." + direct),
        Case(method: nil, outlook: "half blocks in 24-bit color, drawn directly; P switches to blocks." + direct),
        Case(
            name: "foot(1.20.0)",
            outlook: "half blocks in 24-bit color, drawn directly; P switches to octants." + direct),
        Case(
            name: "foot(1.20.0)", method: .glyphs(.octants),
            outlook: "octants in 24-bit color, drawn directly; P switches to half blocks." + direct),
        Case(
            colors: .palette256, name: "mlterm(3.9.2)", hasSixels: true, method: nil,
            outlook: "half blocks in 256 colors, drawn by ncurses; P switches to blocks."),
        Case(
            colors: .palette256, name: "mlterm(3.9.2)", hasSixels: true, method: .pixels(.sixel),
            outlook: "half blocks in 256 colors, drawn by ncurses; P switches to blocks."),
        Case(colors: .mono, outlook: "half blocks without colors, drawn by ncurses; P switches to blocks."),
        Case(hasSixels: true, width: 2, method: nil, outlook: "spaces in 24-bit color, drawn directly." + direct),
    ])
    func `a sentence says what is drawn, by what, and what P switches to`(_ example: Case) {
        #expect(methods(example).outlook(example.method) == "Pictures: " + example.outlook)
    }

    @Test(arguments: [
        (true, "blocks are two columns wide here ('print' shows pixels)"),
        (false, "the terminal does not report sixels"),
    ])
    func `wide half blocks are a reason against pixels that the terminal has`(hasSixels: Bool, reason: String) {
        let methods = methods(Case(hasSixels: hasSixels, width: 2, outlook: ""))
        #expect(methods.refusal(of: .pixels(.sixel)) == reason && methods.pixels == nil)
    }

    @Test(arguments: [
        (PictureMethod.pixels(.sixel), "no sixel pictures here: pixels need 24-bit colors, not 256"),
        (.glyphs(.octants), "no octants pictures here: ncurses does not know them"), (.glyphs(.sextants), nil),
        (.glyphs(.halfBlocks), nil), (nil, nil),
    ])
    func `a method that cannot be had has a reason`(method: PictureMethod?, message: String?) {
        let methods = methods(Case(colors: .palette256, hasSixels: true, outlook: ""))
        #expect(methods.message(about: method) == message)
        let drawn = methods.renderer(method, from: PictureRenderer(colors: .palette256)).method
        #expect(method == nil || (drawn == method) == (message == nil))
    }
}
