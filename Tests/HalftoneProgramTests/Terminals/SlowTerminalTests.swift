import LabTestSupport
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The gallery on a slow connection: whole frames are dropped, keys are not.
@Suite(.serialized, .endsInTime) struct SlowTerminalTests {
    private static let speed = 20_000

    /// The visible content of a screen; the foreground of a space is invisible.
    private static func cells(_ emulator: TerminalEmulator) -> [TerminalEmulator.ShownCell] {
        (0..<emulator.size.rows).flatMap { row in
            (0..<emulator.size.columns).map { column in
                var cell = emulator[column, row]
                if cell.text == " ", cell.attributes.isDisjoint(with: [.underline, .reverse]) {
                    (cell.foreground, cell.attributes) = (nil, [])
                }
                return cell
            }
        }
    }

    /// Describes the first difference between two screens.
    private static func difference(
        _ one: [TerminalEmulator.ShownCell], _ other: [TerminalEmulator.ShownCell]
    ) -> String? {
        guard let index = zip(one, other).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
            return nil
        }
        return "cell \(index): \(one[index]) and \(other[index])"
    }

    /// Counts the frames that were begun and ended after this many bytes.
    private static func frames(_ halftone: Halftone, since start: Int) -> (begun: Int, ended: Int) {
        let text = String(decoding: halftone.terminal.output[start...], as: UTF8.self)
        return (
            text.split(separator: "\u{1B}[?2026h", omittingEmptySubsequences: false).count - 1,
            text.split(separator: "\u{1B}[?2026l", omittingEmptySubsequences: false).count - 1
        )
    }

    @Test func `keys take effect within two frames, and the last frame is right`() async throws {
        let folder = DemoPicture.folder(count: 4)
        // No indicator moves by itself, because two moments are compared.
        let arguments = [
            "--load-delay", "0", "--transition", "none", "--indicator", "none", "--no-cache",
            folder.path,
        ]
        try await Halftone.run(arguments, columns: 60, rows: 16) { halftone in
            // given pictures that are all in memory
            for row in 1...4 {
                try halftone.see("row \(row) with its picture") { halftone in
                    halftone.screen.contains("\(row)/4") && halftone.colors > 100 && !halftone.showsPlaceholder
                }
                try halftone.press("j")
            }
            try halftone.press("g")
            try halftone.see("1/4")
            // when a frame has only begun to arrive, and keys are pressed
            halftone.terminal.drain()
            halftone.terminal.bytesPerSecond = Self.speed
            let start = halftone.terminal.output.count
            try halftone.press("\u{0C}")
            try halftone.terminal.wait(for: "the frame's begin") { _ in Self.frames(halftone, since: start).begun == 1 }
            #expect(Self.frames(halftone, since: start).ended == 0)
            try halftone.press("jjj")  // at once: a frame between two keys would be right, too
            // then the next frame shows their effect: no third one began before it was there
            var begun = 0
            try halftone.terminal.wait(for: "4/4") { _ in
                if halftone.screen.contains("4/4") { return true }
                begun = Self.frames(halftone, since: start).begun
                return false
            }
            #expect(begun <= 2)
            try halftone.see("the frame's end") { halftone in
                let frames = Self.frames(halftone, since: start)
                return frames.begun == frames.ended
            }
            // and it equals a complete redraw
            let shown = Self.cells(halftone.emulator)
            halftone.terminal.bytesPerSecond = nil
            let redrawn = halftone.terminal.output.count
            try halftone.press("\u{0C}")
            try halftone.see("all of it anew") { Self.frames($0, since: redrawn).ended == 1 }
            #expect(Self.difference(shown, Self.cells(halftone.emulator)) == nil)
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }
}
