import Basis
import Glibc

/// A clock that is a second on each time somebody looks at it, and that holds who looks for the n-th time until it is let
/// go: a walk that looks at it for every step stands still there. Safe from any thread; the one that is held blocks.
public final class HeldTime: TimeSource, @unchecked Sendable {
    // Unchecked because of the semaphore, which is made for several threads and stays where it was allocated.
    private let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let count = Lock(0)
    private let held: Int

    public init(holdingLook held: Int) {
        self.held = held
        sem_init(gate, 0, 0)
    }

    deinit {
        sem_destroy(gate)
        gate.deallocate()
    }

    /// How often it was looked at.
    public var looks: Int { count.withLock { $0 } }

    public var now: Duration {
        let look = count.withLock { count in
            count += 1
            return count
        }
        if look == held { while sem_wait(gate) != 0 {} }
        return .seconds(look)
    }

    public var secondsSince1970: Double { now.seconds }

    public func letGo() { sem_post(gate) }
}
