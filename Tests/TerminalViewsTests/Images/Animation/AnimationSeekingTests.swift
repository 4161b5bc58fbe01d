import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Pausing an animation and requesting frames, in any order with its fade, its frames and its other sizes.
@Suite(.endsInTime) @MainActor struct AnimationSeekingTests {
    let animation = AnimationStage()
    var view: AnimatedImageView { animation.view }
    var stage: Stage { animation.stage }

    private func color(_ frame: Int) -> Set<RGB?> { [AnimationStage.color(ofFrame: frame)] }

    /// Starts the fade to an animation.
    private func fadeIn() throws {
        let image = try AnimationStage.image()
        view.transition = .fade(duration: .milliseconds(100))
        view.setImage(url: Stage.url(1), options: .avoidAutoSetImage)
        stage.frame()
        view.makeTransition { view.show(image, of: Stage.url(1)) }
        stage.turn()
    }

    /// Shows an animation as a load does: its preview first.
    private func preview(loops: Int = 0) throws {
        view.setImage(url: Stage.url(1))
        view.show(.preview(try AnimationStage.image(loops: loops, box: PixelSize(width: 4, height: 4))))
    }

    private func showLarge(loops: Int = 0) throws {
        view.show(try AnimationStage.image(loops: loops), of: Stage.url(1))
    }

    // MARK: - Orders

    enum Event: CaseIterable { case pause, fadeEnd, frameReady, seek }

    nonisolated static let orders: [[Event]] = permutations(of: Event.allCases)

    nonisolated private static func permutations(of events: [Event]) -> [[Event]] {
        guard !events.isEmpty else { return [[]] }
        return events.flatMap { first in permutations(of: events.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: orders) func `no order of pause, fade, frame and seek loses any of them`(_ order: [Event]) throws {
        try fadeIn()
        #expect(view.running != nil && view.isStarted && !view.isAnimating)
        var (isStopped, isSought) = (false, false)
        for event in order {
            switch event {
            case .pause:
                view.stopAnimating()
                isStopped = true
            case .seek:
                view.stopAnimating()
                view.seek(to: 1)
                (isStopped, isSought) = (true, true)
            case .fadeEnd: stage.turn(after: .milliseconds(110))
            case .frameReady:
                animation.decodes.runAll()
                stage.turn()
            }
            if isStopped { #expect(!view.isStarted && !view.isAnimating, "after \(event) of \(order)") }
            if !isSought { #expect(view.currentFrameIndex == 0, "after \(event) of \(order)") }
        }
        animation.play(for: .milliseconds(300))
        #expect(view.running == nil && view.currentFrameIndex == 1 && animation.shown == [1])
        #expect(animation.colors == color(1) && !view.isAnimating && stage.window.nextDeadline == nil)
        // and it goes on from there
        view.startAnimating()
        animation.play(for: .milliseconds(120))
        #expect(animation.shown.prefix(2) == [1, 2])
    }

    @Test func `a requested frame ends the fade that would hide it`() throws {
        try fadeIn()
        view.stopAnimating()
        view.seek(to: 1)
        #expect(view.running != nil, "it runs until the frame can be shown")
        animation.decodes.runAll()
        stage.turn()
        #expect(view.running == nil && animation.colors == color(1))
    }

    @Test func `an animation paused during its fade shows the end of the fade`() throws {
        try fadeIn()
        view.stopAnimating()
        animation.play(for: .seconds(1))
        #expect(view.running == nil && animation.shown.isEmpty && animation.colors == color(0))
    }

    // MARK: - Sizes

    /// The preview of an animation plays too: if a user paused it, the animation is paused.
    @Test func `pausing a placeholder image pauses the final picture`() throws {
        try preview()
        animation.play(for: .milliseconds(120))
        let index = view.currentFrameIndex
        view.stopAnimating()
        try showLarge()
        #expect(index > 0 && !view.isStarted && view.currentFrameIndex == index && animation.colors == color(index))
        animation.play(for: .seconds(1))
        #expect(view.currentFrameIndex == index && !view.isAnimating)
        #expect(view.currentFrame?.size == PixelSize(width: 10, height: 10), "as sharp as the picture")
        view.seek(to: index + 1)
        animation.play(for: .milliseconds(20))
        #expect(animation.colors == color(index + 1))
    }

    @Test func `an animation that plays in another size does not restart`() throws {
        try preview()
        animation.play(for: .milliseconds(120))
        #expect(animation.shown == [1, 2])
        try showLarge()
        animation.play(for: .milliseconds(150))
        #expect(animation.shown.prefix(4) == [1, 2, 2, 3] && view.isAnimating)
        #expect(view.currentFrame?.size == PixelSize(width: 10, height: 10))
    }

    /// Between the sizes the last frame of the old one is enlarged; that frame must not be shown later as the new one.
    @Test func `the frame of a smaller size is not shown for the sharp one`() throws {
        try preview()
        animation.play(for: .milliseconds(70))
        view.stopAnimating()
        try showLarge()
        stage.frame()
        animation.play(for: .milliseconds(50))
        stage.frame()
        #expect(view.frameCells.count == 1)
        let frame = try #require(view.currentFrame)
        let sharp = stage.environment.renderer.cells(for: frame.bitmap, background: view.background)
        #expect(frame.size == view.pixelBox && stage.frame().cells == sharp.cells)
    }

    @Test func `an ended animation stays at its end in another size and can restart`() throws {
        try preview(loops: 1)
        animation.play(for: .seconds(1))
        #expect(!view.isStarted && view.currentFrameIndex == 4)
        try showLarge(loops: 1)
        animation.play(for: .milliseconds(50))
        #expect(!view.isStarted && view.currentFrameIndex == 4 && view.currentFrame?.size == view.pixelBox)
        view.startAnimating()
        #expect(view.currentFrameIndex == 0 && animation.colors == color(0))
        animation.play(for: .seconds(1))
        #expect(animation.shown.suffix(5) == [0, 1, 2, 3, 4] && !view.isStarted)
    }

    @Test func `an equal animation of another URL restarts`() throws {
        try preview()
        animation.play(for: .milliseconds(120))
        view.setImage(url: Stage.url(2))
        view.show(try AnimationStage.image(), of: Stage.url(2))
        #expect(view.currentFrameIndex == 0 && view.currentFrame == nil && view.isAnimating)
    }

    /// With as many frames in as many bytes, only the content distinguishes the two.
    @Test func `another animation of the same URL restarts`() throws {
        try preview()
        animation.play(for: .milliseconds(120))
        let other = try AnimationStage.image(centiseconds: 6)
        view.takeFrames(of: other)
        #expect(view.currentFrameIndex == 2 && view.player?.provider !== other.animation)
        view.show(other, of: Stage.url(1))
        #expect(view.currentFrameIndex == 0 && view.currentFrame == nil && view.player?.provider === other.animation)
    }

    // MARK: - Requested frames

    @Test func `a requested frame is decoded on the pool and shown when it is ready`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        stage.frame()
        view.seek(to: 2)
        #expect(stage.window.needsFrame, "a turn follows, which computes the next deadline")
        stage.frame()
        #expect(animation.shown.isEmpty && animation.colors == color(0))
        #expect(stage.window.nextDeadline == stage.window.now + .milliseconds(10))
        animation.decodes.runAll()
        stage.turn(after: .milliseconds(10))
        #expect(animation.shown == [2] && animation.colors == color(2) && stage.window.nextDeadline == nil)
    }

    @Test func `a requested frame is not shown by a reused view`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        view.seek(to: 1)
        view.prepareForReuse()
        animation.play(for: .milliseconds(50))
        #expect(animation.shown.isEmpty && view.currentFrame == nil && animation.colors == [nil])
        // nor by its next picture
        view.image = try AnimationStage.image()
        view.seek(to: 3)
        view.image = try AnimationStage.image(frames: 4)
        animation.play(for: .milliseconds(50))
        #expect(animation.shown.isEmpty && animation.colors == color(0))
    }

    @Test func `a frame that was requested while the view was hidden is shown when it is visible`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        stage.host.isHidden = true
        view.seek(to: 1)
        animation.play(for: .milliseconds(50))
        #expect(animation.shown.isEmpty && stage.window.nextDeadline == nil)
        stage.host.isHidden = false
        animation.play(for: .milliseconds(20))
        #expect(animation.shown == [1] && animation.colors == color(1))
    }

    @Test func `stopping in the callback of a frame does not end the animation`() throws {
        var ends = 0
        view.didEnd = { ends += 1 }
        view.didShowFrame = { [weak view] index, _ in if index == 2 { view?.stopAnimating() } }
        view.image = try AnimationStage.image()
        animation.play(for: .seconds(1))
        #expect(ends == 0 && !view.isStarted)
    }
}
