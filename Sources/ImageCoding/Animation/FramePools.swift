import Basis

/// The frame pools of a program: one for each animation, as long as somebody holds it. Safe from any thread.
public final class FramePools: Sendable {
    private struct Entry {
        weak var pool: FramePool?
    }

    private let maximumBytes: Int
    private let executor: FrameExecutor
    private let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// `maximumBytes` is for each animation, not for all together.
    public init(maximumBytes: Int = 32_000_000, executor: @escaping FrameExecutor) {
        self.maximumBytes = maximumBytes
        self.executor = executor
    }

    /// The pool of that animation: the same for everybody. `predecessor` lends its frames to a new one.
    public func pool(of provider: any AnimatedImageProvider, succeeding predecessor: FramePool? = nil) -> FramePool {
        let key = ObjectIdentifier(provider)  // not another's, because the pool holds the provider
        return entries.withLock { entries in
            if let pool = entries[key]?.pool { return pool }
            let pool = FramePool(
                provider: provider, maximumBytes: maximumBytes, succeeding: predecessor, executor: executor)
            entries = entries.filter { $0.value.pool != nil }
            entries[key] = Entry(pool: pool)
            return pool
        }
    }

    /// Lets go of the frames of all pools, when memory is short.
    public func removeAllFrames() {
        for pool in entries.withLock({ $0.values.map(\.pool) }) { pool?.removeAll() }
    }
}
