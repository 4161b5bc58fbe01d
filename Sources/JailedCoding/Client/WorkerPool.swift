import Glibc
import HalftoneCore
import ImageCoding

/// The decode workers of a process. Safe to use from any thread.
///
/// At most ``capacity`` of them work at a time, as many as there are processors. One of each format is kept for the next
/// picture.
package final class WorkerPool: Sendable {
    private let program: WorkerProgram
    /// Maximum number of workers at work.
    private let capacity: Int
    private let state = Lock(State())

    private struct State {
        /// The last worker used of each format.
        var idle: [ImageFormat: WorkerProcess] = [:]
        var working = 0
    }

    package init(program: WorkerProgram, capacity: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
        (self.program, self.capacity) = (program, max(1, capacity))
    }

    /// Seconds of work after which a worker is replaced, so that what a library leaks does not add up.
    package static let secondsOfWorker = 60.0

    /// Runs `body` with a worker, which is used again if it is idle afterwards. Waits for one if all are at work.
    func withWorker<Value>(
        for format: ImageFormat, _ options: DecodeOptions, _ body: (WorkerProcess) throws(ImageCodingError) -> Value
    ) throws(ImageCodingError) -> Value {
        while !enter() {
            try options.checkMayContinue()
            usleep(Self.microsecondsBetweenChecks)
        }
        var worker: WorkerProcess?
        defer { leave(worker) }
        worker = state.withLock { $0.idle.removeValue(forKey: format) }
        if worker?.isUsable != true {
            worker = nil  // ends it
            worker = try WorkerProcess(format, program: program, options: options)
        }
        guard let worker else { throw .cancelled }
        return try body(worker)
    }

    /// Ends all workers that are idle.
    package func removeAll() {
        let workers = state.withLock { state in
            defer { state.idle = [:] }
            return state.idle
        }
        withExtendedLifetime(workers) {}  // released here, outside the lock
    }

    /// Number of workers that are idle.
    package var idleCount: Int { state.withLock { $0.idle.count } }

    // MARK: -

    private static let microsecondsBetweenChecks: UInt32 = 2_000

    private func enter() -> Bool {
        state.withLock { state in
            guard state.working < capacity else { return false }
            state.working += 1
            return true
        }
    }

    /// Keeps a worker if it can be used again; otherwise it ends with its last reference.
    private func leave(_ worker: WorkerProcess?) {
        let kept = worker.flatMap { $0.isUsable && $0.secondsOfWork < Self.secondsOfWorker ? $0 : nil }
        let replaced = state.withLock { state in
            state.working -= 1
            return kept.flatMap { state.idle.updateValue($0, forKey: $0.format) }
        }
        withExtendedLifetime(replaced) {}  // released here, outside the lock
    }
}
