import EngineTestSupport
import ImageCoding
import Pixels
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens

/// An enlarged animation on a terminal with sixels.
@MainActor @Suite(.endsInTime) struct ZoomedAnimationTests {
    private static let (size, cell) = (CellSize(columns: 10, rows: 5), PixelSize(width: 4, height: 8))
    private let engine = FakeEngine()
    private let window: Window
    private let imageView: AnimatedImageView
    private let view: ZoomView
    private let presenter: DirectColorPresenter

    init() throws {
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct, pixels: TerminalPixels(.sixel, cell: Self.cell)),
            pixelAspect: 1, manager: engine.manager, framePools: FramePools { $0() })
        window = Window(size: Self.size, environment: environment)
        imageView = AnimatedImageView(environment: environment)
        view = ZoomView(of: imageView)
        for shown in [imageView, view] {
            window.addSubview(shown)
            shown.frame = CellRect(column: 0, row: 0, columns: 10, rows: 4)  // the last row has no sixels
        }
        var options = DirectColorPresenter.Options()
        options.pixels = .sixel
        presenter = DirectColorPresenter(size: Self.size, options: options)

        // longer than a still picture rests
        let frames = (0..<3).map { index in
            ImageFrame(
                image: Image(bitmap: .noise(80, 64, colors: 30, seed: UInt64(index))), duration: .milliseconds(200))
        }
        imageView.image = try #require(AnimatedImage(frames: frames)).image
        imageView.didShowFrame = { [view] _, frame in view.image = frame }
        view.image = imageView.image
        view.isHidden = false
        look(at: 0)
    }

    /// Shows the part of the picture in its own size that begins at a line.
    private func look(at line: Int) {
        let part = PixelRect(x: 0, y: line, size: PixelSize(width: 40, height: 32))
        view.placement = PictureZoom.Placement(
            size: PixelSize(width: 80, height: 64), visible: part, origin: .zero)
    }

    /// Lets 400 ms pass. Returns the images that were drawn in each frame.
    private func pass() -> [Int] {
        (0..<40).map { _ in
            engine.time.advance(by: .milliseconds(10))
            window.turn(at: engine.time.now)
            var terminal = ModelTerminal(size: Self.size, cell: Self.cell)
            terminal.feed(presenter.present(window.drawFrame(), at: engine.time.now))
            return terminal.drawings
        }
    }

    @Test func `it plays in half blocks, and is in pixels once it is paused`() {
        #expect(pass().allSatisfy { $0 == 0 })
        #expect(imageView.isAnimating)
        imageView.stopAnimating()
        #expect(pass().filter { $0 > 0 } == [4])  // an image a row
        imageView.startAnimating()
        #expect(pass().allSatisfy { $0 == 0 })
    }

    @Test func `every part of a paused one rests before it is in pixels`() {
        imageView.stopAnimating()
        #expect(pass().filter { $0 > 0 } == [4])
        look(at: 8)
        let drawings = pass()
        #expect(drawings.firstIndex { $0 > 0 } ?? 0 >= 12)
        #expect(drawings.filter { $0 > 0 } == [4])
        look(at: 8)
        #expect(pass().allSatisfy { $0 == 0 })
    }
}
