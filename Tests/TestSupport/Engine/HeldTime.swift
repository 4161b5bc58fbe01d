import Basis

/// A clock that goes on by a second at each look, and holds the thread of the n-th look until the test lets it go: a walk
/// that looks at it for every step stands still there. Safe from any thread.
public final class HeldTime: TimeSource {
    private let count = Lock(0)
    private let held: Int
    private let release = TestSemaphore("the test to let the clock go on")
    /// Opens when the look that is held begins.
    public let isHeld: Latch

    public init(holdingLook held: Int) {
        self.held = held
        isHeld = Latch("look \(held) at the clock")
    }

    /// How often it was looked at.
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
