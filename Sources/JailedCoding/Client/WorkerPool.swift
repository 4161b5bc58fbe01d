import Glibc
import HalftoneCore
import ImageCoding

/// The decode workers of a process. Safe to use from any thread.
///
/// At most ``capacity`` of them work at a time, as many as there are processors. The last used are kept for the next
/// pictures: one for each processor, and at least as many as there are formats.
package final class WorkerPool: Sendable {
    private let program: WorkerProgram
    /// Maximum number of workers at work.
    private let capacity: Int
    private let state = Lock(State())

    private struct State {
        /// Workers for the next pictures, the last used at the end.
        var idle: [WorkerProcess] = []
        var working = 0

        mutating func takeIdle(_ format: ImageFormat) -> WorkerProcess? {
            idle.lastIndex { $0.format == format }.map { idle.remove(at: $0) }
        }
    }

    package init(program: WorkerProgram, capacity: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
        (self.program, self.capacity) = (program, max(1, capacity))
    }

    /// Seconds of work after which a worker is replaced, so that what a library leaks does not add up.
    package static let secondsOfWorker = 60.0

    /// Runs `body` with a worker, which is used again if it is idle afterwards. Waits for one if all are at work.
    ///
    /// If a worker breaks that has decoded other pictures, they may be the reason: then `body` runs again, with a new one.
    func withWorker<Value>(
        for format: ImageFormat, _ options: DecodeOptions, _ body: (WorkerProcess) throws(ImageCodingError) -> Value
    ) throws(ImageCodingError) -> Value {
        try enter(options)
        defer { leave() }
        if let worker = state.withLock({ $0.takeIdle(format) }), worker.isUsable {
            defer { keep(worker) }
            do throws(ImageCodingError) {
                return try body(worker)
            } catch {
                guard !worker.isIdle, !error.isStop else { throw error }
            }
        }
        let worker = try WorkerProcess(format, program: program, options: options)
        defer { keep(worker) }
        return try body(worker)
    }

    /// Ends all workers that are idle.
    package func removeAll() {
        let workers = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        withExtendedLifetime(workers) {}  // released here, outside the lock
    }

    /// The processes of the workers that are idle.
    package var idleProcesses: [pid_t] { state.withLock { $0.idle.map(\.id) } }

    // MARK: -

    /// The pause between two looks: neither a cancelled decode nor the end of its time wakes a thread.
    private static let microsecondsBetweenChecks: UInt32 = 2_000

    /// Waits until one more worker may work.
    private func enter(_ options: DecodeOptions) throws(ImageCodingError) {
        func enters() -> Bool {
            state.withLock { state in
                guard state.working < capacity else { return false }
                state.working += 1
                return true
            }
        }
        while !enters() {
            try options.checkMayContinue()
            usleep(Self.microsecondsBetweenChecks)
        }
    }

    private func leave() { state.withLock { $0.working -= 1 } }

    /// Keeps a worker if it can be used again; otherwise it ends with its last reference.
    private func keep(_ worker: WorkerProcess) {
        guard worker.isUsable, worker.secondsOfWork < Self.secondsOfWorker else { return }
        let oldest = state.withLock { state in
            state.idle.append(worker)
            return state.idle.count > max(capacity, PictureLibrary.all.count) ? state.idle.removeFirst() : nil
        }
        withExtendedLifetime(oldest) {}  // released here, outside the lock
    }
}
