import Glibc
import HalftoneCore
import ImageCoding

/// The decode workers of a process. Safe to use from any thread.
///
/// At most one for each processor works at a time, in the order of the requests. The most recently used stay idle for
/// the next pictures: one for each processor, and at least as many as there are formats.
package final class DecodeWorkers: Sendable {
    private let program: WorkerProgram
    private let slots: FairSlots
    /// Maximum number of idle workers.
    private let maxIdle: Int
    private let state = Lock(State())

    private struct State {
        /// Workers for the next pictures, the most recently used at the end.
        var idle: [WorkerProcess] = []
        /// Number of workers at work.
        var working = 0

        /// Removes the worker that has the animation open, or else the most recently used without an open animation. If
        /// all have one and there is no room for another worker, removes the most recently used: animations are played
        /// in turn, so the least recently used is the next.
        mutating func take(_ format: ImageFormat, animation: Int?, maxIdle: Int) -> WorkerProcess? {
            defer { working += 1 }
            let fitting = idle.indices.filter { idle[$0].format == format }
            let hasRoom = idle.count + working < maxIdle || idle.contains { $0.openAnimation == nil }
            let index =
                fitting.last { animation != nil && idle[$0].openAnimation == animation }
                ?? fitting.last { idle[$0].openAnimation == nil }
                ?? (hasRoom ? nil : fitting.last)
            return index.map { idle.remove(at: $0) }
        }

        /// Adds a worker if it can be used again. Returns the one in excess: the least recently used, of those without
        /// an open animation if there are any.
        mutating func keep(_ worker: WorkerProcess?, maxIdle: Int) -> WorkerProcess? {
            if let worker { idle.append(worker) }
            guard idle.count + working > maxIdle, !idle.isEmpty else { return nil }
            return idle.remove(at: idle.firstIndex { $0.openAnimation == nil } ?? 0)
        }
    }

    package init(program: WorkerProgram, capacity: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
        self.program = program
        slots = FairSlots(max(1, capacity))
        maxIdle = max(capacity, PictureLibrary.all.count)
    }

    /// Seconds of work after which a worker is replaced, so that a library's leaks do not add up.
    static let maxSecondsOfWork = 60.0

    /// Runs `body` with a worker, preferably the one that has the animation of that number open, and keeps the worker
    /// if it is idle afterwards. Blocks while as many work as may.
    ///
    /// If a worker breaks that has decoded other pictures, they may be the reason: then `body` runs again, with a new
    /// one.
    func withWorker<Value>(
        for format: ImageFormat, _ options: DecodeOptions, animation: Int? = nil,
        _ body: (WorkerProcess) throws(ImageCodingError) -> Value
    ) throws(ImageCodingError) -> Value {
        try slots.enter(options)
        defer { slots.leave() }
        let known = state.withLock { $0.take(format, animation: animation, maxIdle: maxIdle) }
        var worker = known
        defer { finish(worker) }
        if let known, known.isUsable {
            do throws(ImageCodingError) {
                return try body(known)
            } catch {
                guard !known.isIdle, !error.isStop else { throw error }
            }
        }
        let fresh = try WorkerProcess(format, program: program, options: options)
        worker = fresh
        return try body(fresh)
    }

    /// Notes that an animation needs no more frames: its worker is now preferred for other pictures.
    func close(animation: Int) {
        state.withLock { state in
            for worker in state.idle where worker.openAnimation == animation { worker.openAnimation = nil }
        }
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

    /// Keeps a worker after its work if it can be used again; otherwise it ends with its last reference.
    private func finish(_ worker: WorkerProcess?) {
        let kept = worker.flatMap { $0.isUsable && $0.secondsOfWork < Self.maxSecondsOfWork ? $0 : nil }
        let excess = state.withLock { state in
            state.working -= 1
            return state.keep(kept, maxIdle: maxIdle)
        }
        withExtendedLifetime(excess) {}  // released here, outside the lock
    }
}
