import HalftoneCore

/// A clock that advances by a second at each reading, and blocks the thread of the n-th reading until the test releases
/// it, so that a loop which reads the clock in every step can be held there. Safe from any thread.
public final class HeldTime: TimeSource {
    private let count = Lock(0)
    private let held: Int
    private let release = TestSemaphore("the test to let the clock go on")
    /// Opens when the reading that is held begins.
    public let isHeld: Latch

    public init(holdingLook held: Int) {
        self.held = held
        isHeld = Latch("look \(held) at the clock")
    }

    /// Number of readings.
    public var looks: Int { count.withLock { $0 } }

    public var now: Duration {
        let look = count.withLock { count in
            count += 1
            return count
        }
        if look == held {
            isHeld.open()
            release.wait()
        }
        return .seconds(look)
    }

    public var secondsSince1970: Double { now.seconds }

    public func letGo() { release.signal() }
}
