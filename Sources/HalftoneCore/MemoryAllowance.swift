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
    private func take(_ more: Int, for bytes: Int, isBounded: Bool) -> Bool {
        state.withLock { state in
            let fits = state.used + more <= state.limits.all && (!isBounded || bytes <= state.limits.one)
            guard bytes <= Self.free || fits else { return false }
            state.used += more
            return true
        }
    }

    /// The bytes that one buffer has taken. They are returned when the last reference is released.
    public final class Share: Sendable {
        private let allowance: MemoryAllowance
        private let bytes = Lock(0)

        /// Creates the share of one buffer, without bytes.
        public init(of allowance: MemoryAllowance) { self.allowance = allowance }

        deinit {
            let bytes = bytes.withLock(\.self)
            allowance.state.withLock { $0.used -= bytes }
        }

        /// Takes `bytes` in total. Returns `false` if the budget of all buffers does not allow it, or, if `isBounded`,
        /// the limit for one buffer. Up to ``MemoryAllowance/free`` bytes are always granted.
        public func grow(to bytes: Int, isBounded: Bool = true) -> Bool {
            self.bytes.withLock { held in
                guard allowance.take(bytes - held, for: bytes, isBounded: isBounded) else { return false }
                held = bytes
                return true
            }
        }
    }
}
