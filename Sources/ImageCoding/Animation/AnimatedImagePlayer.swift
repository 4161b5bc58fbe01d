import Basis

/// Plays an animation: says which frame is shown when. It has no clock; whoever shows it calls ``advance(by:)``.
///
/// No frame is skipped: when time runs ahead, frames follow one another as fast as it is called. While the next frame is
/// not decoded yet, time stands still. The frames come from a pool that decodes them ahead; nothing is decoded here.
@MainActor
public final class AnimatedImagePlayer {
    public private(set) var provider: any AnimatedImageProvider
    public private(set) var pool: FramePool
    /// The frame to be shown; `nil` before ``start()`` and after ``stop()``.
    public private(set) var currentFrame: Image?
    /// Loops that have ended since the start.
    public private(set) var currentLoop = 0
    public private(set) var isPlaying = false
    /// May be changed while it plays: the new order goes on from the current frame.
    public var mode = PlaybackMode.normal
    /// How much faster than usual it plays. 0 and less stop it at the next tick.
    public var rate = 1.0
    /// Loops until it stops by itself; 0 is for ever. The provider's, unless changed.
    public var totalLoopCount: Int
    /// Called when a frame becomes the current one; not for the poster a playback begins with.
    public var onFrame: ((_ index: Int, _ frame: Image) -> Void)?
    /// Called when a loop has ended, with their number.
    public var onLoop: ((_ count: Int) -> Void)?
    /// `true` while bytes of the animation are still arriving: it then plays forward only, and waits at its end.
    public private(set) var isGrowing: Bool

    private var cursor: PlaybackCursor
    /// How long the current frame has been shown.
    private var time = Duration.zero
    private var standing = Standing.shown
    /// The cursor when a frame was last shown, or could not be; `nil` before the first.
    private var shownCursor: PlaybackCursor?

    /// What becomes of the frame at the cursor. Pausing and playing on do not change it; stopping forgets it.
    ///
    ///     shown ──  its time is over  ──▶ due ──  decoded, and playing  ──▶ shown
    ///     shown, due, sought ──  asked for  ──▶ sought ──  decoded  ──▶ shown
    ///     due ──  paused, another size  ──▶ repeated ──  decoded  ──▶ due
    private enum Standing: Equatable {
        case shown
        /// The order has come to it: the next tick shows it, as soon as it is decoded.
        case due
        /// Somebody asked for it: it is shown as soon as it is decoded, playing or not.
        case sought(backwards: Bool)
        /// It was shown, and is shown once more in another size; then that one is due again to which the order had come.
        case repeated(before: PlaybackCursor)
    }

    /// `nil` if there are fewer than two frames: that is a still.
    public init?(provider: any AnimatedImageProvider, pool: FramePool, isGrowing: Bool = false) {
        guard provider.frameCount > 1 else { return nil }
        self.provider = provider
        self.pool = pool
        self.isGrowing = isGrowing
        totalLoopCount = provider.loopCount
        cursor = PlaybackCursor(index: 0)
        pool.attach()
    }

    deinit { pool.detach() }

    public var currentIndex: Int { cursor.index }
    public var frameCount: Int { provider.frameCount }

    /// Where steps count from: the frame that was asked for and is on its way, else the one that is shown, or could not
    /// be. `nil` before ``start()`` and after ``stop()``.
    public var place: Int? { isSeeking ? cursor.index : shownCursor?.index }

    /// Whether a frame was asked for that is not shown yet: ``advance(by:)`` has to be called although nothing plays.
    public var isSeeking: Bool {
        switch standing {
        case .shown, .due: false
        case .sought, .repeated: true
        }
    }

    // MARK: - Start and stop

    /// Plays on from where it was paused, or from the beginning. Without effect while it plays.
    public func start() {
        guard !isPlaying else { return }
        isPlaying = true
        guard currentFrame == nil, standing == .shown, time == .zero, cursor.index == 0 else { return }
        begin()
    }

    /// Stays at the current frame; one that was asked for is shown all the same.
    public func pause() { isPlaying = false }

    /// Goes back to the beginning, silently: the view keeps what it shows. The pool keeps its frames.
    public func stop() {
        isPlaying = false
        currentFrame = nil
        currentLoop = 0
        cursor = PlaybackCursor(index: 0)
        time = .zero
        standing = .shown
        shownCursor = nil
    }

    /// Shows that frame: at once if it is decoded, else as soon as it is, whether it plays or not. Of several that are
    /// asked for in the meantime, the last one is shown. Ignored if there is no such frame.
    ///
    /// `backwards`: those before it will be asked for next, and are decoded in the same go.
    public func seek(to index: Int, loop: Int = 0, backwards: Bool = false) {
        guard (0..<frameCount).contains(index) else { return }
        cursor = PlaybackCursor(index: index)
        currentLoop = loop
        time = .zero
        seekCursor(backwards: backwards)
    }

    /// Shows the frame so many further, or back, around the ends, as ``seek(to:loop:backwards:)`` does; steps that
    /// follow one another faster than frames are decoded add up. `start`: where to count from before ``start()``.
    public func step(by frames: Int, from start: Int = 0) {
        let place = ((place ?? start) + frames % frameCount + frameCount) % frameCount
        seek(to: place, loop: currentLoop, backwards: frames < 0)
        guard !isSeeking else { return }
        // The next step will most likely be the same.
        pool.fetch((place + frames.signum() + frameCount) % frameCount, backwards: frames < 0)
    }

    /// The same frames in another size: playback goes on where it is, and the frame that is shown comes once more.
    /// Ignored if it is another animation.
    public func resize(to provider: any AnimatedImageProvider, pool: FramePool) {
        guard provider.frameCount == frameCount else { return }
        adopt(provider, pool)
        isGrowing = false
        switch standing {
        case .sought(let backwards): seekCursor(backwards: backwards)
        case .repeated: ask(standing)
        // What is due comes in the new size.
        case .due where isPlaying: pool.fetch(cursor.index, backwards: isBackwards)
        case .due: repeatShown()
        case .shown where shownCursor != nil: seekCursor(backwards: false)
        case .shown: break
        }
    }

    /// More of the animation has arrived, or all of it: playback goes on where it is. `provider` has the same frames and
    /// more; its pool should have been made to succeed the present one.
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

    /// Lets time pass; at most one frame further. Ignored unless it plays or a frame was asked for.
    public func advance(by tick: Duration) {
        if case .sought(let backwards) = standing { return show(backwards: backwards) }
        if case .repeated = standing { return show(backwards: false) }
        guard isPlaying else { return }
        guard frameCount > 1, rate > 0, rate.isFinite else { return stop() }
        if standing == .due {
            show(backwards: isBackwards)
            guard standing == .shown, isPlaying else { return }
        }
        time += max(.zero, tick)
        let duration = duration(of: cursor.index)
        guard time >= duration else { return fetchAhead() }
        step(surplus: time - duration)
    }

    /// When the next call of ``advance(by:)`` is worth while; `nil` unless it plays or a frame was asked for.
    public var timeToNextFrame: Duration? {
        guard isPlaying || isSeeking else { return nil }
        guard standing == .shown else { return .milliseconds(10) }  // as soon as it is decoded
        let isAtEnd = isGrowing && cursor.index == frameCount - 1
        return isAtEnd ? .milliseconds(100) : max(.zero, duration(of: cursor.index) - time)
    }

    // MARK: -

    private func begin() {
        cursor = PlaybackCursor(mode: effectiveMode, count: frameCount)
        // A poster needs no decode and, because the view has it already, no callback. The last frame is not the poster.
        if cursor.index == 0, let image = provider as? AnimatedImage {
            pool.insert(image.poster, at: 0)
            currentFrame = image.poster
            shownCursor = cursor
        } else {
            standing = .due
            pool.fetch(cursor.index, backwards: isBackwards)
        }
    }

    private func step(surplus: Duration) {
        if isGrowing, cursor.index == frameCount - 1 {
            time = duration(of: cursor.index)  // there may be more frames later
            return
        }
        if cursor.advance(effectiveMode, count: frameCount) {
            currentLoop += 1
            let (loop, isLast) = (currentLoop, totalLoopCount > 0 && currentLoop >= totalLoopCount)
            if isLast { stop() }
            onLoop?(loop)
            guard !isLast else { return }
        }
        time = min(surplus, duration(of: cursor.index))  // none is skipped, and none waits for more than one
        standing = .due
        if pool.isMissing(cursor.index) { pool.fetch(cursor.index, backwards: isBackwards) }
    }

    private func seekCursor(backwards: Bool) { ask(.sought(backwards: backwards), backwards: backwards) }

    private func ask(_ standing: Standing, backwards: Bool = false) {
        self.standing = standing
        if cursor.index == 0, let image = provider as? AnimatedImage { pool.insert(image.poster, at: 0) }
        show(backwards: backwards)
    }

    /// The order has gone on from the frame that is shown, and a loop may have ended with it: going back to it would
    /// count that once more.
    private func repeatShown() {
        guard let shownCursor else { return }
        let next = cursor
        cursor = shownCursor
        ask(.repeated(before: next))
    }

    /// Shows the frame at the cursor if it is decoded, and else has it decoded.
    private func show(backwards: Bool) {
        let index = cursor.index
        guard !pool.isMissing(index) else { return pool.fetch(index, backwards: backwards) }
        shownCursor = cursor
        if case .repeated(let next) = standing { (cursor, standing) = (next, .due) } else { standing = .shown }
        // A frame that cannot be read leaves the one before it, for as long as it would have been shown.
        guard case .ready(let frame) = pool.frame(at: index) else { return }
        currentFrame = frame
        onFrame?(index, frame)
    }

    private func fetchAhead() {
        var next = cursor
        for _ in 0..<Self.framesAhead {
            if isGrowing, next.index == frameCount - 1 { return }
            _ = next.advance(effectiveMode, count: frameCount)
            if pool.isMissing(next.index) {
                return pool.fetch(next.index, backwards: next.index < cursor.index && isBackwards)
            }
        }
    }

    /// Enough that a frame which takes long to decode is ready when it is due, and little to waste when it stops.
    private static let framesAhead = 2

    private var effectiveMode: PlaybackMode { isGrowing ? .normal : mode }

    private var isBackwards: Bool {
        switch effectiveMode {
        case .normal: false
        case .reverse: true
        case .bounce: cursor.isReturning
        case .reversedBounce: !cursor.isReturning
        }
    }

    private func duration(of index: Int) -> Duration {
        let duration = provider.duration(at: index)
        return rate == 1 ? duration : .seconds(min(1e9, duration.seconds / rate))  // a Duration ends somewhere
    }
}
