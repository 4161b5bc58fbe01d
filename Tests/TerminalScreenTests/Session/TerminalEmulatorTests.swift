import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The emulator that judges what is drawn.
@Suite(.endsInTime) struct TerminalEmulatorTests {
    /// Regression: the emulator wrote beyond its memory, and the test process crashed some time later.
    @Test(arguments: [1, 3, 1000])
    func `a sequence of too many numbers is dropped, and the text after it is shown`(piece: Int) {
        let emulator = TerminalEmulator(size: CellSize(columns: 40, rows: 3))
        for count in [16, 17, 40, 400] {
            let numbers = [String](repeating: "1", count: count).joined(separator: ";")
            let bytes = Array("\u{1B}[H\u{1B}[m\u{1B}[\(numbers)mabc\u{1B}[m\u{1B}[38;2;1;2;3md\u{1B}[\(numbers)".utf8)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                emulator.feed(Array(bytes[start..<min(start + piece, bytes.count)]))
            }
            #expect(emulator.text(row: 0) == "abcd" && emulator[3, 0].foreground == RGB(1, 2, 3))
            #expect(emulator[0, 0].attributes == (count > 16 ? [] : .bold))
        }
    }
}
