import Basis

/// Events on their way to somebody inside the program who must miss none. Safe from any thread.
///
/// It grows until it is emptied. Unlike an ``Trace/events(buffering:)`` stream it is read without suspending, so that
/// what the main actor has seen of the engine and what it has seen of the trace agree.
public final class TraceSubscription: Sendable {
    private let waiting = Lock<[TraceEvent]>([])

    init() {}

    func put(_ event: TraceEvent) { waiting.withLock { $0.append(event) } }

    /// Takes out what has come since the last time, oldest first.
    public func take() -> [TraceEvent] {
        waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
