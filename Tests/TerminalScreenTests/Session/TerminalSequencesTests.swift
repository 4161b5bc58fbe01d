import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// The shell gets back the screen that it left, however often the screen was taken.
@Suite(.endsInTime) struct TerminalSequencesTests {
    private static let sequences = TerminalSequences() { name in
        let known = [
            "smcup": "\u{1B}[?1049h", "rmcup": "\u{1B}[?1049l", "kmous": "\u{1B}[<", "sgr0": "\u{1B}[m",
            "civis": "\u{1B}[?25l", "cnorm": "\u{1B}[?25h", "csr": "\u{1B}[%i%p1%d;%p2%dr",
        ]
        return known[name].map { Array($0.utf8) }
    }

    private var claim = Self.sequences
    private let emulator = TerminalEmulator(size: CellSize(columns: 40, rows: 10))

    init() { emulator.feed("text\u{1B}[5;8H") }

    /// Draws something and restores the screen; the shell must then see what it left.
    private mutating func giveBack() {
        emulator.feed("\u{1B}[10;40Hx")
        emulator.feed(claim.end)
        claim.didSendEnd(isWhole: true)
        #expect(!emulator.isAlternateScreen)
        #expect(emulator.cursor == CellPoint(column: 7, row: 4))
        #expect(emulator.text(row: 0) == "text")
    }

    @Test mutating func `the screen is taken and restored repeatedly`() {
        for _ in 1...3 {
            emulator.feed(claim.take())
            #expect(emulator.isAlternateScreen)
            giveBack()
        }
    }

    @Test mutating func `a screen that is taken repeatedly is restored as the shell left it`() {
        for _ in 1...3 {
            emulator.feed(claim.take())
            emulator.feed("\u{1B}[10;40Hx")
        }
        #expect(emulator.isAlternateScreen)
        giveBack()
    }

    @Test(arguments: 0...Self.sequences.end.count)
    mutating func `a truncated restore sequence is completed when the screen is taken again`(_ count: Int) {
        emulator.feed(claim.take())
        emulator.feed("\u{1B}[10;40Hx")
        emulator.feed(Array(claim.end.prefix(count)))
        claim.didSendEnd(isWhole: count == claim.end.count)
        emulator.feed(claim.take())
        #expect(emulator.isAlternateScreen)
        giveBack()
    }

    @Test func `every mode that is enabled is disabled`() {
        let (start, end) = (
            String(decoding: claim.start, as: UTF8.self), String(decoding: claim.end, as: UTF8.self)
        )
        for mode in ["?1000", "?1006", "?2004"] {
            #expect(start.contains("\u{1B}[\(mode)h"))
            #expect(end.contains("\u{1B}[\(mode)l"))
        }
        #expect(start.contains("\u{1B}[?1049h") && start.contains("\u{1B}[?25l"))
        #expect(end.contains("\u{1B}[r") && end.contains("\u{1B}[?1049l") && end.hasSuffix("\u{1B}[?25h"))
        #expect(end.hasPrefix("\u{18}\u{1B}\\"))
    }

    @Test func `a terminal without xterm's modes gets none`() {
        let sequences = TerminalSequences() { $0 == "clear" ? [0x43] : nil }
        #expect(sequences.start == [0x43])
        #expect(sequences.end == [0x18, 0x1B, 0x5C, 0x43])
    }

    @Test func `padding delays are left out`() {
        #expect(
            CursesScreen.withoutDelays(Array("\u{1B}[H$<50/>\u{1B}[J$<5*>$".utf8)) == Array("\u{1B}[H\u{1B}[J$".utf8))
    }
}
