import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Random sessions, compared with an independent emulator after every frame.
@Suite(.endsInTime, .slow) @MainActor struct DirectSessionTests {
    /// The largest takes most of the time, and is tested only with all schedules.
    nonisolated static let sizes: [(Int, Int)] =
        [(1, 1), (2, 1), (1, 5), (7, 3), (20, 10), (80, 24)] + (SeededSchedules.isWhole ? [(200, 60)] : [])

    @Test(arguments: sizes, SeededSchedules.share(of: UInt64(1)...3))
    func `the terminal shows the canvas after every step`(_ size: (Int, Int), _ seed: UInt64) {
        play(size, seed)
    }

    @Test(arguments: sizes, [RowErasure.plain, .colored])
    func `with erased rows the terminal shows the canvas after every step`(_ size: (Int, Int), _ erasure: RowErasure) {
        for seed in SeededSchedules.share(of: UInt64(4)...6) { play(size, seed, erasure: erasure) }
    }

    @Test(arguments: sizes, [RowErasure.none, .plain, .colored])
    func `with a link in each cell the terminal shows the canvas after every step`(
        _ size: (Int, Int), _ erasure: RowErasure
    ) {
        for seed in SeededSchedules.share(of: UInt64(7)...9) { play(size, seed, erasure: erasure, hasLinks: true) }
    }

    @Test func `on the largest screen the terminal shows the canvas after every step`() {
        play((500, 200), 11, erasure: .colored, steps: 8)
    }

    private func play(
        _ size: (Int, Int), _ seed: UInt64, erasure: RowErasure = .none, hasLinks: Bool = false, steps: Int? = nil
    ) {
        var session = RandomSession(size: CellSize(columns: size.0, rows: size.1), seed: seed)
        session.hasLinks = hasLinks
        var reader = LinkReader(session.canvas.size)
        let emulator = TerminalEmulator(size: session.canvas.size)
        emulator.feed("left over from before\u{1B}[31;44;7m\u{1B}[2;4r")
        let presenter = DirectColorPresenter(size: session.canvas.size)
        presenter.options.erasure = erasure
        var hasScrolled = false
        presenter.options.links = hasLinks
        for step in 0..<(steps ?? (size.0 * size.1 > 2000 ? 25 : 80)) {
            let action = session.step()
            if emulator.size != session.canvas.size { emulator.resize(session.canvas.size) }
            if reader.size != session.canvas.size { reader = LinkReader(session.canvas.size) }
            if action == .invalidate { presenter.invalidate() }
            let bytes = presenter.present(session.canvas)
            hasScrolled = hasScrolled || bytes.scrolls
            emulator.feed(bytes)
            reader.feed(bytes)
            if let difference = emulator.firstDifference(from: session.canvas)
                ?? reader.firstDifference(from: session.canvas)
            {
                Issue.record("seed \(seed), step \(step) (\(action)) of \(session.canvas.size): \(difference)")
                return
            }
            #expect(presenter.present(session.canvas).isEmpty)
        }
        if size.0 >= 20, steps == nil { #expect(hasScrolled, "the session tried no scrolling") }
    }
}
