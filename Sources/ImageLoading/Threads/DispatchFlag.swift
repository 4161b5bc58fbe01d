import Dispatch

/// Lets one thread wait, once, until another has done something. Never on the main thread while the program runs.
struct DispatchFlag: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func set() { semaphore.signal() }
    func wait() { semaphore.wait() }
}
