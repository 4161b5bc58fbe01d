import HalftoneCore
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Table A of the reference, the rows about the view.
@Suite(.endsInTime) @MainActor struct AnimatedImageViewTests {
    let animation = AnimationStage()
    var view: AnimatedImageView { animation.view }
    var stage: Stage { animation.stage }

    private func color(_ frame: Int) -> Set<RGB?> { [AnimationStage.color(ofFrame: frame)] }

    // MARK: - Playback

    /// A06 and A37.
    @Test func `a still is shown as any image`() throws {
        view.image = Image(bitmap: Bitmap(size: PixelSize(width: 10, height: 10), filledWith: RGBA(1, 2, 3)))
        animation.play(for: .seconds(1))
        #expect(view.player == nil && view.currentFrame == nil && !view.isAnimating)
        #expect(animation.colors == [RGB(1, 2, 3)])
        view.image = try AnimationStage.image(frames: 1)
        #expect(view.player == nil)
    }

    /// A08 and A20.
    @Test func `all frames are shown in turn, again and again`() throws {
        view.image = try AnimationStage.image()
        #expect(view.player != nil && view.isAnimating)
        #expect(animation.colors == color(0))
        animation.play(for: .milliseconds(600))
        #expect(animation.shown.prefix(10) == [1, 2, 3, 4, 0, 1, 2, 3, 4, 0])
        #expect(view.player?.currentLoop == 2)
        #expect(animation.colors == color(view.currentFrameIndex))
    }

    @Test func `a frame is requested when it is due`() throws {
        view.image = try AnimationStage.image(centiseconds: 20)
        stage.turn()
        animation.decodes.runAll()
        let begin = stage.window.now
        #expect(stage.window.nextDeadline == begin + .milliseconds(200))
        stage.frame()
        stage.turn(after: .milliseconds(100))
        #expect(!stage.window.needsFrame)
        #expect(stage.window.nextDeadline == begin + .milliseconds(200))
    }

    @Test func `a frame that is not decoded yet delays the animation and not the screen`() throws {
        view.image = try AnimationStage.image()
        for _ in 0..<100 { stage.turn(after: .milliseconds(10)) }
        #expect(animation.shown.isEmpty && animation.colors == color(0))
        animation.decodes.runAll()
        stage.turn(after: .milliseconds(10))
        #expect(animation.shown == [1])
        #expect(animation.colors == color(1))
    }

    @Test func `it stops after its loop count and keeps its last frame`() throws {
        view.image = try AnimationStage.image(loops: 2)
        animation.play(for: .seconds(2))
        #expect(!view.isAnimating)
        #expect(animation.shown == [1, 2, 3, 4, 0, 1, 2, 3, 4])
        #expect(animation.colors == color(4))
        stage.turn(after: .seconds(1))
        #expect(stage.window.nextDeadline == nil && !stage.window.needsFrame)
        // Becoming visible does not restart it; `startAnimating` does.
        view.isHidden = true
        view.isHidden = false
        #expect(!view.isAnimating)
        view.startAnimating()
        #expect(view.isAnimating)
    }

    // MARK: - Visibility

    /// A14.
    @Test func `a hidden animation does not play and continues where it was`() throws {
        view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(120))
        let before = animation.shown
        stage.host.isHidden = true
        #expect(!view.isAnimating)
        animation.play(for: .seconds(5))
        #expect(animation.shown == before && stage.window.nextDeadline == nil)
        stage.host.isHidden = false
        #expect(view.isAnimating)
        animation.play(for: .milliseconds(60))
        #expect(animation.shown == before + [before.count + 1], "its time stood still while it was hidden")
    }

    @Test func `an animation off the screen or without a window does not play`() throws {
        view.image = try AnimationStage.image()
        view.frame.origin = CellPoint(column: 0, row: 5)
        animation.play(for: .milliseconds(200))
        #expect(!view.isAnimating && animation.shown.isEmpty)
        view.frame.origin = CellPoint(column: 0, row: 4)
        animation.play(for: .milliseconds(100))
        #expect(view.isAnimating && !animation.shown.isEmpty)
        view.removeFromSuperview()
        #expect(!view.isAnimating)
    }

    @Test func `a transition ends before the animation begins`() throws {
        let image = try AnimationStage.image()
        view.transition = .fade(duration: .milliseconds(100))
        view.makeTransition { view.image = image }
        stage.turn()
        animation.play(for: .milliseconds(90))
        #expect(view.running != nil && !view.isAnimating)
        animation.play(for: .milliseconds(100))
        #expect(view.running == nil && view.isAnimating)
    }

    // MARK: - Starting and stopping

    /// A28.
    @Test func `without autoplay it begins when started`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(200))
        #expect(!view.isAnimating && animation.shown.isEmpty)
        view.startAnimating()
        #expect(view.isAnimating)
        animation.play(for: .milliseconds(100))
        view.stopAnimating()
        #expect(!view.isAnimating && !animation.shown.isEmpty)
    }

    /// A25.
    @Test func `stopping keeps the frame and the buffer`() throws {
        view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(120))
        let index = view.currentFrameIndex
        view.stopAnimating()
        #expect(index > 0 && view.currentFrameIndex == index && view.player?.pool.frameCount ?? 0 > 1)
        #expect(animation.colors == color(index))
    }

    /// A29.
    @Test func `seeking shows that frame`() throws {
        view.autoPlays = false
        view.image = try AnimationStage.image()
        for index in 0..<5 {
            view.seek(to: index)
            animation.play(for: .milliseconds(10))
            stage.turn(after: .milliseconds(10))
            #expect(animation.shown.last == index && view.currentFrame != nil)
            #expect(animation.colors == color(index))
        }
        view.seek(to: 5)
        animation.play(for: .milliseconds(30))
        #expect(animation.shown.count == 5)
    }

    // MARK: - Images

    @Test func `the same image again changes nothing`() throws {
        let image = try AnimationStage.image()
        view.image = image
        animation.play(for: .milliseconds(120))
        let (player, index) = (view.player, view.currentFrameIndex)
        view.image = image
        #expect(view.player === player && view.currentFrameIndex == index && index > 0)
    }

    @Test func `another image begins at its first frame`() throws {
        view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(120))
        view.image = try AnimationStage.image(frames: 3)
        #expect(view.currentFrame == nil && view.currentFrameIndex == 0)
        #expect(animation.colors == color(0))
    }

    @Test func `reuse leaves no frame and no player`() throws {
        view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(120))
        view.prepareForReuse()
        #expect(view.player == nil && view.currentFrame == nil)
        #expect(animation.colors == [nil])
        animation.play(for: .milliseconds(200))
        #expect(animation.colors == [nil] && stage.window.nextDeadline == nil)
    }

    /// A27, and hazard H24: more data of the picture does not restart it.
    @Test func `an animation that is still arriving continues at its frame`() throws {
        view.image = try AnimationStage.image(frames: 8, loops: 0, arrived: 3)
        #expect(view.player?.isGrowing == true)
        animation.play(for: .milliseconds(400))
        #expect(animation.shown == [1, 2], "it waits at the end of what there is")
        view.image = try AnimationStage.image(frames: 8, arrived: 5)
        animation.play(for: .milliseconds(300))
        #expect(animation.shown == [1, 2, 3, 4])
        view.image = try AnimationStage.image(frames: 8)
        #expect(view.player?.isGrowing == false)
        animation.play(for: .milliseconds(300))
        #expect(Array(animation.shown.prefix(9)) == [1, 2, 3, 4, 5, 6, 7, 0, 1])
    }

    /// A22.
    @Test func `a load requests the frames`() {
        view.setImage(url: Stage.url(1))
        stage.answerAll()
        #expect(stage.engine.coder.requests.map(\.animation) == [.frames])
        #expect(view.image != nil && view.player == nil)
    }

    // MARK: - Cells

    @Test func `a frame is rendered once and not once a loop`() throws {
        view.image = try AnimationStage.image()
        for _ in 0..<60 {
            animation.play(for: .milliseconds(10))
            stage.frame()
        }
        #expect(view.frameCells.count == 5 && view.frameCells.bytes == 5 * 50 * MemoryLayout<Cell>.stride)
        view.frame = CellRect(column: 0, row: 0, columns: 4, rows: 2)
        stage.frame()
        #expect(view.frameCells.count == 1)
    }

    @Test func `frames beyond the budget are rendered each time`() {
        let renderer = PictureRenderer(colors: .direct)
        let bitmap = Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(1, 2, 3))
        let look = ImageView.RenderKey(
            image: ObjectIdentifier(view), box: bitmap.size, mode: .aspectFit, background: .terminal,
            pixelAspect: 1,
            renderer: renderer, isPlaying: true)
        var cells = FrameCells(maxBytes: 3 * 8 * MemoryLayout<Cell>.stride)
        var made: [Int] = []
        for _ in 0..<2 {
            for index in 0..<5 {
                _ = cells.cells(ofFrame: index, look) {
                    made.append(index)
                    return renderer.cells(for: bitmap, background: .terminal)
                }
            }
        }
        #expect(made == [0, 1, 2, 3, 4, 3, 4])
        #expect(cells.count == 3 && cells.bytes <= cells.maxBytes)
    }

    /// Error diffusion would flicker, because each pixel depends on its neighbors.
    @Test func `frames in few colors are dithered by a fixed pattern`() throws {
        let animation = AnimationStage(colors: .palette16)
        animation.view.image = try AnimationStage.image()
        animation.play(for: .milliseconds(90))
        let index = animation.view.currentFrameIndex
        let picture = Bitmap(
            size: PixelSize(width: 10, height: 10), filledWith: RGBA(AnimationStage.color(ofFrame: index)))
        let expected = PictureRenderer(colors: .palette16).moving.cells(for: picture, background: .checkerboard)
        #expect(index > 0 && animation.stage.frame().cells == expected.cells)
    }
}
