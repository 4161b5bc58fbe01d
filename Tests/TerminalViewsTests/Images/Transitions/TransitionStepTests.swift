import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import ImageLoading
@testable import TerminalViews

/// The transitions of a view: their steps, their end, and when they are visible.
@Suite(.endsInTime) @MainActor struct TransitionStepTests {
    let stage = Stage()
    let view: ImageView
    let red = Placeholder.plain(RGB(255, 0, 0))

    init() { view = stage.makeImageView() }

    private final class Log { var lines: [String] = [] }

    private func logged(_ transition: ImageTransition) -> (ImageTransition, Log) {
        let log = Log()
        var transition = transition.with(duration: .milliseconds(100))
        transition.prepares = { view, subject in log.lines.append("prepare \(view.image == nil) \(subject.url.path())")
        }
        transition.animations = { view, subject in log.lines.append("animate \(view.image === subject.image)") }
        transition.completion = { _, _ in log.lines.append("end") }
        return (transition, log)
    }

    private func arrive(_ options: ImageOptions = []) {
        view.setImage(url: Stage.url(1), placeholder: red, options: options)
        stage.frame()
        stage.answerAll()
    }

    /// V14 of the reference.
    @Test func `the steps follow each other`() {
        let (transition, log) = logged(.wipe)
        view.transition = transition
        arrive()
        #expect(log.lines == ["prepare true /1", "animate true"])
        stage.frame()
        stage.frame(after: .milliseconds(99))
        #expect(log.lines.count == 2)
        stage.frame(after: .milliseconds(1))
        #expect(log.lines == ["prepare true /1", "animate true", "end"])
    }

    @Test func `a transition starts from the prepared state of the view`() {
        var transition = ImageTransition.fade(duration: .milliseconds(100))
        transition.prepares = { view, _ in view.showPlaceholder(.plain(RGB(0, 0, 255))) }
        view.transition = transition
        arrive()
        #expect(stage.frame().colors() == [RGB(0, 0, 255)])
    }

    @Test func `a transition may set the image itself`() {
        var transition = ImageTransition.fade(duration: .milliseconds(100))
        transition.avoidsAutoSetImage = true
        transition.animations = { view, subject in view.image = subject.image }
        view.transition = transition
        arrive()
        #expect(view.image != nil)
        stage.frame()
        #expect(stage.frame(after: .milliseconds(100)).colors() == [Stage.color(1)])
    }

    @Test func `a transition without an effect does not change the view`() {
        var transition = ImageTransition.fade(duration: .milliseconds(100))
        transition.avoidsAutoSetImage = true
        view.transition = transition
        arrive()
        #expect(view.image == nil)
        stage.frame()
        #expect(stage.frame(after: .milliseconds(100)).colors() == [RGB(255, 0, 0)])
    }

    @Test func `out of sight the steps follow at once`() {
        let (transition, log) = logged(.fade)
        view.transition = transition
        view.isHidden = true
        arrive()
        #expect(log.lines == ["prepare true /1", "animate true", "end"])
        #expect(view.running == nil && view.image != nil)
    }

    @Test func `a load that is started while a transition is prepared wins`() {
        var transition = ImageTransition.fade(duration: .milliseconds(100))
        transition.prepares = { view, subject in
            if subject.url == Stage.url(1) { view.setImage(url: Stage.url(2), placeholder: .plain(RGB(0, 255, 0))) }
        }
        view.transition = transition
        arrive()
        stage.answerAll()
        stage.frame()
        #expect(view.imageURL == Stage.url(2))
        #expect(stage.frame(after: .milliseconds(100)).colors() == [Stage.color(2)])
        #expect(stage.summary.stalePaints == 0)
    }

    // MARK: - Dropped

    /// V11 of the reference, and its hazard H11: also with the same slot.
    @Test(arguments: ImageTransition.all.filter { $0.effect != nil }.map(\.name))
    func `a reused view drops its transition at once, and its completion is never called`(_ name: String) {
        let (transition, log) = logged(ImageTransition.named(name) ?? .none)
        stage.load(2, into: view)
        view.prepareForReuse()
        view.transition = transition
        arrive()
        stage.frame()
        stage.frame(after: .milliseconds(50))
        #expect(view.running != nil)
        // when the view is reused for a picture that is in memory
        view.prepareForReuse()
        #expect(stage.frame().colors() == [nil])
        var isThere = false
        view.setImage(url: Stage.url(2)) { isThere = $0.error == nil }
        #expect(isThere)
        for _ in 0..<20 { #expect(stage.frame(after: .milliseconds(10)).colors() == [Stage.color(2)]) }
        #expect(log.lines.count { $0 == "end" } == 0)
        #expect(stage.summary.stalePaints == 0)
    }

    // MARK: - On screen

    /// Returns a picture with two halves, because movements are invisible in one color.
    private func twoColored(_ size: PixelSize) -> Image {
        var bytes: [UInt8] = []
        for _ in 0..<size.height {
            for x in 0..<size.width { bytes += x < size.width / 2 ? [200, 30, 60, 255] : [20, 160, 220, 255] }
        }
        return Image(bitmap: Bitmap(size: size, bytes: bytes, hasAlpha: false))
    }

    /// Returns the frames of a transition to a two-colored picture in a view of 12 by 6 cells.
    private func frames(
        _ transition: ImageTransition, colors: ColorDepth = .direct, at place: CellPoint = .zero
    ) -> [Canvas] {
        let stage = Stage(columns: 12, rows: 6, colors: colors)
        let view = stage.makeImageView(CellRect(origin: place, size: CellSize(columns: 12, rows: 6)))
        view.showPlaceholder(.plain(RGB(60, 60, 60)))
        view.transition = transition.with(duration: .milliseconds(100))
        let url = Stage.url(1)
        let loaded = LoadedImage(
            image: twoColored(PixelSize(width: 12, height: 12)), cacheType: .none, url: url, isFinal: true)
        view.setImage(url: url, options: .avoidAutoSetImage)
        view.makeTransition(to: loaded) { view.show(loaded.image, of: url) }
        return (0...10).map { _ in stage.frame(after: .milliseconds(10)) }
    }

    @Test func `clipping crops a transition and changes nothing else`() {
        for transition in ImageTransition.all where transition.effect != nil && transition.name != "dissolve" {
            let whole = frames(transition)
            let moved = frames(transition, at: CellPoint(column: -5, row: 2))
            for (frame, clipped) in zip(whole, moved) {
                for row in 2..<6 {
                    for column in 0..<7 where frame[column + 5, row - 2] != clipped[column, row] {
                        Issue.record("\(transition.name) is another one where it is clipped")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: [ColorDepth.palette256, .palette16])
    func `transitions use only colors of the terminal`(_ colors: ColorDepth) {
        guard let palette = TerminalPalette.of(colors) else { return }
        for transition in ImageTransition.all where transition.effect != nil {
            for frame in frames(transition, colors: colors) {
                let strange = frame.colors().compactMap(\.self).filter { palette.index(of: $0) == nil }
                #expect(strange.isEmpty, "\(transition.name)")
            }
        }
    }

    @Test func `without colors transitions use foreground and background`() {
        for transition in ImageTransition.all where transition.effect != nil {
            for frame in frames(transition, colors: .mono) { #expect(frame.colors() == [nil], "\(transition.name)") }
        }
    }

    @Test(arguments: [ColorDepth.direct, .palette256, .palette16, .mono])
    func `the last frame is the final picture`(_ colors: ColorDepth) {
        let rest = frames(.none, colors: colors).last
        for transition in ImageTransition.all { #expect(frames(transition, colors: colors).last == rest) }
    }

    @Test func `a fade in few colors takes few steps`() {
        let stage = Stage(colors: .palette16)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .seconds(1))
        view.setImage(url: Stage.url(0x0F3), placeholder: red)
        stage.frame()
        stage.answerAll()
        var frames = 0
        for _ in 0..<100 {
            stage.turn(after: .milliseconds(10))
            if stage.window.needsFrame {
                frames += 1
                _ = stage.window.drawFrame()
            }
        }
        #expect(frames > 8 && frames <= 18)
    }

    @Test func `each load dissolves in another order`() {
        view.transition = .dissolve.with(duration: .milliseconds(100))
        func middle() -> Canvas {
            stage.engine.manager.memoryCache.removeAll()
            arrive()
            stage.frame()
            defer { stage.frame(after: .seconds(1)) }
            return stage.frame(after: .milliseconds(50))
        }
        let first = middle()
        #expect(first != middle())
        #expect(first.colors() == [RGB(255, 0, 0), Stage.color(1)])
    }

    @Test func `a custom transition is a function of two pictures`() {
        view.transition = ImageTransition(
            name: "halves",
            effect: .mixing { old, new, fraction in fraction < 0.5 ? old : new }, duration: .milliseconds(100),
            easing: .linear)
        arrive()
        stage.frame()
        #expect(stage.frame(after: .milliseconds(49)).colors() == [RGB(255, 0, 0)])
        #expect(stage.frame(after: .milliseconds(1)).colors() == [Stage.color(1)])
        #expect(view.running != nil)
    }
}
