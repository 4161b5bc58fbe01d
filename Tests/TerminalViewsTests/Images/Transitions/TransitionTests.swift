import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import ImageLoading
@testable import TerminalViews

/// The transitions of a view on screen, and their end.
@Suite(.endsInTime) @MainActor struct TransitionTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    private func arrive(_ options: ImageOptions = []) {
        view.setImage(url: Stage.url(1), placeholder: .red, options: options)
        stage.frame()
        stage.answerAll()
    }

    // MARK: - Dropped

    /// V11 of the reference, and its hazard H11: also with the same slot.
    @Test(arguments: ImageTransition.all.filter { $0.effect != nil }.map(\.name))
    func `a reused view drops its transition at once`(_ name: String) throws {
        stage.load(2, into: view)
        view.prepareForReuse()
        view.transition = try #require(ImageTransition.all.first { $0.name == name }).with(duration: .milliseconds(100))
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
        #expect(stage.summary.stalePaints == 0)
    }

    // MARK: - On screen

    /// Returns all transitions but `none`.
    private func visible() throws -> [ImageTransition] {
        let visible = ImageTransition.all.filter { $0.effect != nil }
        try #require(!visible.isEmpty && visible.count == ImageTransition.all.count - 1)
        return visible
    }

    /// Returns a picture with two halves, because movements are invisible in one color.
    private func twoColored(_ size: PixelSize) -> Image {
        Image(
            bitmap: .drawn(size.width, size.height) { x, _ in
                x < size.width / 2 ? RGB(200, 30, 60) : RGB(20, 160, 220)
            })
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
        view.setImage(url: url, options: .avoidAutoSetImage)
        view.makeTransition { view.show(twoColored(PixelSize(width: 12, height: 12)), of: url) }
        return (0...10).map { _ in stage.frame(after: .milliseconds(10)) }
    }

    @Test func `clipping crops a transition and changes nothing else`() throws {
        for transition in try visible() {
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
    func `transitions use only colors of the terminal`(_ colors: ColorDepth) throws {
        let palette = try #require(TerminalPalette.of(colors))
        for transition in try visible() {
            let shown = frames(transition, colors: colors).flatMap { $0.colors() }.compactMap(\.self)
            #expect(Set(shown).count > 1 && shown.allSatisfy(palette.colors.contains), "\(transition.name)")
        }
    }

    @Test func `without colors transitions use foreground and background`() throws {
        for transition in try visible() {
            for frame in frames(transition, colors: .mono) { #expect(frame.colors() == [nil], "\(transition.name)") }
        }
    }

    @Test(arguments: [ColorDepth.direct, .palette256, .palette16, .mono])
    func `the last frame is the final picture`(_ colors: ColorDepth) throws {
        let rest = frames(.none, colors: colors).last
        for transition in try visible() { #expect(frames(transition, colors: colors).last == rest) }
    }

    @Test func `a fade in few colors takes few steps`() {
        let stage = Stage(colors: .palette16)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .seconds(1))
        view.setImage(url: Stage.url(0x0F3), placeholder: .red)
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

    @Test(arguments: [(ImageTransition.fade, 0.25), (.curlUp, 0.15625)])
    func `a movement begins and ends slowly, a fade keeps its speed`(_ transition: ImageTransition, _ quarter: Double)
        throws
    {
        let effect = try #require(transition.effect)
        let picture = Bitmap(size: PixelSize(width: 2, height: 2), filledWith: RGBA(RGB(0, 255, 0)))
        var running = RunningTransition(
            transition.with(duration: .milliseconds(100)), effect, from: picture, to: picture)
        for (milliseconds, fraction) in [(0, 0), (25, quarter), (50, 0.5), (75, 1 - quarter)] {
            _ = running.advance(to: .milliseconds(milliseconds), colors: .direct)
            #expect(abs(running.fraction - fraction) < 1e-9)
        }
    }

    @Test func `a custom transition is a function of two pictures`() {
        view.transition = ImageTransition(
            name: "halves",
            effect: .mixing { old, new, fraction in fraction < 0.5 ? old : new }, duration: .milliseconds(100))
        arrive()
        stage.frame()
        #expect(stage.frame(after: .milliseconds(49)).colors() == [RGB(255, 0, 0)])
        #expect(stage.frame(after: .milliseconds(1)).colors() == [Stage.color(1)])
        #expect(view.running != nil)
    }
}
