import HalftoneCore

/// A bounded buffer between a load and the reader of its events. Only the latest progress and preview wait.
final class EventBuffer: Sendable {
    private struct State {
        /// In order of arrival; at most one progress, one preview, one cached image and the end.
        var events: [ImageLoadEvent] = []
        var isClosed = false
        var bytes: StoredBytes?
        var reader: CheckedContinuation<ImageLoadEvent?, Never>?

        mutating func take() -> ImageLoadEvent? { events.isEmpty ? nil : events.removeFirst() }

        /// Buffers an event. Returns the one that it replaces.
        mutating func keep(_ event: ImageLoadEvent) -> ImageLoadEvent? {
            guard event.update != nil, let old = events.firstIndex(where: { $0.update == event.update }) else {
                events.append(event)
                return nil
            }
            defer { events[old] = event }
            return events[old]
        }
    }

    private let state = Lock(State())
    let wantsProgress: Bool

    init(wantsProgress: Bool = true) { self.wantsProgress = wantsProgress }

    /// The bytes of an ended load that makes no image.
    var bytes: StoredBytes? { state.withLock { $0.bytes } }

    /// Buffers an event without resuming the reader: safe under a lock. Returns whether ``wakeUp()`` must follow after
    /// the unlock, and the event that was replaced, to be released then.
    func put(
        _ event: ImageLoadEvent, bytes: StoredBytes? = nil
    ) -> (mustWake: Bool, replaced: ImageLoadEvent?) {
        state.withLock { state in
            guard !state.isClosed else { return (false, nil) }
            if event.isEnd { (state.isClosed, state.bytes) = (true, bytes) }
            return (state.reader != nil, state.keep(event))
        }
    }

    /// Resumes a waiting reader with the oldest event.
    func wakeUp() {
        let (reader, event): (CheckedContinuation<ImageLoadEvent?, Never>?, ImageLoadEvent?) = state.withLock { state in
            guard let reader = state.reader, let event = state.take() else { return (nil, nil) }
            state.reader = nil
            return (reader, event)
        }
        reader?.resume(returning: event)
    }

    /// Buffers an event and resumes the reader. Must not be called under a lock.
    func send(_ event: ImageLoadEvent) { if put(event).mustWake { wakeUp() } }

    /// Closes the buffer to further events, and resumes a waiting reader with `nil`.
    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// Returns the next event, waiting if there is none; `nil` after the last. One reader at a time.
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

/// An object that cancels a load when its last reference is released.
final class LoadCanceller: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    func cancel() { leave() }
    deinit { leave() }
}
