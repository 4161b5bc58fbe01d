import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// An image view that plays animated images; it displays still images as ``ImageView`` does.
///
/// It plays only while it is visible: in a window, not hidden, with at least one cell on screen, and without a running
/// transition. The window's clock drives it. If the next frame is not decoded yet, the present frame stays; the screen
/// never waits. Loads request the frames by themselves. When an animation is replaced by the same one of the same URL,
/// in another size or with more frames, playback continues, or stays paused, at its present frame.
@MainActor
public final class AnimatedImageView: ImageView {
    /// The player of the displayed animation; `nil` for a still image. The view configures it: callers read it, and
    /// call ``seek(to:)`` on the view.
    public private(set) var player: AnimatedImagePlayer?
    /// Whether an animation starts by itself as soon as it is visible. On by default.
    public var autoPlays = true
    /// Called when another frame is displayed, or the same frame in another size; not for the poster that an animation
    /// starts with.
    public var didShowFrame: @MainActor (_ index: Int, _ frame: Image) -> Void = { _, _ in }
    /// Called when an animation has played all its loops and stays at its last frame.
    public var didEnd: @MainActor () -> Void = {}

    /// Whether playback is requested; it runs whenever the view is visible. `false` again once all loops have been
    /// played.
    public private(set) var isStarted = false
    /// Whether the animation stays at its last frame because all loops have been played.
    private var hasEnded = false
    /// The displayed frame of the animation; `nil` while the image itself is displayed.
    private var shownFrame: ShownFrame?
    /// The image that the player belongs to.
    private var playedImage: Image?
    private var playedURL: URL?
    /// The image whose frames are displayed: the played image, or another size of it.
    private var frameSource: Image?
    private var lastTick: Duration?
    private(set) var frameCells = FrameCells()
    /// The frame that was drawn last.
    private var lastFrame: (key: RenderKey, index: Int, cells: PictureCells)?

    private struct ShownFrame {
        let index: Int
        let image: Image
        /// The animation that the frame belongs to, which may be a former size until the new one's first frame is
        /// decoded.
        let provider: ObjectIdentifier
    }

    /// The displayed frame; `nil` for a still image, and while the poster of an animation is displayed.
    public var currentFrame: Image? { shownFrame?.image }
    /// The index of the displayed frame; 0 for a still image.
    public var currentFrameIndex: Int { shownFrame?.index ?? 0 }
    /// Whether the animation is playing now.
    public var isAnimating: Bool { player?.isPlaying == true }

    // MARK: - Playing

    /// Starts or resumes playback as soon as the view is visible; from the start if all loops have been played.
    public func startAnimating() {
        isStarted = true
        if hasEnded {
            hasEnded = false
            player?.stop()
            player?.seek(to: 0)
        }
        updatePlaying()
    }

    /// Stops playback at the present frame.
    public func stopAnimating() {
        isStarted = false
        updatePlaying()
    }

    /// Displays a frame as soon as it is decoded, playing or not, even during a transition. Of several calls the last
    /// one takes effect; none after another image is set. Does nothing if there is no such frame.
    public func seek(to index: Int) {
        guard let player, (0..<player.frameCount).contains(index) else { return }
        hasEnded = false
        player.seek(to: index)
        setNeedsDisplay()  // so that the next turn advances the view
    }

    /// Displays the frames of another size of the same animation, scaled to the view, for example for a part that is
    /// enlarged. Playback continues, or stays paused, at its present frame. Does nothing if `image` is another picture
    /// or a still.
    public func takeFrames(of image: Image) {
        guard let player, let animation = image.animation, image !== frameSource, !player.isGrowing,
            !image.isIncremental, let played = playedImage?.animation, animation.hasSameContent(as: played)
        else { return }
        resize(player, to: animation)
        frameSource = image
        if player.place == nil { player.seek(to: currentFrameIndex) }
    }

    /// Starts or pauses the player according to ``isStarted``, visibility and transition.
    private func updatePlaying() {
        guard let player else { return }
        let shouldPlay = isStarted && running == nil && isInVisibleTree && !visibleBounds.isEmpty
        guard shouldPlay != player.isPlaying else { return }
        setNeedsDisplay()  // a frame that stands still may be drawn otherwise, and the next turn advances the view
        lastTick = nil
        if shouldPlay { player.start() } else { player.pause() }
    }

    // MARK: - Images

    override func complete(_ context: inout ImageContext) {
        super.complete(&context)
        if context.animation == .firstFrame { context.animation = .frames }
    }

    override func didChangeContent() {
        guard let image = shownImage, let animation = image.animation else { return play(nil) }
        guard image !== playedImage else { return }
        if let player, isGrowth(of: playedImage, to: image) {
            grow(player, to: animation, isComplete: !image.isIncremental)
            (playedImage, frameSource) = (image, image)
        } else if let player, isResized(playedImage, to: image) {
            resize(player, to: animation)
            (playedImage, frameSource) = (image, image)
        } else {
            play(image)
        }
    }

    private func play(_ image: Image?) {
        player = nil
        shownFrame = nil
        (playedImage, frameSource) = (image, image)
        playedURL = shownURL
        frameCells.removeAll()
        lastFrame = nil
        isStarted = false
        hasEnded = false
        guard let image, let animation = image.animation else { return }
        let pool = environment.framePools.pool(of: animation)
        player = AnimatedImagePlayer(provider: animation, pool: pool, isGrowing: image.isIncremental)
        player?.onFrame = { [weak self] index, frame in self?.show(frame, at: index) }
        isStarted = autoPlays
        updatePlaying()
    }

    /// Returns whether the image continues the old one with more frames of the same animation, which was still
    /// arriving.
    private func isGrowth(of old: Image?, to new: Image) -> Bool {
        guard let before = old?.animation, let now = new.animation, old?.isIncremental == true else { return false }
        return now.continues(before)
    }

    /// Returns whether the image is the old animation in another size, such as a preview or the size of a smaller
    /// window.
    private func isResized(_ old: Image?, to new: Image) -> Bool {
        guard let before = old?.animation, let now = new.animation, !new.isIncremental else { return false }
        return playedURL != nil && playedURL == shownURL && now.hasSameContent(as: before)
    }

    private func grow(_ player: AnimatedImagePlayer, to animation: AnimatedImage, isComplete: Bool) {
        let pool = environment.framePools.pool(of: animation, succeeding: player.pool)
        player.grow(to: animation, pool: pool, isComplete: isComplete)
    }

    private func resize(_ player: AnimatedImagePlayer, to animation: AnimatedImage) {
        player.resize(to: animation, pool: environment.framePools.pool(of: animation))
        if hasEnded, let shownFrame { player.seek(to: shownFrame.index) }
        setNeedsDisplay()
    }

    private func show(_ frame: Image, at index: Int) {
        guard let player else { return }
        shownFrame = ShownFrame(index: index, image: frame, provider: ObjectIdentifier(player.provider))
        setNeedsDisplay()
        endTransition()  // a transition would hide the requested frame
        if shownFrame?.image === frame { didShowFrame(index, frame) }
    }

    // MARK: - View

    override func didChangeVisibility() {
        super.didChangeVisibility()
        updatePlaying()
    }

    public override func advance(to now: Duration) -> Duration? {
        let next = super.advance(to: now)
        updatePlaying()
        guard let player, player.isPlaying || player.isSeeking else { return next }
        let wasPlaying = player.isPlaying
        let tick = lastTick.map { now - $0 } ?? .zero
        lastTick = now
        player.advance(by: tick)
        if wasPlaying, isStarted, player === self.player, player.currentFrame == nil, player.timeToNextFrame == nil {
            (isStarted, hasEnded) = (false, true)
            setNeedsDisplay()
            didEnd()
        }
        guard let pause = player.timeToNextFrame else { return next }
        return min(next ?? now + pause, now + pause)
    }

    override func draw(_ image: Image, in context: inout DrawingContext, with renderer: PictureRenderer) {
        guard image === playedImage, let shownFrame else { return super.draw(image, in: &context, with: renderer) }
        context.draw(cells(of: shownFrame, with: renderer), centeredIn: bounds.size)
    }

    override func isPlaying(_ image: Image) -> Bool {
        isAnimating && (image === playedImage || image === shownFrame?.image)
    }

    private func cells(of frame: ShownFrame, with renderer: PictureRenderer) -> PictureCells {
        // error diffusion would flicker from frame to frame
        let still = renderer.moving
        guard renderer == environment.renderer else { return makeCells(for: frame.image, with: still) }
        let key = RenderKey(
            image: frame.provider, box: pixelBox, mode: contentMode, background: background,
            pixelAspect: environment.pixelAspect, renderer: still, isPlaying: still.pixels != nil && isAnimating)
        // a frame that is too large to be stored is not rendered anew, nor sent again, for every redraw
        if let lastFrame, lastFrame.key == key, lastFrame.index == frame.index { return lastFrame.cells }
        let cells = frameCells.cells(ofFrame: frame.index, key) { makeCells(for: frame.image, with: still) }
        lastFrame = (key, frame.index, cells)
        return cells
    }
}
