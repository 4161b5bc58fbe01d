import EngineTestSupport
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct FadeTests {
    let stage = Stage()
    let view: ImageView

    init() {
        view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
    }

    /// Returns the color between two others at a fraction of a fade.
    private func mixture(_ from: RGB, _ to: RGB, _ fraction: Double) -> RGB {
        let size = PixelSize(width: 1, height: 1)
        return Bitmap(size: size, filledWith: RGBA(from))
            .mixed(with: Bitmap(size: size, filledWith: RGBA(to)), fraction: fraction)[0, 0].opaque
    }

    /// Delivers the image, without a turn after it.
    private func arrive(_ number: Int = 1) {
        view.setImage(url: Stage.url(number), placeholder: .red)
        stage.frame()
        stage.answerAll()
    }

    @Test func `a fade is exact by the window's clock`() {
        arrive()
        let (old, new) = (RGB(255, 0, 0), Stage.color(1))
        #expect(stage.frame().colors() == [old])
        #expect(stage.frame(after: .milliseconds(25)).colors() == [mixture(old, new, 0.25)])
        #expect(stage.frame(after: .milliseconds(25)).colors() == [mixture(old, new, 0.5)])
        #expect(stage.frame(after: .milliseconds(49)).colors() == [mixture(old, new, 0.99)])
        #expect(view.running != nil)
        #expect(stage.frame(after: .milliseconds(1)).colors() == [new])
        #expect(view.running == nil)
    }

    @Test func `a fade begins with the next turn, however long ago the last one was`() {
        // given an image that arrives after an idle minute
        view.setImage(url: Stage.url(1), placeholder: .red)
        stage.frame()
        stage.answerAll()
        // when the next turn comes
        let first = stage.frame(after: .seconds(60))
        // then the fade begins there
        #expect(first.colors() == [RGB(255, 0, 0)])
        #expect(
            stage.frame(after: .milliseconds(50)).colors() == [mixture(RGB(255, 0, 0), Stage.color(1), 0.5)])
    }

    @Test func `a fade schedules turns until its end and no longer`() {
        arrive()
        var deadlines: [Duration?] = []
        for delay in [0, 16, 80, 4] {
            stage.turn(after: .milliseconds(delay))
            deadlines.append(stage.window.nextDeadline)
        }
        #expect(deadlines == [.milliseconds(16), .milliseconds(32), .milliseconds(100), nil])
        #expect(stage.window.needsFrame)
        stage.window.turn(at: .seconds(1))
        _ = stage.window.drawFrame()
        stage.turn()
        #expect(!stage.window.needsFrame)
    }

    @Test func `a fade without duration is none`() {
        view.transition = .fade(duration: .zero)
        arrive()
        #expect(view.running == nil)
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `a new load drops the fade of the old one`() {
        arrive()
        stage.frame()
        stage.frame(after: .milliseconds(50))
        view.setImage(url: Stage.url(2), placeholder: .green)
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
        #expect(stage.frame(after: .milliseconds(10)).colors() == [RGB(0, 255, 0)])
    }

    @Test func `a memory hit drops the fade of another picture`() {
        stage.load(2, into: view)
        view.prepareForReuse()
        arrive(1)
        stage.frame()
        stage.frame(after: .milliseconds(50))
        view.setImage(url: Stage.url(2))
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    @Test func `a memory hit fades only when it is forced to`() {
        stage.load(1, into: view)
        view.setImage(url: Stage.url(1))
        #expect(view.running == nil)
        view.prepareForReuse()
        view.showPlaceholder(.red)
        view.setImage(url: Stage.url(1), options: .forceTransition)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
        #expect(
            stage.frame(after: .milliseconds(50)).colors() == [mixture(RGB(255, 0, 0), Stage.color(1), 0.5)])
        #expect(stage.frame(after: .milliseconds(50)).colors() == [Stage.color(1)])
    }

    @Test func `a cached image that is being refreshed appears at once, and the fresh one fades in`() {
        stage.load(1, into: view)
        view.prepareForReuse()
        view.setImage(url: Stage.url(1), placeholder: .red, options: .refreshCached)
        #expect(stage.frame().colors() == [Stage.color(1)])
        stage.engine.answerAll { _ in FakePicture(number: 0x777) }
        stage.frame()
        #expect(
            stage.frame(after: .milliseconds(50)).colors()
                == [mixture(Stage.color(1), FakePicture(number: 0x777).color, 0.5)])
    }

    @Test func `an image from disk appears at once`() {
        let disk = DiskCache(directory: "/nowhere/halftone", executor: ManualExecutor())
        disk.store(DiskCache.Entry(bytes: FakePicture(number: 1).bytes), for: DiskKey(source: "http://lab/1"))
        let stage = Stage(diskCache: disk)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
        var tiers: [CacheType?] = []
        view.setImage(url: Stage.url(1), placeholder: .red) { tiers.append($0.loaded?.cacheType) }
        stage.frame()
        stage.engine.runPending()
        #expect(tiers == [.disk] && stage.engine.transport.transfers.isEmpty)
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test(
        arguments: [
            (199, [], false), (200, [], true), (5000, [], true), (0, .forceTransition, true),
        ] as [(Int, ImageOptions, Bool)])
    func `an image fades in only if the load has lasted long enough`(
        _ milliseconds: Int, _ options: ImageOptions, _ isFading: Bool
    ) {
        let view = ImageView(environment: stage.environment)
        view.frame = stage.window.bounds
        stage.host.addSubview(view)
        view.transition = .fade
        view.setImage(url: Stage.url(1), options: options)
        stage.frame()
        stage.frame(after: .milliseconds(milliseconds))
        stage.answerAll()
        #expect((view.running != nil) == isFading)
    }

    @Test func `the wait for an image counts from its own load`() {
        view.transitionThreshold = .milliseconds(200)
        // given a view that has waited for one image
        view.setImage(url: Stage.url(1))
        stage.frame()
        stage.frame(after: .seconds(1))
        // when it is bound to another, which is there at once
        view.setImage(url: Stage.url(2))
        stage.frame(after: .milliseconds(10))
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    @Test func `a view wakes at the threshold of its transition`() {
        view.transitionThreshold = .milliseconds(200)
        view.setImage(url: Stage.url(1))
        stage.frame()
        #expect(stage.window.nextDeadline == stage.engine.time.now + .milliseconds(200))
        stage.frame(after: .milliseconds(200))
        #expect(stage.window.nextDeadline == nil)
    }

    @Test func `a view that changes its size in a fade shows the new image at once`() {
        arrive()
        stage.frame()
        stage.frame(after: .milliseconds(50))
        for size in [CellSize(columns: 7, rows: 3), CellSize(columns: 1, rows: 1), CellSize(columns: 30, rows: 15)] {
            view.frame = CellRect(size)
            let frame = stage.frame()
            let shown = frame.colors(in: CellRect(size)).subtracting([nil])
            #expect(shown == [Stage.color(1)])
        }
        #expect(view.running == nil)
    }

    @Test func `a hidden view does not fade`() {
        view.isHidden = true
        arrive()
        #expect(view.running == nil)
        view.isHidden = false
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    // MARK: - Over the terminal's background

    /// Fades a square picture into a wider view, in which it leaves strips at both sides. At `alpha` of 255 the picture
    /// has that opacity over an empty view, and a placeholder the rest over the strips.
    @Test(arguments: [RGB(16, 16, 20), RGB(255, 255, 255), nil], [RGB(48, 52, 60), nil])
    func `a fade mixes with the terminal's background, or changes at half`(_ background: RGB?, _ placeholder: RGB?) {
        stage.environment.terminalBackground = background
        view.frame = CellRect(column: 0, row: 0, columns: 20, rows: 8)
        view.transition = .fade(duration: .milliseconds(255))
        let picture = Stage.color(0x0F3)
        view.setImage(url: Stage.url(0x0F3), placeholder: placeholder.map(Placeholder.plain) ?? .none)
        stage.frame()
        stage.answerAll()
        #expect(stage.frame().colors() == [placeholder, nil])
        var last = 0
        for alpha in [1, 8, 64, 127, 128, 191, 247, 254] {
            func expected(_ old: RGB?, _ new: RGB?) -> RGB? {
                if old == nil, new == nil { return nil }
                guard let from = old ?? background, let to = new ?? background else { return alpha < 128 ? old : new }
                return mixture(from, to, Double(alpha) / 255)
            }
            let frame = stage.frame(after: .milliseconds(alpha - last))
            last = alpha
            let (middle, strip) = (frame[10, 4].background.rgb, frame[0, 4].background.rgb)
            #expect(isNear(middle, expected(placeholder, picture)), "at \(alpha): \(String(describing: middle))")
            #expect(isNear(strip, expected(placeholder, nil)), "at \(alpha): \(String(describing: strip))")
        }
        #expect(stage.frame(after: .milliseconds(1)).colors() == [picture, nil])
    }

    private final class Ground: View {
        override func draw(in context: inout DrawingContext) {
            context.fill(bounds, style: CellStyle(background: CellColor(RGB(48, 48, 48))))
        }
    }

    /// Regression: strips of the terminal's background were drawn beside the picture, in place of what is behind it.
    @Test(arguments: [ImageTransition.fade, .curlUp], [RGB(255, 255, 255), nil])
    func `a transition leaves what is drawn behind the view`(_ transition: ImageTransition, _ background: RGB?) {
        stage.environment.terminalBackground = background
        let row = Ground(frame: CellRect(column: 0, row: 0, columns: 20, rows: 8))
        stage.host.addSubview(row)
        row.addSubview(view)
        view.frame = row.frame
        view.transition = transition.with(duration: .milliseconds(100))
        view.setImage(url: Stage.url(0x0F3), placeholder: .none)
        stage.frame()
        stage.answerAll()
        for elapsed in [0, 25, 25, 49, 1] {
            #expect(view.running != nil)
            #expect(stage.frame(after: .milliseconds(elapsed))[0, 4].background.rgb == RGB(48, 48, 48))
        }
        #expect(view.running == nil)
    }

    /// Returns whether colors are equal but for rounding.
    private func isNear(_ one: RGB?, _ other: RGB?) -> Bool {
        guard let one, let other else { return one == other }
        return [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
            .allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    @Test(arguments: [RGB(255, 255, 255), nil])
    func `without colors a fade adds more and more foreground, whatever the background is`(_ background: RGB?) {
        let stage = Stage(colors: .mono)
        stage.environment.terminalBackground = background
        let view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
        view.setImage(url: Stage.url(0xFFF), placeholder: .none)
        stage.frame()
        stage.answerAll()
        stage.frame()
        let early = stage.frame(after: .milliseconds(20)).cells.count { $0.glyph != 0x20 }
        let late = stage.frame(after: .milliseconds(40)).cells.count { $0.glyph != 0x20 }
        #expect(early > 0 && early < late)
    }

    @Test(arguments: [ColorDepth.palette256, .palette16, .mono])
    func `a fade is mixed in full color and then reduced`(_ colors: ColorDepth) {
        let stage = Stage(colors: colors)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
        view.setImage(url: Stage.url(0x0F3), placeholder: .red)
        stage.frame()
        stage.answerAll()
        stage.frame()
        let frame = stage.frame(after: .milliseconds(50))
        let middle = mixture(RGB(255, 0, 0), Stage.color(0x0F3), 0.5)
        let expected = PictureRenderer(colors: colors).moving.cells(
            for: Bitmap(size: PixelSize(width: 20, height: 20), filledWith: RGBA(middle)), background: .terminal)
        #expect(frame.cells == expected.cells)
    }
}
