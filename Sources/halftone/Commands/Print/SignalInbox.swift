import HalftoneCore
import Glibc
import TerminalScreen

/// Where signals come from.
@MainActor
protocol SignalSource: AnyObject {
    /// Readable when there is something to ``read()``.
    var descriptor: Int32 { get }
    /// What has come since the last call, in order; never waits.
    func read() -> [ProcessSignal]
    /// Signals do again what they did before. Returns what came until then.
    func unwatch() -> [ProcessSignal]
}

extension ProcessSignals: SignalSource {}

/// The signal that ends what was going on, and the process.
struct Interruption: Error {
    let signal: Int32
}

/// The signals of a thread that waits: for a time, or for work on another thread. What is not answered yet is kept.
@MainActor
final class SignalInbox {
    private let source: any SignalSource
    private let time: any TimeSource
    private var pending: [ProcessSignal] = []

    init(source: any SignalSource, time: any TimeSource) {
        (self.source, self.time) = (source, time)
    }

    /// Waits until the work is done. Is it interrupted meanwhile, the work is cancelled and not waited for. Whatever else
    /// happens is kept for ``next(until:)``.
    func wait<Value: Sendable>(for task: PollableTask<Value>) throws(Interruption) -> Value {
        while true {
            pending += source.read()
            for case .end(let signal) in pending {
                task.cancel()
                throw Interruption(signal: signal)
            }
            if let result = task.result { return result }
            var waits = [source.descriptor, task.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&waits, nfds_t(waits.count), -1)
        }
    }

    /// Waits until something happens; `nil` if nothing did before that time. Many sizes that a window has had are one.
    func next(until deadline: Duration) -> ProcessSignal? {
        while true {
            pending += source.read()
            if let first = pending.first {
                if first == .resized { pending.removeAll { $0 == .resized } } else { pending.removeFirst() }
                return first
            }
            let left = deadline - time.now
            guard left > .zero else { return nil }
            var wait = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
            // Rounded up: waking early would only make another turn.
            poll(&wait, 1, Int32(min(3_600_000, left.seconds * 1000)) + 1)
        }
    }

    /// Takes no more, and returns what was not answered.
    func close() -> [ProcessSignal] {
        defer { pending = [] }
        return pending + source.unwatch()
    }
}
