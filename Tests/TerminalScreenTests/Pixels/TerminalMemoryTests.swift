import HalftoneCore
import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

@MainActor @Suite(.endsInTime) struct TerminalMemoryTests {
    private static let (size, cell) = (CellSize(columns: 12, rows: 10), PixelSize(width: 4, height: 8))

    /// Returns the rows in view of a list with a picture of 8x2 cells in each of 10,000 rows.
    private func canvas(from top: Int) -> Canvas {
        let renderer = PictureRenderer(colors: .direct, pixels: TerminalPixels(.kitty, cell: Self.cell))
        var canvas = Canvas(size: Self.size)
        for row in top / 3...(top + Self.size.rows) / 3 {
            let picture = renderer.cells(for: .noise(32, 16, colors: 40, seed: UInt64(row)), background: .terminal)
            canvas.draw(picture, at: CellPoint(column: 1, row: 3 * row - top), clip: canvas.bounds)
        }
        return canvas
    }

    @Test func `a fling through 10,000 rows keeps the terminal's memory within the budget`() {
        var options = DirectColorPresenter.Options()
        options.pixels = .kitty
        let presenter = DirectColorPresenter(size: Self.size, options: options)
        let budget = 20 * 3 * 32 * 16
        presenter.pixels.store = TerminalImageStore(budget: budget)
        var (terminal, random) = (ModelTerminal(size: Self.size, cell: Self.cell), SeededGenerator(seed: 10_000))
        var (top, now, rests) = (0, Duration.seconds(1), 0)
        var events: [PictureEvent] = []
        while top < 3 * 10_000 {
            top += Int.random(in: 1...60, using: &random)
            now += .milliseconds(16)
            let shown = canvas(from: top)
            terminal.feed(presenter.present(shown, at: now))
            if Int.random(in: 0..<8, using: &random) == 0 {
                rests += 1
                while let next = presenter.nextChange {
                    now = max(now, next)
                    terminal.feed(presenter.present(shown, at: now))
                }
            }
            events += presenter.takePictureEvents()
        }
        let evictions = events.count { if case .evicted = $0 { true } else { false } }
        #expect(rests > 50 && terminal.uploads > 150)
        // a picture is sent before another one is freed for it
        #expect(terminal.largestMemory <= budget + 3 * 32 * 16)
        #expect(terminal.deletions == evictions && terminal.images.count == terminal.uploads - evictions)
        #expect(terminal.problems == [])
        terminal.feed(presenter.freedPictures())
        #expect(terminal.images.isEmpty)
    }
}
