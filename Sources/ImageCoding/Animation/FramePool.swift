import Basis
import Pixels

/// Runs work later, once, on a thread where it may block for the time of a decode.
public typealias FrameExecutor = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// Keeps decoded frames of one animation, for all who play it, and decodes the next ones ahead.
///
/// Safe from any thread; never blocks. One decode runs at a time. When the frames take more than ``maximumBytes`` those
/// that were not used for longest go, but one for each player and one more always stay.
public final class FramePool: Sendable {
    /// Whether a frame can be shown.
    public enum Frame: Sendable {
        case ready(Image)
        /// It has to be fetched, or is being fetched.
        case missing
        /// It took too long when it was fetched. Told once: whoever comes to it the next time has it fetched again, and the
        /// decode goes on where it was.
        case slow
        /// The provider has no picture for it.
        case unreadable
    }

    public let provider: any AnimatedImageProvider
    public let maximumBytes: Int

    private let executor: FrameExecutor
    private let state: Lock<State>

    fileprivate struct State {
        var frames: [Int: (image: Image, lastUse: Int)] = [:]
        var unreadable: Set<Int> = []
        /// What took too long, and nobody has been told of.
        var slow: Set<Int> = []
        /// How often that has happened to a frame.
        var slowTries: [Int: Int] = [:]
        var bytes = 0
        var uses = 0
        var players = 0
        /// What is asked for and not yet begun, the oldest first.
        var wanted: [Request] = []
        var isFetching = false
    }

    fileprivate struct Request: Equatable, Sendable {
        var index: Int
        var isBackwards: Bool
    }

    /// - Parameters:
    ///   - maximumBytes: 32 MB hold the 101 frames of a picture of 320x240, and any animation at the size of a cell.
    ///   - predecessor: a pool of the same animation when less of it had arrived; its frames are taken over.
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

    /// The frame, if it is there. Looking at it counts as use.
    public func frame(at index: Int) -> Frame {
        let known: Frame? = state.withLock { state in
            if let frame = state.frames[index] {
                state.uses += 1
                state.frames[index]?.lastUse = state.uses
                return .ready(frame.image)
            }
            if state.slow.remove(index) != nil { return .slow }
            return state.unreadable.contains(index) ? .unreadable : nil
        }
        return known ?? ((0..<provider.frameCount).contains(index) ? .missing : .unreadable)
    }

    public func isMissing(_ index: Int) -> Bool {
        state.withLock { $0.frames[index] == nil && !$0.isGivenUp(index) }
    }

    /// Has the frame decoded, unless it is there. `backwards` decodes those before it in the same go, as many as there
    /// is room for, because each of them may build on those before it.
    public func fetch(_ index: Int, backwards: Bool = false) {
        guard (0..<provider.frameCount).contains(index) else { return }
        let isToStart = state.withLock { state in
            let request = Request(index: index, isBackwards: backwards)
            guard state.frames[index] == nil, !state.isGivenUp(index), !state.wanted.contains(request) else {
                return false
            }
            state.wanted.append(request)
            // What was asked for by players that have gone on since then is not worth a decode.
            if state.wanted.count > max(1, state.players) { state.wanted.removeFirst() }
            defer { state.isFetching = true }
            return !state.isFetching
        }
        if isToStart { executor { self.fetchNext() } }
    }

    /// Adds a frame that somebody had decoded anyway.
    public func insert(_ image: Image, at index: Int) {
        guard (0..<provider.frameCount).contains(index) else { return }
        state.withLock { state in
            state.add(image, at: index)
            state.makeRoom(maximumBytes)
        }
    }

    /// Lets go of all frames, when memory is short; they are decoded again when they are needed.
    public func removeAll() {
        state.withLock { state in
            state.frames = [:]
            (state.unreadable, state.slow, state.slowTries) = ([], [], [:])
            state.bytes = 0
        }
    }

    public var frameCount: Int { state.withLock { $0.frames.count } }
    public var bytes: Int { state.withLock { $0.bytes } }

    // MARK: -

    func attach() { state.withLock { $0.players += 1 } }

    func detach() {
        let isIdle = state.withLock { state in
            state.players -= 1
            return state.players == 0
        }
        // Not here: it waits for a decode that is under way.
        if isIdle { executor { [provider] in provider.releaseWorkingMemory() } }
    }

    private func fetchNext() {
        let next = state.withLock { state -> Range<Int>? in
            while let request = state.wanted.first {
                state.wanted.removeFirst()
                guard state.frames[request.index] == nil, !state.isGivenUp(request.index) else { continue }
                let room = request.isBackwards ? state.room(maximumBytes) : 1
                // What cannot be read ends a run of frames: those behind it make another.
                let ends = state.unreadable.union(state.slow)
                let first = (ends.filter { $0 < request.index }.max() ?? -1) + 1
                return max(first, request.index - room + 1)..<request.index + 1
            }
            state.isFetching = false
            return nil
        }
        guard let next else { return }
        let run = provider.run(in: next)
        let isMore = state.withLock { state in
            for (index, image) in zip(next, run.images) { state.add(image, at: index) }
            if run.images.count < next.count { state.giveUp(next.lowerBound + run.images.count, run.isTooSlow) }
            state.makeRoom(maximumBytes)
            state.isFetching = !state.wanted.isEmpty
            return state.isFetching
        }
        // In line behind the work of others, not at once.
        if isMore { executor { self.fetchNext() } }
    }
}

extension FramePool.State {
    /// So often a frame is begun that takes too long. What a busy machine could not do in time it can do later; what takes
    /// for ever must not take a thread for ever.
    private static let mostTries = 3

    /// Whether it is not to be fetched: it cannot be read, or took too long a moment ago.
    fileprivate func isGivenUp(_ index: Int) -> Bool { unreadable.contains(index) || slow.contains(index) }

    fileprivate mutating func giveUp(_ index: Int, _ isTooSlow: Bool) {
        slowTries[index, default: 0] += 1
        let mayBeTried = isTooSlow && slowTries[index, default: 0] < Self.mostTries
        if mayBeTried { slow.insert(index) } else { unreadable.insert(index) }
    }

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

    /// Frames of the usual size that could be held, without the one that is being shown.
    fileprivate func room(_ maximumBytes: Int) -> Int {
        guard let size = frames.values.first?.image.bitmap.bytes.count, size > 0 else { return 1 }
        return max(1, maximumBytes / size - 1)
    }
}
