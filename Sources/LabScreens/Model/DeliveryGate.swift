import HalftoneCore
import Dispatch
import ImageLoading

/// A gate between the engine and the views, which passes deliveries on, or holds them for single deliveries. Main actor.
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

    /// The number of held deliveries.
    var count: Int { queue.count }

    /// The next delivery; `nil` if none is held.
    var next: DeliveryQueue.Item? { queue.next }

    /// Holds all deliveries from now on.
    func hold() { held.withLock { $0 = true } }

    /// Releases all held deliveries, and passes later ones on.
    func release() {
        held.withLock { $0 = false }
        queue.deliver()
    }

    /// Releases the oldest delivery.
    func deliver() { queue.deliver(atMost: 1) }
}
