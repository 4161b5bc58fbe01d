import HalftoneCore
import Pixels

/// A function that runs work later, once, on a thread that may block for the duration of a decode.
public typealias FrameExecutor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// A cache of decoded frames of one animation, shared by all its players, which decodes frames ahead.
///
/// Safe from any thread; never blocks. One decode runs at a time. When the frames take more than ``maximumBytes``, the
/// least recently used ones are removed, but one for each player and one more always stay.
public final class FramePool: Sendable {
    /// The state of a frame.
    public enum Frame: Sendable {
        /// The decoded frame.
        case ready(Image)
        /// The frame has to be fetched, or is being fetched.
        case missing
        /// The frame cannot be decoded, or not within the time limit.
        case unreadable
    }

    /// The animation whose frames are kept; it decodes them on the pool's executor only.
    public let provider: any AnimatedImageProvider
    /// Maximum bytes of the decoded frames.
    public let maximumBytes: Int

    private let executor: FrameExecutor
    private let state: Lock<State>

    fileprivate struct State {
        var frames: [Int: (image: Image, lastUse: Int)] = [:]
        var unreadable: Set<Int> = []
        var bytes = 0
        var uses = 0
        var players = 0
        /// Requested frames whose decode has not begun, oldest first.
        var wanted: [Int] = []
        var isFetching = false
    }

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - provider: decodes the frames of the animation.
    ///   - maximumBytes: the limit in bytes; the default of 32 MB holds the 101 frames of an animation of 320x240, and
    ///     any animation at the size of a cell.
    ///   - predecessor: a pool of this animation from when less of it had arrived; its frames are copied.
    ///   - executor: runs the decodes.
    public init(
        provider: any AnimatedImageProvider, maximumBytes: Int = 32_000_000, succeeding predecessor: FramePool? = nil,
        executor: @escaping FrameExecutor
    ) {
        self.provider = provider
        self.maximumBytes = maximumBytes
        self.executor = executor
        var state = State()
        if let old = predecessor?.state.withLock({ $0 }) {
            state.frames = old.frames
            (state.bytes, state.uses) = (old.bytes, old.uses)
        }
        self.state = Lock(state)
    }

    /// Returns the frame, if it is decoded, or its state. Counts as a use of the frame.
    public func frame(at index: Int) -> Frame {
        let known: Frame? = state.withLock { state in
            if let frame = state.frames[index] {
                state.uses += 1
                state.frames[index]?.lastUse = state.uses
                return .ready(frame.image)
            }
            return state.unreadable.contains(index) ? .unreadable : nil
        }
        return known ?? ((0..<provider.frameCount).contains(index) ? .missing : .unreadable)
    }

    /// Whether the frame is neither decoded nor given up. Does not count as a use.
    public func isMissing(_ index: Int) -> Bool {
        state.withLock { $0.isMissing(index) }
    }

    /// Requests the decode of a frame, unless it is decoded already.
    public func fetch(_ index: Int) {
        guard (0..<provider.frameCount).contains(index) else { return }
        let shouldStart = state.withLock { state in
            guard state.isMissing(index), !state.wanted.contains(index) else { return false }
            state.wanted.append(index)
            // Requests of players that have moved on since then are not worth a decode.
            if state.wanted.count > max(1, state.players) { state.wanted.removeFirst() }
            defer { state.isFetching = true }
            return !state.isFetching
        }
        if shouldStart { executor { self.fetchNext() } }
    }

    /// Adds a frame that was decoded elsewhere.
    public func insert(_ image: Image, at index: Int) {
        guard (0..<provider.frameCount).contains(index) else { return }
        state.withLock { state in
            state.add(image, at: index)
            state.makeRoom(maximumBytes)
        }
    }

    /// Removes all frames, when memory is short; they are decoded again when needed.
    public func removeAll() {
        state.withLock { state in
            state.frames = [:]
            state.unreadable = []
            state.bytes = 0
        }
    }

    /// Number of frames that are decoded and kept.
    public var frameCount: Int { state.withLock { $0.frames.count } }
    /// Bytes of the frames that are decoded and kept.
    public var bytes: Int { state.withLock { $0.bytes } }

    // MARK: -

    func attach() { state.withLock { $0.players += 1 } }

    func detach() {
        let isIdle = state.withLock { state in
            state.players -= 1
            return state.players == 0
        }
        // On the executor, because it waits for a decode in progress.
        if isIdle { executor { [provider] in provider.releaseWorkingMemory() } }
    }

    private func fetchNext() {
        let next = state.withLock { state -> Int? in
            while !state.wanted.isEmpty {
                let index = state.wanted.removeFirst()
                if state.isMissing(index) { return index }
            }
            state.isFetching = false
            return nil
        }
        guard let next else { return }
        let image = provider.frame(at: next)
        let isMore = state.withLock { state in
            if let image { state.add(image, at: next) } else { state.unreadable.insert(next) }
            state.makeRoom(maximumBytes)
            state.isFetching = !state.wanted.isEmpty
            return state.isFetching
        }
        // Queued behind other work, so that other work gets its turn.
        if isMore { executor { self.fetchNext() } }
    }
}

extension FramePool.State {
    fileprivate func isMissing(_ index: Int) -> Bool { frames[index] == nil && !unreadable.contains(index) }

    fileprivate mutating func add(_ image: Image, at index: Int) {
        uses += 1
        bytes += image.bitmap.bytes.count - (frames[index]?.image.bitmap.bytes.count ?? 0)
        frames[index] = (image, uses)
    }

    fileprivate mutating func makeRoom(_ maximumBytes: Int) {
        while bytes > maximumBytes, frames.count > players + 1 {
            guard let oldest = frames.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            bytes -= oldest.value.image.bitmap.bytes.count
            frames[oldest.key] = nil
        }
    }
}
