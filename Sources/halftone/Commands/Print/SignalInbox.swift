import HalftoneCore
import Glibc
import TerminalScreen

/// A source of signals.
@MainActor
protocol SignalSource: AnyObject {
    /// Readable when ``read()`` would return signals.
    var descriptor: Int32 { get }
    /// Returns the signals since the last call, in order, without blocking.
    func read() -> [ProcessSignal]
    /// Restores the previous signal handlers. Returns the signals until then.
    func unwatch() -> [ProcessSignal]
}

extension ProcessSignals: SignalSource {}

/// The signal that ends the work and the process.
struct Interruption: Error {
    let signal: Int32
}

/// The signals of a thread that waits for a time or for work on another thread. Unhandled signals are kept.
@MainActor
final class SignalInbox {
    private let source: any SignalSource
    private let time: any TimeSource
    private var pending: [ProcessSignal] = []

    init(source: any SignalSource, time: any TimeSource) {
        (self.source, self.time) = (source, time)
    }

    /// Waits until the work is done. An interrupt cancels the work without waiting for it. Other signals are kept for
    /// ``next(until:)``.
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

    /// Waits for an event; `nil` if there is none before the time. Several changes of the window's size are one event.
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

    /// Stops reading signals, and returns the unhandled ones.
    func close() -> [ProcessSignal] {
        defer { pending = [] }
        return pending + source.unwatch()
    }
}
