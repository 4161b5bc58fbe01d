import HalftoneCore
import ImageFeeds
import ImageLoading
import Transfer

/// Fetches feeds with the transport of the pictures. The transfer is cancelled with its task, when the document is too
/// large, or when the rest is not needed.
package struct TransportFetcher: FeedFetcher {
    let transport: any Transport
    let limits: FeedLimits
    /// The timeout for connecting, and for pauses after that; `nil` for the transport's default.
    var timeout: Duration?
    /// The memory allowance of all documents in progress.
    private let allowance: MemoryAllowance

    package init(transport: any Transport, limits: FeedLimits = FeedLimits(), timeout: Duration? = nil) {
        (self.transport, self.limits, self.timeout) = (transport, limits, timeout)
        allowance = MemoryAllowance(.init(one: limits.memoryBytes, all: limits.memoryBytesOfAll))
    }

    package func fetch(_ url: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument?
    {
        var request = TransferRequest(url: url.requestText, acceptsCompression: true)
        request.headers = [
            (
                name: "Accept",
                value:
                    "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/html;q=0.8, */*;q=0.5"
            )
        ]
        let conditions = [("If-None-Match", validators?.entityTag), ("If-Modified-Since", validators?.lastModified)]
        request.headers += conditions.compactMap { name, value in value.map { (name: name, value: $0) } }
        request.limits.maximumBytes = max(limits.listBytes, limits.feedBytes)
        request.limits.totalTimeout = .seconds(limits.fetchSeconds)
        if let timeout { (request.limits.connectTimeout, request.limits.stallTimeout) = (timeout, timeout) }
        let fetch = Lock(Fetch(limits: limits, allowance: allowance))
        let document: FeedDocument? = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let transfer = transport.start(request) { event in
                    guard let result = fetch.withLock({ $0.receive(event) }) else { return }
                    fetch.withLock { $0.cancel() }?.cancel()  // the rest is not needed
                    continuation.resume(with: result)
                }
                if fetch.withLock({ $0.begin(transfer) }) { transfer.cancel() }
            }
        } onCancel: {
            fetch.withLock { $0.cancel() }?.cancel()
        }
        guard document != nil || validators != nil else {
            throw ImageError.invalidStatusCode(304)  // although the request was unconditional
        }
        return document
    }

    /// A transfer, which may be cancelled before it begins, and what it has brought.
    private struct Fetch {
        let limits: FeedLimits
        let allowance: MemoryAllowance
        private var transfer: (any TransferTask)?
        private var isCancelled = false
        private var response: TransferResponse?
        private var intake: DocumentBuffer?
        private var isOver = false

        init(limits: FeedLimits, allowance: MemoryAllowance) {
            (self.limits, self.allowance) = (limits, allowance)
        }

        /// Adopts the started transfer. Returns whether it was cancelled before.
        mutating func begin(_ transfer: any TransferTask) -> Bool {
            self.transfer = transfer
            return isCancelled
        }

        mutating func cancel() -> (any TransferTask)? {
            isCancelled = true
            return transfer
        }

        /// Handles an event. Returns the document or the error, once, when the outcome is known.
        mutating func receive(_ event: TransferEvent) -> Result<FeedDocument?, any Error>? {
            guard !isOver, let result = outcome(of: event) else { return nil }
            isOver = true
            return result
        }

        private mutating func outcome(of event: TransferEvent) -> Result<FeedDocument?, any Error>? {
            switch event {
            case .response(let response):
                self.response = response
                intake = DocumentBuffer(
                    contentType: response.headers["Content-Type"], expectedBytes: response.expectedBytes,
                    limits: limits,
                    allowance: allowance)
                return nil
            case .bytes(let chunk):
                do throws(FeedError) { try intake?.take(chunk) } catch { return .failure(error) }
                return intake?.isEnough == true && isSuccess ? document : nil
            case .finished(.failure(TransferError.tooLarge(let limit))):
                return .failure(FeedError.tooLarge(limit: ByteSize(limit)))
            case .finished(.failure(TransferError.timedOut(.total))):
                return .failure(
                    FeedError.tooSlow(
                        limit: .seconds(limits.fetchSeconds), received: ByteSize(intake?.count ?? 0)))
            case .finished(.failure(let error)): return .failure(error)
            case .finished(.success): return document
            }
        }

        private var isSuccess: Bool { response.map { (200..<300).contains($0.status) } ?? false }

        private var document: Result<FeedDocument?, any Error> {
            guard let response else { return .failure(TransferError.protocolError("no response head")) }
            if response.status == 304 { return .success(nil) }
            guard isSuccess else {
                return .failure(ImageError.invalidStatusCode(response.status, headers: response.headers))
            }
            var document = FeedDocument(
                body: intake?.body ?? StoredBytes([]), contentType: response.headers["Content-Type"],
                finalURL: PublicAddress(response.url),
                validators: FeedValidators(
                    entityTag: response.headers["ETag"], lastModified: response.headers["Last-Modified"]))
            document.links = response.headers.values(for: "Link")
            let metadata = ResponseMetadata(headers: response.headers, requestHeaders: [], receivedAt: 0)
            document.mayBeKept = intake?.isEnough != true && !metadata.noStore
            return .success(document)
        }
    }
}
