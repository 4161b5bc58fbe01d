import HalftoneCore
import FoundationEssentials
import Transfer

extension ImageDownloader {
    /// A progress callback: the number of bytes received, and the expected total if it is known.
    public typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    /// A completion handler, called exactly once for every token.
    public typealias Completion = @Sendable (Result<Payload, ImageError>) -> Void

    /// Downloads an image without a manager.
    ///
    /// Requests for one URL with the same options share one download, and each has its own token. Closures run on any
    /// thread, one at a time for one download, and must return soon. Without a URL, returns `nil` after calling the
    /// completion handler with ``ImageError/invalidURL``.
    @discardableResult
    public func download(
        _ url: URL?, options: ImageOptions = [], priority: ImagePriority? = nil, progress: Progress? = nil,
        completion: @escaping Completion
    ) -> DownloadToken? {
        guard let url, !url.absoluteString.isEmpty else {
            completion(.failure(.invalidURL))
            return nil
        }
        let request = ImageRequest(url: url, options: options, priority: priority)
        return download(request, progress: progress, completion: completion)
    }

    /// Downloads an image for a request with its own headers, modifiers, decryptor or credential.
    ///
    /// A request with closures or a credential does not share its download. Validators are not sent: to revalidate
    /// bytes, use ``load(_:events:)``.
    @discardableResult
    public func download(
        _ request: ImageRequest, progress: Progress? = nil, completion: @escaping Completion
    ) -> DownloadToken {
        var request = request
        request.validators = Validators()
        guard canLoad(request) else {
            completion(.failure(.invalidURL))
            return DownloadToken(of: request.url, in: nil, number: 0)
        }
        let subscriber = DownloadOperation.Subscriber(
            priority: request.priority, progress: progress, completion: completion)
        let (token, new): (DownloadToken, DownloadOperation?) = state.withLock { state in
            let key = DownloadOperation.Key(request) ?? .unique(state.makeID())
            // An operation that has ended takes no more subscribers, even while it is still in the table.
            if let token = state.operations[key]?.join(subscriber) { return (token, nil) }
            let (operation, token) = DownloadOperation.make(key, request, subscriber, on: self)
            state.operations[key] = operation
            return (token, operation)
        }
        if let new { new.start() } else { token.setPriority(request.priority) }
        return token
    }

    /// Returns the bytes of an image. Cancellation of the task cancels the download, unless another token waits for it.
    public func payload(for url: URL, options: ImageOptions = []) async throws(ImageError) -> Payload {
        let token = Lock<DownloadToken?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let new = download(url, options: options) { continuation.resume(returning: $0) }
                token.withLock { $0 = new }
                if Task.isCancelled { new?.cancel() }  // the handler may have run before the token was stored
            }
        } onCancel: {
            token.withLock { $0 }?.cancel()
        }
        return try result.get()
    }

    func forget(_ operation: DownloadOperation) {
        state.withLock { state in
            if state.operations[operation.key] === operation { state.operations[operation.key] = nil }
        }
    }
}

/// A subscription to a download, returned by ``ImageDownloader/download(_:progress:completion:)``.
public final class DownloadToken: Sendable {
    /// The URL of the download.
    public let url: URL
    private let operation: DownloadOperation?
    private let number: Int

    init(of url: URL, in operation: DownloadOperation?, number: Int) {
        (self.url, self.operation, self.number) = (url, operation, number)
    }

    /// Cancels this subscription. The completion handler runs with `.cancelled`, on this thread, unless it ran before.
    /// The download continues for other tokens, and is cancelled with the last. A second call does nothing.
    public func cancel() { operation?.leave(number) }

    /// Changes the priority of this token. A download has the highest priority of its tokens.
    public func setPriority(_ priority: ImagePriority) { operation?.setPriority(priority, of: number) }

    /// The response head, once it has arrived.
    public var response: TransferResponse? { operation?.response }

    /// The transfer metrics, known in the completion handler.
    public var metrics: TransferMetrics? { operation?.metrics }
}
