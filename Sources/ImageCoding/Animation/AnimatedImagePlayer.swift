/// A player that decides which frame of an animation is shown when. It has no clock; the view calls ``advance(by:)``.
///
/// No frame is skipped: if time runs ahead, each call shows at most one further frame. While the next frame is not
/// decoded yet, time stands still. Frames come from a pool that decodes them ahead; nothing is decoded here.
@MainActor
public final class AnimatedImagePlayer {
    /// The animation that is playing.
    public private(set) var provider: any AnimatedImageProvider
    /// The pool that decodes the animation's frames ahead.
    public private(set) var pool: FramePool
    /// The frame to be shown; `nil` before ``start()`` and after ``stop()``.
    public private(set) var currentFrame: Image?
    /// Number of loops completed since the start.
    public private(set) var currentLoop = 0
    /// Whether time advances: `true` after ``start()`` until ``pause()`` or ``stop()``, or the end of the last loop.
    public private(set) var isPlaying = false
    /// Number of loops until playback stops; 0 is forever. Defaults to the provider's.
    public var totalLoopCount: Int
    /// Called when a frame becomes the current one; not for the poster with which playback begins.
    public var onFrame: ((_ index: Int, _ frame: Image) -> Void)?
    /// Called when a loop has ended, with the number of completed loops.
    public var onLoop: ((_ count: Int) -> Void)?
    /// Whether bytes of the animation are still arriving; playback then waits at the last frame.
    public private(set) var isGrowing: Bool

    /// The frame at the playback position, counted from 0; it may not be decoded yet.
    public private(set) var currentIndex = 0
    /// How long the current frame has been shown.
    private var time = Duration.zero
    private var frameState = FrameState.shown
    /// The frame that was last shown, or failed to decode; `nil` before the first.
    private var shownIndex: Int?
    /// The frame that is due once the shown one has come in another size, which was requested during a pause.
    private var nextIndex: Int?

    /// The state of the current frame. Pausing and resuming do not change it; stopping resets it.
    ///
    ///     shown ──  its duration is over  ──▶ due ──  decoded, and playing  ──▶ shown
    ///     shown, due, seeking ──  requested  ──▶ seeking ──  decoded  ──▶ shown
    ///     due ──  another size, during a pause  ──▶ seeking ──  decoded  ──▶ due
    private enum FrameState: Equatable {
        case shown
        /// The frame is next in playback order: the next tick shows it, as soon as it is decoded.
        case due
        /// The frame was requested: it is shown as soon as it is decoded, playing or not.
        case seeking
    }

    /// Creates a player; `nil` if there are fewer than two frames, because that is a still.
    public init?(provider: any AnimatedImageProvider, pool: FramePool, isGrowing: Bool = false) {
        guard provider.frameCount > 1 else { return nil }
        self.provider = provider
        self.pool = pool
        self.isGrowing = isGrowing
        totalLoopCount = provider.loopCount
        pool.attach()
    }

    deinit { pool.detach() }

    /// The number of frames, at least two; it grows with ``grow(to:pool:isComplete:)``.
    public var frameCount: Int { provider.frameCount }

    /// A requested frame that is not shown yet, else the frame that is shown or failed to decode. `nil` before
    /// ``start()`` and after ``stop()``.
    public var place: Int? { isSeeking ? currentIndex : shownIndex }

    /// Whether a requested frame is not shown yet: ``advance(by:)`` has to be called even if playback is paused.
    public var isSeeking: Bool { frameState == .seeking }

    // MARK: - Start and stop

    /// Starts playback from the beginning, or resumes it. No effect while playing.
    public func start() {
        guard !isPlaying else { return }
        isPlaying = true
        guard currentFrame == nil, frameState == .shown, time == .zero, currentIndex == 0 else { return }
        begin()
    }

    /// Pauses at the current frame; a requested frame is still shown.
    public func pause() { isPlaying = false }

    /// Resets to the beginning without a callback: the view keeps what it shows. The pool keeps its frames.
    public func stop() {
        isPlaying = false
        currentFrame = nil
        currentLoop = 0
        currentIndex = 0
        time = .zero
        frameState = .shown
        shownIndex = nil
        nextIndex = nil
    }

    /// Shows a frame: at once if it is decoded, else as soon as it is, playing or not. If several frames are requested
    /// in the meantime, the last one is shown. Ignored if `index` is out of range.
    ///
    /// - Parameters:
    ///   - index: the frame, counted from 0.
    ///   - loop: the number of loops that count as completed.
    public func seek(to index: Int, loop: Int = 0) {
        guard (0..<frameCount).contains(index) else { return }
        currentIndex = index
        currentLoop = loop
        time = .zero
        nextIndex = nil
        seekCurrent()
    }

    /// Switches to the animation in another size: playback continues, and the current frame is shown again. Ignored if
    /// the provider has another number of frames.
    public func resize(to provider: any AnimatedImageProvider, pool: FramePool) {
        guard provider.frameCount == frameCount else { return }
        adopt(provider, pool)
        isGrowing = false
        if frameState == .due, !isPlaying, let shownIndex {
            (nextIndex, currentIndex) = (currentIndex, shownIndex)  // a pause stays at its frame
        }
        if frameState != .shown || shownIndex != nil { seekCurrent() }
    }

    /// Switches to a version of the animation with more frames, or all of them: playback continues. `provider` has the
    /// current frames and more; its pool should have been created as the successor of the current one.
    public func grow(to provider: any AnimatedImageProvider, pool: FramePool, isComplete: Bool) {
        guard provider.frameCount >= frameCount else { return }
        adopt(provider, pool)
        isGrowing = !isComplete
    }

    private func adopt(_ provider: any AnimatedImageProvider, _ pool: FramePool) {
        if totalLoopCount == self.provider.loopCount { totalLoopCount = provider.loopCount }
        pool.attach()
        self.pool.detach()
        self.provider = provider
        self.pool = pool
    }

    // MARK: - Time

    /// Advances the time; at most one frame further. Ignored unless playing or a frame was requested.
    public func advance(by tick: Duration) {
        if isSeeking { return show() }
        guard isPlaying else { return }
        if frameState == .due {
            show()
            guard frameState == .shown, isPlaying else { return }
        }
        time += max(.zero, tick)
        let duration = provider.duration(at: currentIndex)
        guard time >= duration else { return fetchAhead() }
        step(surplus: time - duration)
    }

    /// The time until the next useful call of ``advance(by:)``; `nil` unless playing or a frame was requested.
    public var timeToNextFrame: Duration? {
        guard isPlaying || isSeeking else { return nil }
        guard frameState == .shown else { return .milliseconds(10) }  // polls until it is decoded
        let isAtEnd = isGrowing && currentIndex == frameCount - 1
        return isAtEnd ? .milliseconds(100) : max(.zero, provider.duration(at: currentIndex) - time)
    }

    // MARK: -

    private func begin() {
        // A poster needs no decode and, because the view has it already, no callback.
        if let image = provider as? AnimatedImage {
            pool.insert(image.poster, at: 0)
            currentFrame = image.poster
            shownIndex = currentIndex
        } else {
            frameState = .due
            pool.fetch(currentIndex)
        }
    }

    private func step(surplus: Duration) {
        let isLoopEnd = currentIndex == frameCount - 1
        if isGrowing, isLoopEnd {
            time = provider.duration(at: currentIndex)  // more frames may arrive later
            return
        }
        currentIndex = isLoopEnd ? 0 : currentIndex + 1
        if isLoopEnd {
            currentLoop += 1
            let (loop, isLast) = (currentLoop, totalLoopCount > 0 && currentLoop >= totalLoopCount)
            if isLast { stop() }
            onLoop?(loop)
            guard !isLast else { return }
        }
        // no frame is skipped, and the surplus is at most one duration
        time = min(surplus, provider.duration(at: currentIndex))
        frameState = .due
        if pool.isMissing(currentIndex) { pool.fetch(currentIndex) }
    }

    private func seekCurrent() {
        frameState = .seeking
        if currentIndex == 0, let image = provider as? AnimatedImage { pool.insert(image.poster, at: 0) }
        show()
    }

    /// Shows the current frame if it is decoded; otherwise requests its decode.
    private func show() {
        let index = currentIndex
        guard !pool.isMissing(index) else { return pool.fetch(index) }
        (shownIndex, frameState) = (index, .shown)
        if let next = nextIndex {
            (currentIndex, nextIndex, frameState) = (next, nil, .due)
            if pool.isMissing(next) { pool.fetch(next) }
        }
        // A frame that cannot be decoded leaves the previous one on screen for its duration.
        guard case .ready(let frame) = pool.frame(at: index) else { return }
        currentFrame = frame
        onFrame?(index, frame)
    }

    private func fetchAhead() {
        for ahead in 1...Self.framesAhead {
            if isGrowing, currentIndex + ahead >= frameCount { return }
            let next = (currentIndex + ahead) % frameCount
            if pool.isMissing(next) { return pool.fetch(next) }
        }
    }

    /// Number of frames decoded ahead: enough that a slow frame is ready when it is due, and little to waste on a stop.
    private static let framesAhead = 2
}
