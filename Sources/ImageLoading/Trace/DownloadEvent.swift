import FoundationEssentials
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
