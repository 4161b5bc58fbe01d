import EngineTestSupport
import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A stage for animations, in which frames are decoded on a call of the test.
@MainActor
final class AnimationStage {
    let decodes = ManualExecutor()
    let stage: Stage
    let view: AnimatedImageView
    /// The indexes of all frames that the view was given, in order.
    private(set) var shown: [Int] = []

    init(colors: ColorDepth = .direct) {
        let decodes = decodes
        stage = Stage(columns: 10, rows: 5, colors: colors, framePools: FramePools { decodes.run($0) })
        view = AnimatedImageView(environment: stage.environment)
        view.indicator = .none
        view.transitionThreshold = .zero
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        view.didShowFrame = { [weak self] index, _ in self?.shown.append(index) }
    }

    /// Advances time in turns of 10 ms; every pending decode completes at once.
    func play(for duration: Duration) {
        for _ in 0..<Int(duration / .milliseconds(10)) {
            stage.turn(after: .milliseconds(10))
            decodes.runAll()
        }
    }

    /// The colors on the screen.
    var colors: Set<RGB?> { stage.frame().colors() }

    // MARK: - Pictures

    static func color(ofFrame index: Int) -> RGB { RGB(UInt8(20 + 20 * index), 90, 200) }

    /// Returns frames of one color each, as large as the stage, decoded from a real GIF; `arrived` of them are
    /// available.
    static func image(
        frames: Int = 5, loops: Int = 0, centiseconds: Int = 5, arrived: Int? = nil, box: PixelSize? = nil
    ) throws -> Image {
        let bytes = gif(frames: frames, loops: loops, centiseconds: centiseconds, arrived: arrived ?? frames)
        var options = DecodeOptions(box: box)
        options.animation = .frames
        let image = try ImageCodersManager.shared.decode(bytes, options: options)
        guard arrived != nil, arrived != frames else { return image }
        return Image(bitmap: image.bitmap, format: .gif, isIncremental: true, animation: image.animation)
    }

    /// Returns a GIF89a with a palette for each frame.
    static func gif(frames: Int, loops: Int = 0, centiseconds: Int = 5, arrived: Int? = nil) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [10, 0, 10, 0, 0, 0, 0]
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(loops), 0, 0]
        for index in 0..<(arrived ?? frames) {
            let color = color(ofFrame: index)
            bytes += [0x21, 0xF9, 4, 0, UInt8(centiseconds), 0, 0, 0]
            bytes += [0x2C, 0, 0, 0, 0, 10, 0, 10, 0, 0x80, color.red, color.green, color.blue, 0, 0, 0]
            bytes += BlinkingGIF.pixels(0, count: 100)
        }
        return (arrived ?? frames) == frames ? bytes + [0x3B] : bytes
    }
}
