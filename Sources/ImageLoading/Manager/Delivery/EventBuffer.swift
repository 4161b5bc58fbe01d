import HalftoneCore

/// A bounded buffer between a load and its ``ImageTask``. Only the latest progress and preview wait.
final class EventBuffer: Sendable {
    private struct State {
        /// In order of arrival; at most one progress, one preview, one cached image and the end.
        var events: [ImageLoadEvent] = []
        var isClosed = false
        /// The cached images that were shown. None is dropped under a lock.
        var cached: [LoadedImage] = []
        var result: Result<LoadedImage?, ImageError>?
        var bytes: StoredBytes?
        var reader: CheckedContinuation<ImageLoadEvent?, Never>?
        /// The tasks that wait for the end, whichever reads the events.
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func take() -> ImageLoadEvent? { events.isEmpty ? nil : events.removeFirst() }

        /// Buffers an event. Returns the one that it replaces.
        mutating func keep(_ event: ImageLoadEvent) -> ImageLoadEvent? {
            switch event {
            case .progress, .preview: break
            case .cached(let image): cached.append(image)
            case .unchanged: result = .success(cached.last)
            case .finished(.success(let image)): result = .success(image)
            case .finished(.failure(let error)):
                result = if let cached = cached.last, error != .cancelled { .success(cached) } else { .failure(error) }
            }
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

    /// The result of an ended load: its image, or the cached one if that is unchanged or its refresh failed; no image if
    /// the load makes none. `nil` before the end, and if the buffer was closed before it.
    var result: Result<LoadedImage?, ImageError>? { state.withLock { $0.result } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The bytes of an ended load that makes no image.
    var bytes: StoredBytes? { state.withLock { $0.bytes } }

    /// Buffers an event without resuming a task: safe under a lock. Returns whether ``wakeUp()`` must follow after the
    /// unlock, and the event that was replaced, to be released then.
    func put(
        _ event: ImageLoadEvent, bytes: StoredBytes? = nil
    ) -> (mustWake: Bool, replaced: ImageLoadEvent?) {
        state.withLock { state in
            guard !state.isClosed else { return (false, nil) }
            if event.isEnd { (state.isClosed, state.bytes) = (true, bytes) }
            return (state.reader != nil || state.isClosed, state.keep(event))
        }
    }

    /// Resumes a waiting reader with the oldest event, if there is one, or with `nil` after the end; and after the end
    /// what waits for it.
    func wakeUp() {
        var reader: CheckedContinuation<ImageLoadEvent?, Never>?
        var event: ImageLoadEvent?
        var waiting: [CheckedContinuation<Void, Never>] = []
        state.withLock { state in
            if state.isClosed { swap(&state.waiting, &waiting) }
            guard state.isClosed || !state.events.isEmpty else { return }
            swap(&state.reader, &reader)
            if reader != nil { event = state.take() }
        }
        reader?.resume(returning: event)
        for task in waiting { task.resume() }
    }

    /// Buffers an event and resumes what waits for it. Must not be called under a lock.
    func send(_ event: ImageLoadEvent) { if put(event).mustWake { wakeUp() } }

    /// Closes the buffer to further events.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeUp()
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

    /// Waits until the load has ended or the buffer is closed. For any number of tasks.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isClosed { state.waiting.append(continuation) }
                return state.isClosed
            }
            if isOver { continuation.resume() }
        }
    }
}
