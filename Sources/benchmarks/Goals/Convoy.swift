import HalftoneCore
import Dispatch

/// Keeps a fixed number of downloads in flight until all have ended.
final class Convoy: Sendable {
    /// Starts one download and returns. `end` is called once, on any thread, with the number of bytes, or `nil` after a
    /// failure.
    typealias Start = @Sendable (_ url: String, _ end: @escaping @Sendable (Int?) -> Void) -> Void

    private struct State {
        var next = 0
        var ended = 0
        var bytes = 0
        var failures = 0
    }

    private let urls: [String]
    private let start: Start
    private let state = Lock(State())
    private let finished = DispatchSemaphore(value: 0)

    init(urls: [String], start: @escaping Start) {
        self.urls = urls
        self.start = start
    }

    /// Downloads all URLs, `width` at a time, and returns the number of bytes. Blocking. Throws if any download failed.
    func run(width: Int) throws -> Int {
        for _ in 0..<min(width, urls.count) { startNext() }
        finished.wait()
        let end = state.withLock { $0 }
        guard end.failures == 0 else { throw Failure("\(end.failures) of \(urls.count) downloads failed") }
        return end.bytes
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
                state.bytes += bytes ?? 0
                state.failures += bytes == nil ? 1 : 0
                return state.ended == urls.count
            }
            if isLast { finished.signal() } else { startNext() }
        }
    }
}
