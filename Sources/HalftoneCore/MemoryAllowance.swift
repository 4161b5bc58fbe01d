/// A memory budget that many growing buffers share: a limit for one buffer, and a limit for all. Safe from any thread.
public final class MemoryAllowance: Sendable {
    /// The two limits of an allowance, in bytes.
    public struct Limits: Hashable, Sendable {
        /// Maximum bytes of one buffer.
        public var one: Int
        /// Maximum bytes of all buffers together.
        public var all: Int

        /// Creates limits in bytes. They are not checked against each other.
        public init(one: Int, all: Int) { (self.one, self.all) = (one, all) }
    }

    /// Bytes that every buffer may have regardless of the others: fewer are not worth a file.
    public static let free = 256 << 10

    private let state: Lock<(limits: Limits, used: Int)>

    /// Creates a budget of which nothing is used yet.
    public init(_ limits: Limits) { state = Lock((limits, 0)) }

    /// The current limits. Lower ones apply when a buffer grows next; bytes already taken stay.
    public var limits: Limits {
        get { state.withLock { $0.limits } }
        set { state.withLock { $0.limits = newValue } }
    }

    /// Bytes taken by all buffers, including those within ``free``.
    public var used: Int { state.withLock { $0.used } }

    /// Takes `more` bytes for a buffer of `bytes`. Returns `false` if they exceed a limit.
    private func take(_ more: Int, for bytes: Int, isBounded: Bool, free: Int) -> Bool {
        state.withLock { state in
            let fits = state.used + more <= state.limits.all && (!isBounded || bytes <= state.limits.one)
            guard bytes <= free || fits else { return false }
            state.used += more
            return true
        }
    }

    /// The bytes that one buffer has taken. They are returned when the last reference is released.
    public final class Share: Sendable {
        private struct Holding {
            var bytes = 0
            /// The share that is being replaced; `nil` if there is none, and after the replacement.
            var former: Share?
            /// The bytes taken from ``former``, which are part of ``bytes``.
            var taken = 0
        }

        private let allowance: MemoryAllowance
        private let holding: Lock<Holding>

        /// Creates the share of one buffer, without bytes. Growing takes the bytes of `former` first; a release before
        /// ``replaceFormer()`` returns them to it.
        public init(of allowance: MemoryAllowance, replacing former: Share? = nil) {
            self.allowance = allowance
            holding = Lock(Holding(former: former))
        }

        deinit {
            holding.withLock { holding in
                holding.former?.holding.withLock { $0.bytes += holding.taken }
                allowance.state.withLock { $0.used -= holding.bytes - holding.taken }
            }
        }

        /// Takes `bytes` in total. Returns `false` if the budget of all buffers does not allow it, or, if `isBounded`,
        /// the limit for one buffer. Up to `free` bytes are always granted.
        public func grow(to bytes: Int, isBounded: Bool = true, free: Int = MemoryAllowance.free) -> Bool {
            holding.withLock { holding in
                let more = bytes - holding.bytes
                guard let former = holding.former else {
                    guard allowance.take(more, for: bytes, isBounded: isBounded, free: free) else { return false }
                    holding.bytes = bytes
                    return true
                }
                return former.holding.withLock { old in
                    let taken = min(old.bytes, max(0, more))
                    guard allowance.take(more - taken, for: bytes, isBounded: isBounded, free: free) else {
                        return false
                    }
                    old.bytes -= taken
                    holding.taken += taken
                    holding.bytes = bytes
                    return true
                }
            }
        }

        /// Ends the replacement: the former bytes, which will be released, count no more.
        public func replaceFormer() {
            holding.withLock { holding in
                guard let former = holding.former else { return }
                let left = former.holding.withLock { old in
                    defer { old.bytes = 0 }
                    return old.bytes
                }
                allowance.state.withLock { $0.used -= left }
                (holding.former, holding.taken) = (nil, 0)
            }
        }
    }
}
