import HalftoneCore
import CSystem
import Glibc
import ImageLoading

/// Work on another thread whose completion a thread can `poll` for, together with other descriptors. Safe from any
/// thread.
final class PollableTask<Value: Sendable>: Sendable {
    /// Readable (at its end) when the work is done; -1, which `poll` ignores, if it was done before `init` returned.
    let descriptor: Int32
    private let token = CancellationToken()
    private let value = Lock<Value?>(nil)

    /// Starts the work; runs it on this thread if no descriptor is left.
    init(on executor: some WorkExecutor, _ work: @escaping @Sendable (CancellationToken) -> Value) {
        var ends: [Int32] = [-1, -1]
        guard halftone_pipe(&ends) == 0 else {
            descriptor = -1
            let result = work(token)
            value.withLock { $0 = result }
            return
        }
        descriptor = ends[0]
        // Retains the task, so that its descriptor is not reused before the work is done.
        executor.run { [self, writer = ends[1]] in
            let result = work(token)
            value.withLock { $0 = result }
            close(writer)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The result; `nil` while the work is in progress.
    var result: Value? { value.withLock { $0 } }

    /// Asks the work to stop.
    func cancel() { token.cancel() }
}
