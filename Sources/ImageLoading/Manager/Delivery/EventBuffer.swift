import Basis

/// The events of one load on their way to who awaits them. Bounded: of progress and previews only the latest wait.
final class EventBuffer: Sendable {
    private struct State {
        /// In the order in which they came; at most a progress, a preview, a cached image and the end.
        var events: [ImageLoadEvent] = []
        var isClosed = false
        var reader: CheckedContinuation<ImageLoadEvent?, Never>?

        mutating func take() -> ImageLoadEvent? { events.isEmpty ? nil : events.removeFirst() }

        mutating func keep(_ event: ImageLoadEvent) {
            if let old = events.firstIndex(where: { event.replaces($0) }) {
                events[old] = event
            } else {
                events.append(event)
            }
        }
    }

    private let state = Lock(State())

    /// Puts an event in, without waking anybody: safe under a lock. `true`: ``wakeUp()`` must follow after the unlock.
    func put(_ event: ImageLoadEvent) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if event.isEnd { state.isClosed = true }
            state.keep(event)
            return state.reader != nil
        }
    }

    /// Gives the oldest event to who waits for one.
    func wakeUp() {
        let (reader, event): (CheckedContinuation<ImageLoadEvent?, Never>?, ImageLoadEvent?) = state.withLock { state in
            guard let reader = state.reader, let event = state.take() else { return (nil, nil) }
            state.reader = nil
            return (reader, event)
        }
        reader?.resume(returning: event)
    }

    /// Both, for who holds no lock.
    func send(_ event: ImageLoadEvent) { if put(event) { wakeUp() } }

    /// Nothing will be put in any more; who waits hears so.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The next event, awaited if there is none; `nil` after the last. One reader at a time.
    func next() async -> ImageLoadEvent? {
        await withCheckedContinuation { continuation in
            let (isThere, event): (Bool, ImageLoadEvent?) = state.withLock { state in
                if let event = state.take() { return (true, event) }
                guard !state.isClosed, state.reader == nil else { return (true, nil) }
                state.reader = continuation
                return (false, nil)
            }
            if isThere { continuation.resume(returning: event) }
        }
    }
}

extension ImageLoadEvent {
    fileprivate func replaces(_ older: Self) -> Bool {
        switch (self, older) {
        case (.progress, .progress), (.preview, .preview): true
        default: false
        }
    }
}

/// Cancels a load when the last who could hear of it lets go.
final class LoadCanceller: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    func cancel() { leave() }
    deinit { leave() }
}
