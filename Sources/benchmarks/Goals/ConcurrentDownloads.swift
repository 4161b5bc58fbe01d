import Dispatch
import HalftoneCore

/// Keeps a fixed number of downloads in flight until all have ended.
final class ConcurrentDownloads: Sendable {
    /// Starts one download and returns. `end` is called once, on any thread, with the number of bytes; 0 after a failure.
    typealias Start = @Sendable (_ url: String, _ end: @escaping @Sendable (Int) -> Void) -> Void

    private struct State {
        var next = 0
        var ended = 0
        var bytes = 0
    }

    private let urls: [String]
    private let start: Start
    private let state = Lock(State())
    private let finished = DispatchSemaphore(value: 0)

    init(urls: [String], start: @escaping Start) {
        self.urls = urls
        self.start = start
    }

    /// Downloads all URLs, six at a time, and returns the number of bytes. Blocking.
    func run() -> Int {
        for _ in 0..<min(6, urls.count) { startNext() }
        finished.wait()
        return state.withLock { $0.bytes }
    }

    private func startNext() {
        let index = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        guard index < urls.count else { return }
        start(urls[index]) { [self] bytes in
            let isLast = state.withLock { state in
                state.ended += 1
                state.bytes += bytes
                return state.ended == urls.count
            }
            if isLast { finished.signal() } else { startNext() }
        }
    }
}
