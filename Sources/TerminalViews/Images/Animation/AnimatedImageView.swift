import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// An image view that plays pictures with several frames; any other picture it shows as an ``ImageView`` does.
///
/// It plays only while it can be seen: in a window, not hidden, with at least a cell of it on the screen, and not in the
/// middle of a transition. The window's clock drives it; a frame that is not decoded yet holds the picture for so long,
/// and never the screen. Loads ask for the frames by themselves. When an animation is followed by the same one of the
/// same URL, in another size or with more of its frames, it goes on, or stands, where it is.
@MainActor
public final class AnimatedImageView: ImageView {
    /// Plays the image that is shown; `nil` if that is a still. Set up by the view: ask it, and ``seek(to:)``.
    public private(set) var player: AnimatedImagePlayer?
    /// Whether an animation begins by itself, as soon as it can be seen. On by default.
    public var autoPlays = true
    /// How often an animation is played, whatever it says itself; 0 is for ever. `nil`: as often as it says.
    public var customLoopCount: Int? {
        didSet { player?.totalLoopCount = customLoopCount ?? player?.provider.loopCount ?? 0 }
    }
    /// How much faster than usual it plays. 0 and less stop it.
    public var playbackRate = 1.0 {
        didSet { player?.rate = playbackRate }
    }
    public var playbackMode = PlaybackMode.normal {
        didSet { player?.mode = playbackMode }
    }
    /// Whether decoded frames are let go of when it stops. Off by default: whoever comes back goes on at once.
    public var clearsBufferWhenStopped = false
    /// Whether it goes back to the beginning when it stops. Off by default: it stops where it is.
    public var resetsFrameWhenStopped = false
    /// Runs on every frame. Takes effect with the next image.
    public var animationTransformer: (any ImageTransformer)?
    /// Called when another frame is shown, or the same in another size; not for the poster that an animation begins with.
    public var didShowFrame: @MainActor (_ index: Int, _ frame: Image) -> Void = { _, _ in }
    /// Called when an animation has been played as often as it should: it stays at its last frame.
    public var didEnd: @MainActor () -> Void = {}

    /// Whether it is meant to play: it does whenever it can be seen. `false` again once it has played as often as it
    /// should.
    public private(set) var isStarted = false
    /// It stands at its last frame because it has been played as often as it should.
    private var hasEnded = false
    /// What is shown of the animation; `nil`: the image itself.
    private var shownFrame: ShownFrame?
    /// The image that the player belongs to.
    private var playedImage: Image?
    private var playedURL: URL?
    /// The image whose frames are shown: the played one, or another size of it.
    private var frameSource: Image?
    private var lastTick: Duration?
    private(set) var frameCells = FrameCells()

    private struct ShownFrame {
        let index: Int
        let image: Image
        /// What it is a frame of: not the present one, between another size and its first frame.
        let provider: ObjectIdentifier
    }

    /// The frame that is shown; `nil` for a still, and while the poster of an animation is shown.
    public var currentFrame: Image? { shownFrame?.image }
    /// The index of the frame that is shown; 0 for a still.
    public var currentFrameIndex: Int { shownFrame?.index ?? 0 }
    /// Loops that have ended.
    public var currentLoopCount: Int { player?.currentLoop ?? 0 }
    public var isAnimating: Bool { player?.isPlaying == true }

    // MARK: - Playing

    /// Plays, from where it stopped or from the beginning; as soon as the view can be seen.
    public func startAnimating() {
        isStarted = true
        if hasEnded {
            hasEnded = false
            player?.stop()
            if !playbackMode.beginsAtEnd { player?.seek(to: 0) }  // it stands at its last frame, but begins anew
        }
        updatePlaying()
    }

    /// Stops, and stays where it is unless ``resetsFrameWhenStopped``.
    public func stopAnimating() {
        isStarted = false
        updatePlaying()
    }

    /// Shows that frame as soon as it is decoded, playing or not, even in the middle of a transition. The last one asked
    /// for is shown; none after another image has come. Ignored if there is no such frame.
    public func seek(to index: Int) {
        guard let player, (0..<player.frameCount).contains(index) else { return }
        seek { $0.seek(to: index) }
    }

    /// Shows the frame so many further, or back, around the ends, as ``seek(to:)`` does. Steps add up, however long the
    /// frames take.
    public func step(by frames: Int) { seek { $0.step(by: frames, from: currentFrameIndex) } }

    private func seek(_ ask: (AnimatedImagePlayer) -> Void) {
        guard let player else { return }
        hasEnded = false
        ask(player)
        setNeedsDisplay()  // the next turn asks when to come again
    }

    /// Shows frames of another size of the picture that is shown, such as a part of it enlarged needs; the view itself
    /// shows them scaled. It goes on, or stands, where it is. Ignored if it is another picture or a still.
    public func takeFrames(of image: Image) {
        guard let player, let animation = image.animation, image !== frameSource, !player.isGrowing,
            !image.isIncremental, let played = playedImage?.animation, animation.hasSameContent(as: played)
        else { return }
        resize(player, to: animation)
        frameSource = image
        if player.place == nil { player.seek(to: currentFrameIndex) }
    }

    /// Plays or pauses, as it should be now.
    private func updatePlaying() {
        guard let player else { return }
        let shouldPlay = isStarted && running == nil && isInVisibleTree && !visibleBounds.isEmpty
        guard shouldPlay != player.isPlaying else { return }
        setNeedsDisplay()  // the next turn asks when to come again
        lastTick = nil
        guard !shouldPlay else { return player.start() }
        player.pause()
        if resetsFrameWhenStopped {
            player.stop()
            shownFrame = nil
        }
        if clearsBufferWhenStopped { player.pool.removeAll() }
    }

    // MARK: - Images

    override func complete(_ context: inout ImageContext) {
        super.complete(&context)
        if context.animation == .firstFrame { context.animation = .frames }
    }

    override func didChangeContent() {
        guard let image = contentImage, let animation = image.animation else { return play(nil) }
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

    private var contentImage: Image? {
        switch content {
        case .image(let image, _), .preview(let image): image
        case .placeholder: nil
        }
    }

    private func play(_ image: Image?) {
        player = nil
        shownFrame = nil
        (playedImage, frameSource) = (image, image)
        playedURL = shownURL
        frameCells.removeAll()
        isStarted = false
        hasEnded = false
        guard let image, let animation = image.animation else { return }
        let provider = provider(of: animation)
        let pool = environment.framePools.pool(of: provider)
        player = AnimatedImagePlayer(provider: provider, pool: pool, isGrowing: image.isIncremental)
        player?.rate = playbackRate
        player?.mode = playbackMode
        if let customLoopCount { player?.totalLoopCount = customLoopCount }
        player?.onFrame = { [weak self] index, frame in self?.show(frame, at: index) }
        isStarted = autoPlays
        updatePlaying()
    }

    /// Whether the image is the one before with more of its frames: of the same picture, while it was arriving.
    private func isGrowth(of old: Image?, to new: Image) -> Bool {
        guard let before = old?.animation, let now = new.animation, old?.isIncremental == true else { return false }
        return now.continues(before)
    }

    /// Whether the image is the one before in another size: what stood in for it, or what a smaller window showed.
    private func isResized(_ old: Image?, to new: Image) -> Bool {
        guard let before = old?.animation, let now = new.animation, !new.isIncremental else { return false }
        return playedURL != nil && playedURL == shownURL && now.hasSameContent(as: before)
    }

    private func grow(_ player: AnimatedImagePlayer, to animation: AnimatedImage, isComplete: Bool) {
        let provider = provider(of: animation)
        let pool = environment.framePools.pool(of: provider, succeeding: player.pool)
        player.grow(to: provider, pool: pool, isComplete: isComplete)
        if let customLoopCount { player.totalLoopCount = customLoopCount }
    }

    private func resize(_ player: AnimatedImagePlayer, to animation: AnimatedImage) {
        let provider = provider(of: animation)
        player.resize(to: provider, pool: environment.framePools.pool(of: provider))
        if let customLoopCount { player.totalLoopCount = customLoopCount }
        if hasEnded, let shownFrame { player.seek(to: shownFrame.index) }
        setNeedsDisplay()
    }

    /// The frames as they are to be shown; as they are, if the transformer cannot.
    private func provider(of animation: AnimatedImage) -> AnimatedImage {
        animationTransformer.flatMap { animation.transformed(by: $0) } ?? animation
    }

    private func show(_ frame: Image, at index: Int) {
        guard let player else { return }
        shownFrame = ShownFrame(index: index, image: frame, provider: ObjectIdentifier(player.provider))
        setNeedsDisplay()
        endTransition()  // it would hide what was asked for
        if shownFrame?.image === frame { didShowFrame(index, frame) }
    }

    // MARK: - View

    public override func didChangeVisibility() {
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
            didEnd()
        }
        guard let pause = player.timeToNextFrame else { return next }
        return min(next ?? now + pause, now + pause)
    }

    override func draw(_ image: Image, in context: inout DrawingContext, with renderer: PictureRenderer) {
        guard image === playedImage, let shownFrame else { return super.draw(image, in: &context, with: renderer) }
        context.draw(cells(of: shownFrame, with: renderer), centeredIn: bounds.size)
    }

    private func cells(of frame: ShownFrame, with renderer: PictureRenderer) -> PictureCells {
        // Patterns that depend on their neighbours would swarm from frame to frame.
        let still =
            renderer.dither == .diffusion ? PictureRenderer(colors: renderer.colors, dither: .ordered) : renderer
        guard renderer == environment.renderer else { return makeCells(for: frame.image, with: still) }
        let look = FrameCells.Look(
            animation: frame.provider, box: pixelBox, background: background, pixelAspect: environment.pixelAspect,
            renderer: still)
        return frameCells.cells(ofFrame: frame.index, look) { makeCells(for: frame.image, with: still) }
    }
}
