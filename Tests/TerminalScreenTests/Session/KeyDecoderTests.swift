import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct KeyDecoderTests {
    @Test(arguments: [
        ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[1;5B", .modified(.down, .control)),
        ("\u{1B}O5C", .modified(.right, .control)), ("\u{1B}[1;4A", .modified(.up, [.shift, .alt])),
        ("\u{1B}[1;1C", .right), ("\u{1B}[D", .left),
        ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp),
        ("\u{1B}[6;3~", .modified(.pageDown, .alt)), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
        ("\u{1B}[Z", .backTab),
        ("\u{1B}OP", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}[15~", .function(5)),
        ("\u{1B}[24~", .function(12)), ("\u{1B}[1;2R", .modified(.function(3), .shift)), ("\r", .enter), ("\n", .enter),
        ("\t", .tab),
        ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{C}", .control("l")), ("\u{0}", .control(" ")),
        ("q", .character("q")),
        ("G", .character("G")), ("é", .character("é")), ("漢", .character("漢")), ("🎨", .character("🎨")),
        ("\u{1B}OM", .enter), ("\u{1B}Oq", .character("1")), ("\u{1B}j", .character("j")),
        ("\u{1B}[27;5;108~", .control("l")), ("\u{1B}[27u", .escape), ("\u{1B}[97;5u", .control("a")),
    ])
    func `every key sequence is decoded`(sent: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(sent.utf8)) == [.key(key)])
        #expect(decoder.timeout == nil)
    }

    @Test(arguments: [
        "\u{1B}[1;5A", "\u{1B}OA", "漢", "\u{1B}[<64;10;5M", "\u{1B}[M`!!", "\u{1B}[[A", "\u{1B}]11;rgb:0/0/0\u{1B}\\",
    ])
    func `a sequence that arrives byte by byte is decoded`(sent: String) {
        var whole = KeyDecoder()
        var pieces = KeyDecoder()
        let expected = whole.decode(Array(sent.utf8))
        #expect(expected.count == 1)
        #expect(sent.utf8.flatMap { pieces.decode([$0]) } == expected)
    }

    @Test func `a lone escape is the key when nothing follows soon`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.timeout == .milliseconds(25))
        #expect(decoder.finish() == [.key(.escape)])
        #expect(decoder.timeout == nil)
        #expect(decoder.finish().isEmpty)
    }

    @Test func `two escapes are two`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B, 0x1B]) == [.key(.escape)])
        #expect(decoder.finish() == [.key(.escape)])
    }

    @Test func `alt with a bracket is the bracket`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B, UInt8(ascii: "[")]).isEmpty)
        #expect(decoder.finish() == [.key(.character("["))])
    }

    @Test(arguments: [
        ("\u{1B}[?62;22c", TerminalReply.deviceAttributes(hasSixels: false)),
        ("\u{1B}[?62;4;22c", .deviceAttributes(hasSixels: true)),
        ("\u{1B}[?4;6c", .deviceAttributes(hasSixels: false)), ("\u{1B}[?c", .deviceAttributes(hasSixels: false)),
        ("\u{1B}[?1;0;256S", .colorRegisters(256)), ("\u{1B}[6;18;9t", .cell(PixelSize(width: 9, height: 18))),
        ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", .background(RGB(255, 128, 0))),
        ("\u{1B}]11;rgb:ff/80/00\u{1B}\\", .background(RGB(255, 128, 0))),
        ("\u{1B}]11;rgba:f/0/8/f\u{1B}\\", .background(RGB(255, 0, 136))),
        ("\u{1B}P>|xterm(389)\u{1B}\\", .name("xterm(389)")),
        ("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\", .directColor(true)),
        ("\u{1B}P1$r0;48:2:0:1:2:3m\u{1B}\\", .directColor(true)),
        ("\u{1B}P1$r0;48:2:1:2:3m\u{1B}\\", .directColor(true)),
        ("\u{1B}P1$r48;2;1;2;3m\u{1B}\\", .directColor(true)),
        ("\u{1B}P1$r0;48:5:16m\u{1B}\\", .directColor(false)), ("\u{1B}P1$r0m\u{1B}\\", .directColor(false)),
        ("\u{1B}P1$r0;48;2;1;2m\u{1B}\\", .directColor(false)),
        ("\u{1B}P1$r48;2;99999999999999999999;2;3m\u{1B}\\", .directColor(false)),
        ("\u{1B}_Gi=31;OK\u{1B}\\", .graphics(id: 31, isOK: true)),
        ("\u{1B}_Gi=4294967295,p=7;OK\u{1B}\\", .graphics(id: .max, isOK: true)),
        ("\u{1B}_GI=3,i=31;ENOENT:no; such\u{1B}\\", .graphics(id: 31, isOK: false)),
        ("\u{1B}_Gi=31;OKAY\u{1B}\\", .graphics(id: 31, isOK: false)),
    ])
    func `a reply is no key`(sent: String, reply: TerminalReply) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array((sent + "k").utf8)) == [.reply(reply), .key(.character("k"))])
    }

    @Test(arguments: [
        "\u{1B}[>41;354;0c", "\u{1B}[0n", "\u{1B}]10;rgb:0/0/0\u{7}", "\u{1B}_GOK\u{1B}\\",
        "\u{1B}_Gi=99999999999;OK\u{1B}\\",
        "\u{1B}_Gi=1\u{1B}\\",
        "\u{1B}_x=1;OK\u{1B}\\", "\u{1B}[?1u",
        "\u{1B}]11;rgb:gg/00/00\u{7}", "\u{1B}]11;red\u{7}", "\u{1B}]52;c;cQ==\u{7}", "\u{1B}P0$r\u{1B}\\",
        "\u{1B}P1$r2 q\u{1B}\\",
        "\u{1B}[6;0;0t", "\u{1B}[6;18t", "\u{1B}[8;24;80t", "\u{1B}[?2026;2$y", "\u{1B}[?1;3S", "\u{1B}[?2;0;800S",
        "\u{1B}[?1;3;0S", "\u{1B}[6;99999999999;1t",
    ])
    func `a reply without a query is dropped`(sent: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array((sent + "k").utf8)) == [.key(.character("k"))])
    }

    @Test(arguments: ["\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}]11;rgb:0/0/0\u{7}"])
    func `a reply that is cut by a pause is no key`(sent: String) {
        for cut in 3..<(sent.utf8.count - 1) {
            var decoder = KeyDecoder()
            #expect(decoder.decode(Array(sent.utf8.prefix(cut))).isEmpty)
            #expect(decoder.finish().isEmpty)
            #expect(decoder.decode(Array(sent.utf8.dropFirst(cut)) + [0x6A]) == [.key(.character("j"))])
        }
    }

    @Test func `keys after the start of a reply that never ends are keys`() {
        for (sent, events) in [
            ("jk", [.key(.character("j")), .key(.character("k"))]), ("\u{1B}[A", [.key(.up)]),
            ("\u{1B}_Gi=1;OK\u{1B}\\", [.reply(.graphics(id: 1, isOK: true))]),
        ] as [(String, [InputEvent])] {
            var decoder = KeyDecoder()
            #expect(decoder.decode(Array("\u{1B}_Gi=31".utf8)).isEmpty)
            #expect(decoder.finish().isEmpty)
            #expect(decoder.decode(Array(sent.utf8)) == events)
            #expect(decoder.decode([0x07]) == [.key(.control("g"))])
        }
    }

    @Test func `a reply within a paste, or twice, is no key`() {
        var decoder = KeyDecoder()
        let reply = "\u{1B}_Gi=31;OK\u{1B}\\"
        let events = decoder.decode(Array("\u{1B}[200~a\(reply)b\u{1B}[201~\(reply)\(reply)".utf8))
        #expect(events.count == 3)
        guard case .paste = events.first else { return #expect(Bool(false), "no paste but \(events)") }
        #expect(events.dropFirst().allSatisfy { $0 == .reply(.graphics(id: 31, isOK: true)) })
    }

    @Test(arguments: [
        ("\u{1B}[2;2R", 1), ("\u{1B}[2;3R", 2), ("\u{1B}[2;4R", nil), ("\u{1B}[2;1R", nil), ("\u{1B}[3;2R", nil),
        ("\u{1B}[2;3R\u{1B}[2;9R\u{1B}[5;2R", 2),  // what was measured stays
    ])
    func `the cursor position after a test character reveals the width of a half block`(sent: String, columns: Int?) {
        var (decoder, facts) = (KeyDecoder(), TerminalCapabilities())
        for case .reply(let reply) in decoder.decode(Array(sent.utf8)) { facts.adopt(reply) }
        #expect(facts.ambiguousWidth == columns)
    }

    @Test func `in the first row the cursor is F3 with a modifier unless it was asked for`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[1;2R".utf8)) == [.key(.modified(.function(3), .shift))])
        #expect(decoder.decode(Array("\u{1B}[1;1R".utf8)) == [.reply(.cursor(.zero))])
        decoder.expectsCursor = true
        #expect(decoder.decode(Array("\u{1B}[1;2R".utf8)) == [.reply(.cursor(CellPoint(column: 1, row: 0)))])
    }

    @Test func `a held button that moves is a drag`() {
        var decoder = KeyDecoder()
        let at = CellPoint(column: 4, row: 5)
        #expect(
            decoder.decode(Array("\u{1B}[<2;5;6M\u{1B}[<34;5;6M\u{1B}[<2;5;6m".utf8)) == [
                .mouse(MouseEvent(action: .press, position: at, button: .right)),
                .mouse(MouseEvent(action: .drag, position: at, button: .right)),
                .mouse(MouseEvent(action: .release, position: at, button: .right)),
            ])
    }

    @Test func `mouse positions begin at zero`() {
        var decoder = KeyDecoder()
        let events = decoder.decode(
            Array("\u{1B}[<0;1;1M\u{1B}[<0;300;2m\u{1B}[<64;10;5M\u{1B}[<81;10;5M\u{1B}[<35;9;9M".utf8))
        #expect(
            events == [
                .mouse(MouseEvent(action: .press, position: .zero)),
                .mouse(MouseEvent(action: .release, position: CellPoint(column: 299, row: 1))),
                .mouse(MouseEvent(action: .wheelUp, position: CellPoint(column: 9, row: 4))),
                .mouse(MouseEvent(action: .wheelDown, position: CellPoint(column: 9, row: 4))),  // with control
            ])  // and the motion is no event
    }

    @Test func `the old form of the mouse is understood`() {
        var decoder = KeyDecoder()
        let wheel = MouseEvent(action: .wheelDown, position: CellPoint(column: 9, row: 4))
        #expect(decoder.decode(Array("\u{1B}[Ma*%".utf8)) == [.mouse(wheel)])
    }

    @Test func `pasted text is one event, whatever is in it`() {
        var decoder = KeyDecoder()
        let text = "q\r\u{1B}[A é\u{1B}[20 x"
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~j".utf8)
        for cut in 0...bytes.count {
            let events = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
            #expect(events == [.paste(text), .key(.character("j"))])
        }
    }

    @Test func `an endless paste ends with the text so far`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~abc".utf8)).isEmpty)
        #expect(decoder.timeout == .seconds(1))
        #expect(decoder.finish() == [.paste("abc")])
        #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
    }

    @Test func `the first megabyte of a huge paste is kept`() {
        var decoder = KeyDecoder()
        let part = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
        var events = decoder.decode(Array("\u{1B}[200~".utf8))
        for _ in 0..<300 { events += decoder.decode(part) }
        #expect(events.isEmpty)
        events = decoder.decode(Array("\u{1B}[201~q".utf8))
        #expect(events == [.paste(String(repeating: "a", count: 1 << 20)), .key(.character("q"))])
    }

    @Test func `keys that only terminfo has are decoded`() {
        var table = KeyTable()
        table.add(Array("\u{1B}A".utf8), .up)  // a VT52
        table.add(Array("\u{1B}[M".utf8), .function(1))  // the FreeBSD console
        table.add([0x08], .left)
        var decoder = KeyDecoder(table: table)
        let events = decoder.decode(Array("\u{1B}A\u{1B}[M\u{8}".utf8))
        #expect(events == [.key(.up), .key(.function(1)), .key(.backspace)])
    }

    @Test func `any bytes are read without harm, and keys work afterwards`() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var decoder = KeyDecoder()
            let likely: [UInt8] = Array("\u{1B}\u{1B}[[O]P<M;;0129~mMuR".utf8)
            for _ in 0..<200 {
                let isLikely = Bool.random(using: &random)
                let byte = isLikely ? likely[Int.random(in: 0..<likely.count, using: &random)] : random.byte()
                _ = decoder.decode([byte])
            }
            _ = decoder.finish()
            #expect(decoder.decode([UInt8(ascii: "q")]) == [.key(.character("q"))], "seed \(seed)")
        }
    }

    @Test(arguments: ["]", "P", "_", "[", "O"])
    func `an endless sequence is dropped though bytes keep arriving`(_ start: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}\(start)".utf8)).isEmpty)
        for _ in 0..<41 { #expect(decoder.decode([UInt8](repeating: UInt8(ascii: "1"), count: 100)).isEmpty) }
        #expect(decoder.timeout == nil, "it waits for no more bytes")
        #expect(decoder.decode([UInt8(ascii: "q")]) == [.key(.character("q"))])
    }

    @Test func `huge numbers do not overflow`() {
        var decoder = KeyDecoder()
        let nines = String(repeating: "9", count: 40)
        #expect(
            decoder.decode(Array("\u{1B}[\(nines)~\u{1B}[\(nines)u\u{1B}[<0;\(nines);1Mx".utf8)).last
                == .key(.character("x")))
    }

    @Test(arguments: [" ", "/", "?", "+;"])
    func `a mouse report without numbers is dropped`(filler: String) {
        var decoder = KeyDecoder()
        let report = "\u{1B}[<0;" + String(repeating: filler, count: 40) + "1M"
        #expect(decoder.decode(Array((report + "x").utf8)) == [.key(.character("x"))])
    }
}

@Suite(.endsInTime) struct DoubleClickTests {
    private let press = MouseEvent(action: .press, position: CellPoint(column: 3, row: 3))

    @Test func `two quick presses in one place are a double click, and a third is a press`() {
        var clicks = DoubleClick()
        #expect(clicks.refine(press, at: .zero).action == .press)
        #expect(clicks.refine(press, at: .milliseconds(300)).action == .doubleClick)
        #expect(clicks.refine(press, at: .milliseconds(500)).action == .press)
    }

    @Test func `slow presses and presses elsewhere are presses`() {
        var clicks = DoubleClick()
        _ = clicks.refine(press, at: .zero)
        #expect(clicks.refine(press, at: .milliseconds(401)).action == .press)
        let elsewhere = MouseEvent(action: .press, position: .zero)
        #expect(clicks.refine(elsewhere, at: .milliseconds(500)).action == .press)
    }
}
