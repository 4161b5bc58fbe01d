@testable import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@Suite(.endsInTime) struct TerminalSequenceTests {
    @Test func `a terminal interprets the sequences`() {
        let emulator = TerminalEmulator(size: CellSize(columns: 10, rows: 4))
        emulator.feed(Array("\u{1B}[?1049h".utf8) + [.cursorVisible(false), .mouseButtons(true)].bytes)
        #expect(emulator.isAlternateScreen)
        #expect(!emulator.isCursorVisible)
        #expect(emulator.reportsMouse)
        emulator.feed([.cursor(CellPoint(column: 3, row: 2)), .queryDeviceAttributes].bytes)
        #expect(emulator.cursor == CellPoint(column: 3, row: 2))
        #expect(emulator.takeReplies().starts(with: Array("\u{1B}[?".utf8)))
        emulator.feed(Array("\u{1B}[?1049l".utf8) + [.cursorVisible(true), .mouseButtons(false)].bytes)
        #expect(!emulator.isAlternateScreen)
        #expect(emulator.isCursorVisible)
        #expect(!emulator.reportsMouse)
    }

    @Test func `cancel and terminator end any truncated sequence`() {
        for cut in ["\u{1B}[38;2;25", "\u{1B}", "\u{1B}]2;half a ti", "\u{E2}"] {
            let emulator = TerminalEmulator(size: CellSize(columns: 20, rows: 1))
            emulator.feed(cut)
            emulator.feed([.recovery, .resetStyle, .cursor(.zero)].bytes)
            emulator.feed("seen")
            #expect(emulator.text(row: 0).hasPrefix("seen"), "after \(cut.debugDescription)")
            #expect(emulator[0, 0].foreground == nil)
        }
    }
}
