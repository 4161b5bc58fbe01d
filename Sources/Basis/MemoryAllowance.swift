/// The memory that many growing buffers share: what one may take, and what all may take together. Safe from any thread.
public final class MemoryAllowance: Sendable {
    public struct Limits: Hashable, Sendable {
        /// Bytes of one buffer.
        public var one: Int
        /// Bytes of all.
        public var all: Int

        public init(one: Int, all: Int) { (self.one, self.all) = (one, all) }
    }

    /// Bytes that every buffer may have, whatever the others take: less is not worth a file.
    public static let free = 256 << 10

    private let state: Lock<(limits: Limits, used: Int)>

    public init(_ limits: Limits) { state = Lock((limits, 0)) }

    public var limits: Limits {
        get { state.withLock { $0.limits } }
        set { state.withLock { $0.limits = newValue } }
    }

    /// Bytes that are taken, those that are free for every buffer included.
    public var used: Int { state.withLock { $0.used } }

    /// What one buffer has taken. It is given back with the last reference.
    public final class Share: Sendable {
        private let allowance: MemoryAllowance
        private let held = Lock(0)

        public init(of allowance: MemoryAllowance) { self.allowance = allowance }

        deinit { allowance.state.withLock { $0.used -= held.withLock { $0 } } }

        /// Takes as much as `bytes` are. `false`: more than is free, or than one buffer may have if `isBounded`.
        public func grow(to bytes: Int, isBounded: Bool = true) -> Bool {
            held.withLock { held in
                allowance.state.withLock { state in
                    let isFree = bytes <= MemoryAllowance.free
                    let fits = state.used - held + bytes <= state.limits.all
                    guard isFree || fits && (!isBounded || bytes <= state.limits.one) else { return false }
                    state.used += bytes - held
                    held = bytes
                    return true
                }
            }
        }
    }
}
