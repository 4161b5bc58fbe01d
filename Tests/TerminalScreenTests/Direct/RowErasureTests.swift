import Pixels
@testable import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// Blanks at the end of a row in three bytes, where terminfo has the capability.
@Suite(.endsInTime) @MainActor struct RowErasureTests {
    private nonisolated static let row = CellSize(columns: 40, rows: 1)
    private nonisolated static let red = CellStyle(background: CellColor(hex: 0xFF0000))

    /// Returns the bytes that blank a part of a row of `y`.
    private func bytes(_ erasure: RowErasure, _ blanks: Range<Int>, _ style: CellStyle) -> String {
        let presenter = DirectColorPresenter(size: Self.row)
        presenter.options.erasure = erasure
        let emulator = TerminalEmulator(size: Self.row)
        var canvas = Canvas(size: Self.row)
        canvas.fill(canvas.bounds, with: Cell("y"))
        emulator.feed(presenter.present(canvas))
        canvas.fill(
            CellRect(column: blanks.lowerBound, row: 0, columns: blanks.count, rows: 1), with: Cell(" ", style: style))
        let bytes = presenter.present(canvas)
        emulator.feed(bytes)
        #expect(emulator.firstDifference(from: canvas) == nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the rest of a row is erased in its background`() {
        #expect(bytes(.colored, 10..<40, Self.red) == "\u{1B}[1;11H\u{1B}[48;2;255;0;0m\u{1B}[K")
        #expect(bytes(.plain, 10..<40, .plain) == "\u{1B}[1;11H\u{1B}[K")
    }

    @Test(arguments: [
        (RowErasure.none, 10..<40, CellStyle.plain), (.plain, 10..<40, Self.red), (.colored, 10..<39, Self.red),
        (.colored, 10..<40, CellStyle(attributes: .underline)), (.colored, 37..<40, Self.red),
    ])
    func `other blanks are printed`(_ erasure: RowErasure, _ blanks: Range<Int>, _ style: CellStyle) {
        #expect(!bytes(erasure, blanks, style).contains("\u{1B}[K"))
    }

    @Test func `terminfo says which blanks are erased`() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                for (term, erasure) in [
                    ("xterm-256color", RowErasure.colored), ("tmux-256color", .plain), ("dumb", .none),
                ] {
                    #expect(TerminfoCapabilities.loaded(for: term)?.erasure == erasure)
                }
            }
        }
    }
}
