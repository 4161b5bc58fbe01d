import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import TerminalScreen

/// A presenter and a model terminal with one animation of 6x3 cells, 40 ms a frame.
@MainActor
private final class AnimationScreen {
    static let (size, cell) = (CellSize(columns: 10, rows: 6), PixelSize(width: 4, height: 8))
    static let place = CellRect(column: 2, row: 1, columns: 6, rows: 3)
    static let frames = (0..<6).map { Bitmap.noise(24, 24, colors: 40, seed: 900 + UInt64($0)) }

    let presenter: DirectColorPresenter
    var terminal = ModelTerminal(size: size, cell: cell)
    var now = Duration.seconds(1)
    var events: [PictureEvent] = []
    private let renderer: PictureRenderer

    init(_ pixels: PixelProtocol, medium: KittyGraphics.Medium = .stream) {
        var options = DirectColorPresenter.Options()
        (options.pixels, options.kittyMedium) = (pixels, medium)
        presenter = DirectColorPresenter(size: Self.size, options: options)
        renderer = PictureRenderer(colors: .direct, pixels: TerminalPixels(pixels, cell: Self.cell)).moving
    }

    private func cells(of frame: Int, isPlaying: Bool) -> PictureCells {
        let bitmap = Self.frames[frame]
        let animation = ScaledPicture.Animation(id: ObjectIdentifier(self), isPlaying: isPlaying)
        return renderer.cells(
            of: ScaledPicture(bitmap, scaledTo: bitmap.size, animation: animation), background: .terminal)
    }

    /// Shows a frame for 40 ms. Returns whether it was shown pixel by pixel.
    func show(_ frame: Int, isPlaying: Bool) -> Bool {
        var canvas = Canvas(size: Self.size)
        canvas.draw(cells(of: frame, isPlaying: isPlaying), at: Self.place.origin, clip: canvas.bounds)
        terminal.feed(presenter.present(canvas, at: now))
        events += presenter.takePictureEvents()
        now += .milliseconds(40)
        return terminal.picture(of: Self.place) == Self.frames[frame]
    }

    /// Plays loops. Returns whether each frame was shown pixel by pixel.
    func play(loops: Int) -> [Bool] {
        (0..<loops * Self.frames.count).map { show($0 % Self.frames.count, isPlaying: true) }
    }
}

@MainActor @Suite(.endsInTime) struct PixelAnimationTests {
    @Test func `frames in shared memory follow one another pixel by pixel, each sent once`() {
        let screen = AnimationScreen(.kitty, medium: .sharedMemory)
        #expect(screen.play(loops: 3) == [Bool](repeating: false, count: 3) + [Bool](repeating: true, count: 15))
        #expect(screen.terminal.uploads == AnimationScreen.frames.count)
        #expect(screen.terminal.problems == [])
        #expect(screen.presenter.nextChange == nil)
    }

    @Test func `an animation in shared memory stays in pixels where it is paused and goes on`() {
        let screen = AnimationScreen(.kitty, medium: .sharedMemory)
        _ = screen.play(loops: 1)
        #expect(screen.show(0, isPlaying: false))
        #expect(screen.show(0, isPlaying: false))
        #expect(screen.play(loops: 1).allSatisfy { $0 })
    }

    @Test(arguments: PixelProtocol.allCases)
    func `an animation is in half blocks while it plays, and in pixels where it stands still`(method: PixelProtocol) {
        let screen = AnimationScreen(method)
        #expect(screen.play(loops: 2).allSatisfy { !$0 })
        #expect(screen.terminal.uploads + screen.terminal.drawings == 0)
        #expect(screen.show(3, isPlaying: false), "it has rested")
        #expect(!screen.show(4, isPlaying: true))
        #expect(screen.terminal.problems == [])
    }

    @Test func `an animation that leaves before it rests is cancelled once, not once a frame`() {
        let screen = AnimationScreen(.kitty, medium: .sharedMemory)
        _ = screen.show(0, isPlaying: true)
        _ = screen.show(1, isPlaying: true)
        #expect(screen.events.isEmpty)
        screen.terminal.feed(screen.presenter.present(Canvas(size: AnimationScreen.size), at: screen.now))
        #expect(screen.presenter.takePictureEvents() == [.cancelled])
    }
}

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
        var (top, now, rests, evictions) = (0, Duration.seconds(1), 0, 0)
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
        evictions = events.count { if case .evicted = $0 { true } else { false } }
        #expect(rests > 50 && terminal.uploads > 150)
        // a picture is sent before another one is freed for it
        #expect(terminal.largestMemory <= budget + 3 * 32 * 16)
        #expect(terminal.deletions == evictions && terminal.images.count == terminal.uploads - evictions)
        #expect(terminal.problems == [])
        terminal.feed(presenter.freedPictures())
        #expect(terminal.images.isEmpty)
    }
}
