import HalftoneCore

/// A subscription to trace events that loses none, for use inside the program. Safe from any thread.
///
/// It grows until it is emptied. It is read without suspending, so that what the main actor has seen of the engine and
/// of the trace agree.
public final class TraceSubscription: Sendable {
    private let waiting = Lock<[TraceEvent]>([])

    func put(_ event: TraceEvent) { waiting.withLock { $0.append(event) } }

    /// Removes and returns the events since the last call, oldest first.
    public func take() -> [TraceEvent] {
        waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
