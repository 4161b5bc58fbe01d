import Basis

/// Plays an animation: says which frame is shown when. It has no clock; whoever shows it calls ``advance(by:)``.
///
/// No frame is skipped: when time runs ahead, frames follow one another as fast as it is called. While the next frame is
/// not decoded yet, time stands still. The frames come from a pool that decodes them ahead.
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
    /// The current frame is due but not published yet.
    private var isDue = false

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

    // MARK: - Start and stop

    /// Plays on from where it was paused, or from the beginning. Without effect while it plays.
    public func start() {
        guard !isPlaying else { return }
        isPlaying = true
        guard currentFrame == nil, !isDue, time == .zero, cursor.index == 0 else { return }
        begin()
    }

    /// Stays at the current frame.
    public func pause() { isPlaying = false }

    /// Goes back to the beginning, silently: the view keeps what it shows. The pool keeps its frames.
    public func stop() {
        isPlaying = false
        currentFrame = nil
        currentLoop = 0
        cursor = PlaybackCursor(index: 0)
        time = .zero
        isDue = false
    }

    /// Shows that frame at once, decoding it here if the pool does not have it. Ignored if there is no such frame.
    public func seek(to index: Int, loop: Int = 0) {
        guard (0..<frameCount).contains(index) else { return }
        cursor = PlaybackCursor(index: index)
        currentLoop = loop
        time = .zero
        isDue = false
        if case .missing = pool.frame(at: index), let frame = provider.frame(at: index) {
            pool.insert(frame, at: index)
        }
        publish()
    }

    /// More of the animation has arrived, or all of it: playback goes on where it is. `provider` has the same frames and
    /// more; its pool should have been made to succeed the present one.
    public func grow(to provider: any AnimatedImageProvider, pool: FramePool, isComplete: Bool) {
        guard provider.frameCount >= frameCount else { return }
        if totalLoopCount == self.provider.loopCount { totalLoopCount = provider.loopCount }
        pool.attach()
        self.pool.detach()
        self.provider = provider
        self.pool = pool
        isGrowing = !isComplete
    }

    // MARK: - Time

    /// Lets time pass; at most one frame further. Ignored unless it plays.
    public func advance(by tick: Duration) {
        guard isPlaying else { return }
        guard frameCount > 1, rate > 0, rate.isFinite else { return stop() }
        if isDue {
            guard !pool.isMissing(cursor.index) else { return pool.fetch(cursor.index, backwards: isBackwards) }
            isDue = false
            publish()
        }
        time += max(.zero, tick)
        let duration = duration(of: cursor.index)
        guard time >= duration else { return fetchAhead() }
        step(surplus: time - duration)
    }

    /// When the next call of ``advance(by:)`` is worth while; `nil` unless it plays.
    public var timeToNextFrame: Duration? {
        guard isPlaying else { return nil }
        guard !isDue else { return .milliseconds(10) }  // as soon as it is decoded
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
        } else {
            isDue = true
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
        isDue = true
        if pool.isMissing(cursor.index) { pool.fetch(cursor.index, backwards: isBackwards) }
    }

    private func publish() {
        // A frame that cannot be read leaves the one before it, for as long as it would have been shown.
        guard case .ready(let frame) = pool.frame(at: cursor.index) else { return }
        currentFrame = frame
        onFrame?(cursor.index, frame)
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
