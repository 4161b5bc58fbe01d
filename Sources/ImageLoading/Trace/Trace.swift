import Dispatch
import HalftoneCore
import FoundationEssentials
import Glibc
import Synchronization

/// A recorder that counts the events of loads and views, and optionally writes them to a file.
///
/// Safe from any thread. Recording never waits for the file: a separate thread writes lines right after they were
/// recorded. Without a file or a subscription, events are only counted.
public final class Trace: Sendable {
    private struct State {
        var summary = TraceSummary()
        var pending: [TraceEvent] = []
        var isWriting = false
        /// Whether the summary is, or is about to be, the last line.
        var isFinished = false
        var failure: String?
        var subscriptions: [TraceSubscription] = []
    }

    private struct File {
        let descriptor: Int32
        let executor: any WorkExecutor
    }

    private let time: any TimeSource
    private let start: Duration
    private let file: File?
    private let state = Lock(State())
    private let hasSubscription = Atomic(false)

    /// Creates a trace that only counts.
    public init(time: any TimeSource = SystemTime()) {
        self.time = time
        start = time.now
        file = nil
    }

    /// Creates a trace that also writes to a file, which is created or emptied.
    ///
    /// - Throws: ``TraceError`` with the reason, if the file cannot be opened.
    public init(writingTo path: String, time: any TimeSource = SystemTime()) throws(TraceError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TraceError(path: path, reason: String(cString: strerror(errno))) }
        self.time = time
        start = time.now
        file = File(descriptor: descriptor, executor: WorkerPool(threads: 1))
    }

    deinit { if let file { close(file.descriptor) } }

    /// Whether a file or a subscription receives the events. If not, they are only counted and need not be complete.
    var isObserved: Bool { file != nil || hasSubscription.load(ordering: .relaxed) }

    /// Returns a subscription to every event from now on, in order, until the trace is released. Empty it regularly.
    public func makeSubscription() -> TraceSubscription {
        let subscription = TraceSubscription()
        state.withLock { $0.subscriptions.append(subscription) }
        hasSubscription.store(true, ordering: .relaxed)
        return subscription
    }

    /// Seconds since the trace began: the time of an event recorded now.
    public var seconds: Double { (time.now - start).seconds }

    /// The counts so far.
    public var summary: TraceSummary { state.withLock { $0.summary } }

    /// The reason why the file is incomplete, or `nil`.
    public var failure: String? { state.withLock { $0.failure } }

    /// Counts an event and queues it for the file and the subscriptions, with the time of this call.
    public func record(_ event: TraceEvent) {
        guard isObserved else { return state.withLock { $0.summary.count(event) } }
        var line = event
        line.t = (time.now - start).seconds
        let mustWake = state.withLock { state in
            state.summary.count(event)
            for subscription in state.subscriptions { subscription.put(line) }
            guard file != nil, !state.isFinished else { return false }
            state.pending.append(line)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustWake, let file { file.executor.run { [self] in writePending(to: file.descriptor) } }
    }

    /// Writes pending events, then the summary as the last line. Blocking; a second call does nothing.
    ///
    /// Events recorded later, or meanwhile by other threads, are counted but not written. `complete` adds screen
    /// statistics.
    public func finish(with complete: (inout TraceSummary) -> Void = { _ in }) {
        guard let file else { return }
        let last: TraceSummary? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            return state.summary
        }
        guard var last else { return }
        complete(&last)
        let done = DispatchSemaphore(value: 0)
        file.executor.run { [self, last] in
            writePending(to: file.descriptor)
            write([last], to: file.descriptor)
            done.signal()
        }
        done.wait()
    }

    private func writePending(to descriptor: Int32) {
        while true {
            let events = state.withLock { state in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.isWriting = false }
                return state.pending
            }
            guard !events.isEmpty else { return }
            write(events, to: descriptor)
        }
    }

    private func write(_ lines: [some Encodable], to descriptor: Int32) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var bytes: [UInt8] = []
        for line in lines {
            guard let json = try? encoder.encode(line) else { continue }  // numbers and strings always encode
            bytes += json
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let reason = String(cString: strerror(errno))
                    return state.withLock { $0.failure = $0.failure ?? reason }
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}

/// An error in writing or reading a trace.
public struct TraceError: DescribedError {
    /// The path of the trace file. Not sanitized.
    public let path: String
    /// The reason why the file cannot be written or read.
    public let reason: String

    /// Creates an error about a trace file.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "\(TextSanitizer.clean(path)): \(reason)" }
}
