import HalftoneCore
import Pixels
import TerminalTestSupport
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

    init(_ pixels: PixelProtocol) {
        var options = DirectColorPresenter.Options()
        options.pixels = pixels
        presenter = DirectColorPresenter(size: Self.size, options: options)
        let terminalPixels = TerminalPixels(pixels, cell: Self.cell)
        renderer = PictureRenderer(colors: .direct, pixels: terminalPixels).moving
    }

    private func cells(of frame: Int, isPlaying: Bool, part: PixelRect?) -> PictureCells {
        let bitmap = Self.frames[frame]
        let visible = part ?? PixelRect(x: 0, y: 0, size: bitmap.size)
        return renderer.cells(
            of: ScaledPicture(bitmap, scaledTo: bitmap.size, visible: visible, isPlaying: isPlaying),
            background: .terminal)
    }

    /// Shows a frame, or a part of it, for 40 ms. Returns whether it was shown pixel by pixel.
    func show(_ frame: Int, isPlaying: Bool, part: PixelRect? = nil) -> Bool {
        var canvas = Canvas(size: Self.size)
        canvas.draw(cells(of: frame, isPlaying: isPlaying, part: part), at: Self.place.origin, clip: canvas.bounds)
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
    @Test(arguments: PixelProtocol.allCases)
    func `an animation is in half blocks while it plays, and in pixels where it stands still`(method: PixelProtocol) {
        let screen = AnimationScreen(method)
        #expect(screen.play(loops: 2).allSatisfy { !$0 })
        #expect(screen.terminal.uploads + screen.terminal.drawings == 0)
        #expect((0..<4).map { _ in screen.show(3, isPlaying: false) } == [false, false, false, true])
        #expect(!screen.show(4, isPlaying: true))
        #expect(screen.terminal.problems == [])
    }

    @Test func `another part of a paused animation rests anew`() {
        let screen = AnimationScreen(.sixel)
        #expect((0..<5).map { _ in screen.show(0, isPlaying: false) } == [false, false, false, true, true])
        let drawings = screen.terminal.drawings
        _ = screen.show(0, isPlaying: false, part: PixelRect(x: 0, y: 8, size: PixelSize(width: 24, height: 16)))
        #expect(screen.terminal.drawings == drawings)
    }
}
