import Dispatch

/// A flag for which one thread waits, once, until another sets it.
struct DispatchFlag: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func set() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
