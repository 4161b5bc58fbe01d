import Basis
import CSystem
import Glibc
import ImageLoading

/// Work on another thread, for which a thread waits that must answer something else meanwhile: it polls
/// ``descriptor``. Safe from any thread.
final class PollableTask<Value: Sendable>: Sendable {
    /// Readable (at its end) when the work is done; -1, which `poll` passes over, if it was done before `init` returned.
    let descriptor: Int32
    private let token = CancellationToken()
    private let value = Lock<Value?>(nil)

    /// Where no descriptor is left the work is done here and now.
    init(on executor: some WorkExecutor, _ work: @escaping @Sendable (CancellationToken) -> Value) {
        var ends: [Int32] = [-1, -1]
        guard halftone_pipe(&ends) == 0 else {
            descriptor = -1
            let result = work(token)
            value.withLock { $0 = result }
            return
        }
        descriptor = ends[0]
        // Holds the task, so that its descriptor is nobody else's before the work is done.
        executor.run { [self, writer = ends[1]] in
            let result = work(token)
            value.withLock { $0 = result }
            close(writer)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What came of it; `nil` as long as it is under way.
    var result: Value? { value.withLock { $0 } }

    /// Nobody waits for it any more: the work is asked to stop.
    func cancel() { token.cancel() }
}
