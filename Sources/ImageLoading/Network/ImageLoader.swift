import Transfer

/// Whatever brings the bytes of a picture: ``ImageDownloader`` for the web, or one of your own.
///
/// A loader decides about its queue and its order by itself. All methods are called from any thread.
public protocol ImageLoader: Sendable {
    /// Whether this loader knows what to do with such a request. Cheap, without I/O.
    func canLoad(_ request: ImageRequest) -> Bool

    /// Starts to load and returns at once.
    ///
    /// Events come in order and never two at the same time, on any thread, perhaps before this has returned. Exactly
    /// one of them, the last, is `.finished`. The closure must return soon; it may start and cancel loads.
    func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask

    /// Whether an error says something about the URL, so that it is not tried again for a while.
    func shouldBlockFailedURL(for error: ImageError) -> Bool
}

/// A load that was started. Letting go of it does not stop the load.
public protocol ImageLoaderTask: Sendable {
    /// Stops the load, which then ends with `.finished(.failure(.cancelled))`. Safe from any thread, from inside an
    /// event too; never waits. Once the load has ended, and when called again, it does nothing.
    func cancel()

    /// Changes who goes first among those that wait. Has no effect on bytes that are already flowing.
    func setPriority(_ priority: ImagePriority)

    /// Has `.bytes` told from now on, as if the request had wanted them: somebody has joined who does. What came before
    /// is in ``bytes(in:)``. Safe from any thread and at any moment; by default it does nothing, and nothing is told.
    func startDeliveringBytes()

    /// Those bytes of the picture, as far as they have come and count. None once the load is over, nor by default.
    ///
    /// A piece is a copy: who wants them all asks for one after another, so that they are not held twice.
    func bytes(in range: Range<Int>) -> [UInt8]
}

extension ImageLoaderTask {
    public func startDeliveringBytes() {}
    public func bytes(in range: Range<Int>) -> [UInt8] { [] }
}

/// What happens to a load. `queued`, `started` and `response` may repeat when a load is tried again.
public enum ImageLoaderEvent: Sendable {
    /// It waits for its turn. Not sent when its turn comes at once.
    case queued

    /// It goes to work: for a download, the request is sent.
    case started

    /// The head of the response, as the response modifier leaves it. Its status may be an error.
    case response(TransferResponse)

    /// The next bytes of the picture. Only if the request `wantsBytes`, and never with a decryptor.
    case bytes([UInt8])

    /// Bytes are told from here on, and so many came before that were not: they are in ``ImageLoaderTask/bytes(in:)``.
    case bytesFollow(after: Int)

    /// The bytes so far count no more: the load begins anew.
    case restarted

    /// Bytes so far, and how many there will be, if that is known.
    case progress(received: Int, expected: Int?)

    /// An attempt failed and is repeated after a pause. `attempt` counts the failed ones, from 1.
    case retrying(ImageError, attempt: Int, after: Duration)

    /// The end. The metrics are of the transfer, where there was one.
    case finished(Result<Download, ImageError>, TransferMetrics?)
}
