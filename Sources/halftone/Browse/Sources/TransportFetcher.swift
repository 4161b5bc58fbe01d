import Basis
import ImageFeeds
import ImageLoading
import Transfer

/// Fetches feeds with the transport that also fetches pictures. A task that is cancelled ends its transfer.
struct TransportFetcher: FeedFetcher {
    let transport: any Transport
    let maximumBytes: Int
    /// How long a server may take to be reached, and be silent after that. `nil`: as transfers have it.
    var timeout: Duration?

    func fetch(_ url: String) async throws -> FeedDocument {
        guard let document = try await fetch(url, conditions: []) else {
            throw ImageError.invalidStatusCode(304)  // to a question without conditions
        }
        return document
    }

    func fetch(_ url: String, unlessMatching validators: FeedValidators) async throws -> FeedDocument? {
        let conditions = [("If-None-Match", validators.entityTag), ("If-Modified-Since", validators.lastModified)]
        return try await fetch(url, conditions: conditions.compactMap { name, value in value.map { (name, $0) } })
    }

    private func fetch(_ url: String, conditions: [(String, String)]) async throws -> FeedDocument? {
        var request = TransferRequest(url: url, acceptsCompression: true)
        request.headers = [
            (
                name: "Accept",
                value:
                    "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5"
            )
        ]
        request.headers += conditions.map { (name: $0, value: $1) }
        request.maximumBytes = maximumBytes
        if let timeout { (request.limits.connectTimeout, request.limits.stallTimeout) = (timeout, timeout) }
        let collected = Lock(Collected())
        let running = Lock(Running())
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let transfer = transport.start(request) { event in
                    if let result = collected.withLock({ $0.receive(event) }) { continuation.resume(with: result) }
                }
                if running.withLock({ $0.begin(transfer) }) { transfer.cancel() }
            }
        } onCancel: {
            running.withLock { $0.cancel() }?.cancel()
        }
    }

    /// The transfer, to whom it may concern: the cancelling may come before it and after it.
    private struct Running {
        private var transfer: (any TransferTask)?
        private var isCancelled = false

        /// Whether it is to be cancelled at once.
        mutating func begin(_ transfer: any TransferTask) -> Bool {
            self.transfer = transfer
            return isCancelled
        }

        mutating func cancel() -> (any TransferTask)? {
            isCancelled = true
            return transfer
        }
    }

    private struct Collected {
        var response: TransferResponse?
        var bytes: [UInt8] = []

        /// The document, or why there is none, at the end.
        mutating func receive(_ event: TransferEvent) -> Result<FeedDocument?, any Error>? {
            switch event {
            case .response(let response):
                self.response = response
            case .bytes(let chunk):
                bytes += chunk
            case .finished(.failure(let error)):
                return .failure(error)
            case .finished(.success):
                guard let response else { return .failure(TransferError.protocolError("it has no head")) }
                if response.status == 304 { return .success(nil) }
                guard (200..<300).contains(response.status) else {
                    return .failure(ImageError.invalidStatusCode(response.status))
                }
                return .success(
                    FeedDocument(
                        bytes: bytes, contentType: response.headers["Content-Type"], finalURL: response.url,
                        validators: FeedValidators(
                            entityTag: response.headers["ETag"], lastModified: response.headers["Last-Modified"])))
            }
            return nil
        }
    }
}
