import Basis
import FoundationEssentials
import Transfer

extension ImageDownloader {
    /// How far a download is: bytes so far, and how many there will be, if that is known.
    public typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    /// The end of a download, exactly once for every token.
    public typealias Completion = @Sendable (Result<Payload, ImageError>) -> Void

    /// Downloads a picture without a manager.
    ///
    /// Requests for one URL with the same options share one download, and each has its own token. Closures run on any
    /// thread, one at a time for one download, and must return soon. Without a URL the completion runs before this
    /// returns, with ``ImageError/invalidURL``, and there is no token.
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

    /// The same for a request with headers, modifiers, a decryptor or a password of its own. One that has closures or a
    /// password shares its download with nobody. Validators are not sent: who has the bytes already uses
    /// ``load(_:events:)``.
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
            // One that has ended cannot be joined, also if it is still in the table.
            if let token = state.operations[key]?.join(subscriber) { return (token, nil) }
            let (operation, token) = DownloadOperation.make(key, request, subscriber, on: self)
            state.operations[key] = operation
            return (token, operation)
        }
        if let new { new.start() } else { token.setPriority(request.priority) }
        return token
    }

    /// The bytes of a picture. Cancelling the task cancels the download, unless somebody else waits for it too.
    public func payload(for url: URL, options: ImageOptions = []) async throws(ImageError) -> Payload {
        let token = Lock<DownloadToken?>(nil)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let new = download(url, options: options) { continuation.resume(returning: $0) }
                token.withLock { $0 = new }
                if Task.isCancelled { new?.cancel() }  // before the handler could find the token
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

/// One of those who wait for a download: what ``ImageDownloader/download(_:progress:completion:)`` returns.
public final class DownloadToken: Sendable {
    public let url: URL
    private let operation: DownloadOperation?
    private let number: Int

    init(of url: URL, in operation: DownloadOperation?, number: Int) {
        (self.url, self.operation, self.number) = (url, operation, number)
    }

    /// Leaves. The completion runs with `.cancelled`, on this thread, unless it ran before; the others' download goes on,
    /// and ends with the last. Calling it again changes nothing.
    public func cancel() { operation?.leave(number) }

    /// Changes who goes first; a download has the highest priority of its tokens.
    public func setPriority(_ priority: ImagePriority) { operation?.setPriority(priority, of: number) }

    /// The head of the response, once it has come.
    public var response: TransferResponse? { operation?.response }

    /// How the transfer went; known in the completion.
    public var metrics: TransferMetrics? { operation?.metrics }
}
