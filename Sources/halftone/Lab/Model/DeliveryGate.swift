import HalftoneCore
import Dispatch
import ImageLoading

/// Between the engine and the views: lets deliveries through as they come, or holds them back so that each can be
/// watched. Main actor, but for ``wake``.
@MainActor
final class DeliveryGate {
    let queue: DeliveryQueue
    private let held: Lock<Bool>

    init() {
        let held = Lock(false)
        self.held = held
        queue = DeliveryQueue { queue in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { if !held.withLock(\.self) { queue.deliver() } }
            }
        }
    }

    var isHeld: Bool { held.withLock(\.self) }

    /// Deliveries that wait.
    var count: Int { queue.count }

    /// The delivery that the next step lets through; `nil`: none waits.
    var next: DeliveryQueue.Waiting? { queue.next }

    /// From now on nothing gets through.
    func hold() { held.withLock { $0 = true } }

    /// Everything that was held back gets through at once, and what follows as it comes.
    func release() {
        held.withLock { $0 = false }
        queue.deliver()
    }

    /// Lets the oldest ones through, and no more.
    func step(_ count: Int = 1) { queue.deliver(atMost: count) }
}
