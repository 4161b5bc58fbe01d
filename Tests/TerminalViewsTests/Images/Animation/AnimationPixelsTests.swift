import HalftoneCore
import ImageCoding
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalViews

/// An animation on a terminal with sixels, which is drawn pixel by pixel only while it stands still.
@Suite(.endsInTime) @MainActor struct AnimationPixelsTests {
    private static let cell = PixelSize(width: 4, height: 8)
    let animation = AnimationStage()
    let presenter: DirectColorPresenter
    var view: AnimatedImageView { animation.view }

    init() {
        var options = DirectColorPresenter.Options()
        options.pixels = .sixel
        presenter = DirectColorPresenter(size: animation.stage.window.bounds.size, options: options)
        animation.stage.environment.renderer = PictureRenderer(
            colors: .direct, pixels: TerminalPixels(.sixel, cell: Self.cell))
        view.frame = CellRect(column: 0, row: 0, columns: 10, rows: 4)  // not in the last row, which has no sixels
    }

    /// Plays for 400 ms. Returns the number of drawn images, and whether the picture is in pixels at the end.
    private func play() -> (drawings: Int, isInPixels: Bool) {
        var terminal = ModelTerminal(size: animation.stage.window.bounds.size, cell: Self.cell)
        presenter.invalidate()
        for _ in 0..<40 {
            animation.play(for: .milliseconds(10))
            terminal.feed(presenter.present(animation.stage.window.drawFrame(), at: animation.stage.window.now))
        }
        // the cells below a sixel are blank
        return (
            terminal.drawings, terminal[4, 1].glyph == 0x20 && terminal[4, 1].background == ModelTerminal.background
        )
    }

    @Test func `an animation is in half blocks while it plays, and in pixels where it is stopped`() throws {
        view.image = try AnimationStage.image(centiseconds: 20)  // longer than a still picture rests
        #expect(play() == (0, false))
        #expect(view.isAnimating && view.currentFrameIndex > 0)
        view.stopAnimating()
        #expect(play().isInPixels)
        view.startAnimating()
        let resumed = play()
        #expect(!resumed.isInPixels && resumed.drawings == 0)
    }

    @Test func `an animation that has played all its loops is in pixels`() throws {
        view.image = try AnimationStage.image(loops: 1)
        _ = play()
        let ended = play()
        #expect(!view.isAnimating && ended.isInPixels && ended.drawings > 0)
    }

    @Test func `a paused frame that is too large to be kept is sent once, however often it is drawn`() throws {
        let frames = (0..<2).map { index in
            ImageFrame(
                image: Image(bitmap: Bitmap.noise(1600, 1400, colors: 3, seed: UInt64(index))),
                duration: .milliseconds(20))
        }
        view.image = try #require(AnimatedImage(frames: frames)).image
        _ = play()
        view.stopAnimating()
        #expect(play().isInPixels)
        #expect(view.frameCells.count == 0)
        view.setNeedsDisplay()
        #expect(presenter.present(animation.stage.window.drawFrame(), at: animation.stage.window.now) == [])
    }

    @Test func `a poster that does not play is in pixels`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        #expect(play().isInPixels)
        view.startAnimating()
        #expect(!play().isInPixels)
    }
}
