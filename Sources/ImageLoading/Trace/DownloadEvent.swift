import FoundationEssentials
import HalftoneCore
import Synchronization
import Transfer

/// An event of a download, or of a load by a custom loader: SDWebImage's four download notifications.
///
/// The URL is that of the first load that requested the image, with any password that it contains.
public enum DownloadEvent: Sendable {
    /// An attempt started (`SDWebImageDownloadStartNotification`). Repeated when the download is retried.
    case started(URL)
    /// The head of a response arrived (`SDWebImageDownloadReceiveResponseNotification`). Its status may be an error.
    case receivedResponse(URL, TransferResponse)
    /// All bytes arrived (`SDWebImageDownloadFinishNotification`). Zero bytes if the server confirmed the cached ones.
    case finished(URL, bytes: Int)
    /// The download failed or was cancelled (`SDWebImageDownloadStopNotification`).
    case stopped(URL, ImageError)

    init(endOf url: URL, _ result: Result<Download, ImageError>, bytes: Int) {
        switch result {
        case .success(.fresh): self = .finished(url, bytes: bytes)
        case .success(.notModified): self = .finished(url, bytes: 0)
        case .failure(let error): self = .stopped(url, error)
        }
    }
}

extension ImageManager {
    /// Returns a stream of the downloads of all loads from now on, for any number of readers on any thread. It ends
    /// with the task that reads it, or with the manager.
    ///
    /// Local files and `data:` URLs are no downloads. A download that is cancelled in the queue is only stopped.
    ///
    /// - Parameter limit: Maximum number of unread events; a slow reader loses the oldest ones. Default 1,024.
    public func downloadEvents(buffering limit: Int = 1024) -> AsyncStream<DownloadEvent> {
        downloads.events(buffering: limit)
    }
}

/// The streams of all readers of one kind of event. Safe from any thread.
final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastReader = 0
    }

    private let state = Lock(State())
    private let count = Atomic(0)

    deinit { for reader in state.withLock({ $0.readers }).values { reader.finish() } }

    /// Whether there is a reader. Without one, no event needs to be made.
    var isObserved: Bool { count.load(ordering: .relaxed) > 0 }

    func send(_ event: Event) {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers { reader.yield(event) }  // outside the lock: it resumes tasks of the program
    }

    /// Returns a stream of the events from now on. A slow reader loses the oldest buffered events.
    func events(buffering limit: Int) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            count.store(state.readers.count, ordering: .relaxed)
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) {
        let reader = state.withLock { state in
            defer { count.store(state.readers.count, ordering: .relaxed) }
            return state.readers.removeValue(forKey: number)
        }
        withExtendedLifetime(reader) {}  // released outside the lock
    }
}
