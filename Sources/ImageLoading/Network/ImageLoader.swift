import HalftoneCore
import Transfer

/// A source of image bytes: ``ImageDownloader`` for the web, or a custom loader.
///
/// A loader manages its own queue and order. All methods are called from any thread.
public protocol ImageLoader: Sendable {
    /// Returns whether this loader can handle a request. Must be cheap and without I/O.
    func canLoad(_ request: ImageRequest) -> Bool

    /// Starts a load and returns at once.
    ///
    /// Events arrive in order, one at a time, on any thread, perhaps before this method returns. Exactly one, the last,
    /// is `.finished`. The closure must return soon; it may start and cancel loads.
    func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask

    /// Returns whether an error is about the URL, which is then not tried again for a while. Default: `true` for errors
    /// that a server or the bytes cause, and not the network.
    func shouldBlockFailedURL(for error: ImageError) -> Bool
}

extension ImageLoader {
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { FailedURLs.period(of: error) != nil }

    /// Loads the bytes of an image without a manager: they are neither shared with other loads nor cached. The
    /// validators of the request are not sent. Cancelling the task cancels the load.
    public func payload(for request: ImageRequest) async throws(ImageError) -> Payload {
        var request = request
        request.validators = Validators()
        let running = Lock<(any ImageLoaderTask)?>(nil)
        let result = await withTaskCancellationHandler { [request] in
            await withCheckedContinuation { continuation in
                let task = load(request) { event in
                    if case .finished(let result, _) = event { continuation.resume(returning: result) }
                }
                running.withLock { $0 = task }
                if Task.isCancelled { task.cancel() }  // the handler may have run before the task was stored
            }
        } onCancel: {
            running.withLock { $0 }?.cancel()
        }
        switch try result.get() {
        case .notModified(let headers): throw .invalidStatusCode(304, headers: headers)
        case .fresh(let payload):
            guard !payload.body.isEmpty else { throw .badImageData(.empty) }
            return payload
        }
    }
}

/// A load that was started. Releasing the task does not stop the load.
public protocol ImageLoaderTask: Sendable {
    /// Cancels the load, which then ends with `.finished(.failure(.cancelled))`. Safe from any thread and from inside
    /// an event; never blocks. Does nothing after the end, or when called again.
    func cancel()

    /// Changes the priority of a waiting load. Does not affect a running transfer.
    func setPriority(_ priority: ImagePriority)

    /// Returns the bytes received in this range, of which previews are made; those that progress has reported. Empty
    /// once the load is over, for bytes to be decrypted, and by default. Safe from any thread at any time.
    ///
    /// Each result is a copy. Read piece by piece, so that the bytes are not held twice.
    func bytes(in range: Range<Int>) -> [UInt8]
}

extension ImageLoaderTask {
    public func bytes(in range: Range<Int>) -> [UInt8] { [] }
}

/// An event of a load. `started` and `response` may repeat when a load is retried.
public enum ImageLoaderEvent: Sendable {
    /// The load starts. For a download, the request is sent.
    case started

    /// The response head, after the response modifier. Its status may be an error.
    case response(TransferResponse)

    /// The bytes so far are invalid: the load starts over.
    case restarted

    /// Number of bytes received, and the expected total if it is known.
    case progress(received: Int, expected: Int?)

    /// An attempt failed and is repeated after a pause.
    case retrying(ImageError)

    /// The load ended. The metrics are those of the transfer, if there was one.
    case finished(Result<Download, ImageError>, TransferMetrics?)
}
