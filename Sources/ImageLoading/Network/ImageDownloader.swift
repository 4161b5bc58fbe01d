import Basis
import Transfer

/// Fetches the bytes of pictures: builds the request, collects the body, and judges the answer.
///
/// Order and number of downloads are the job graph's business; this starts what it is told to start.
public final class ImageDownloader: Sendable {
    /// What a download may ask of the machine.
    public struct Limits: Sendable {
        /// Bytes of one picture. The largest photographs are below 100 MB.
        public var bytes = 200_000_000

        public init() {}
    }

    let transport: any Transport
    let limits: Limits

    /// `transport` is shared with whoever else needs the network.
    public init(transport: any Transport, limits: Limits = Limits()) {
        self.transport = transport
        self.limits = limits
    }

    /// What happens to a download, on the transport's thread and in this order.
    enum Event {
        case response(status: Int)
        case progress(received: Int, expected: Int?)
        /// The end, exactly once. `received` are the bytes that came.
        case finished(Result<Download, ImageError>, received: Int)
    }

    func start(
        url: String, validators: Validators, handler: @escaping @Sendable (Event) -> Void
    ) -> any TransferTask {
        var request = TransferRequest(url: url)
        request.maximumBytes = limits.bytes
        if let tag = validators.entityTag { request.headers.append((name: "If-None-Match", value: tag)) }
        if let date = validators.lastModified { request.headers.append((name: "If-Modified-Since", value: date)) }
        let body = Lock(Body(isConditional: !validators.isEmpty, limit: limits.bytes))
        return transport.start(request) { event in
            for event in body.withLock({ $0.receive(event) }) { handler(event) }
        }
    }
}

/// The answer so far. A value: what arrives goes in, what to tell comes out.
private struct Body {
    /// Bytes; more than nearly every picture has.
    private static let largestReservation = 16_000_000

    let isConditional: Bool
    let limit: Int
    private var response: TransferResponse?
    private var bytes: [UInt8] = []
    private var received = 0

    init(isConditional: Bool, limit: Int) {
        self.isConditional = isConditional
        self.limit = limit
    }

    mutating func receive(_ event: TransferEvent) -> [ImageDownloader.Event] {
        switch event {
        case .response(let response):
            self.response = response
            // The announcement is foreign: six of them must not reserve a gigabyte. What is larger grows as it comes.
            if isSuccess, let expected = response.expectedBytes {
                bytes.reserveCapacity(min(max(0, expected), limit, Self.largestReservation))
            }
            return [.response(status: response.status)]
        case .bytes(let chunk):
            received += chunk.count
            guard isSuccess else { return [] }  // the page that explains an error is no progress of a picture
            bytes += chunk
            return [.progress(received: received, expected: response?.expectedBytes)]
        case .finished(.failure(.cancelled)):
            return [.finished(.failure(.cancelled), received: received)]
        case .finished(.failure(let error)):
            return [.finished(.failure(.transfer(error)), received: received)]
        case .finished(.success):
            defer { bytes = [] }
            return [.finished(judged(), received: received)]
        }
    }

    private var isSuccess: Bool { response.map { (200..<300).contains($0.status) } ?? false }

    /// A 304 renews what we have; anything else outside 200 to 299 is an error.
    private func judged() -> Result<Download, ImageError> {
        guard let response else { return .failure(.transfer(.protocolError("it has no head"))) }
        if response.status == 304, isConditional { return .success(.notModified(response.headers)) }
        guard isSuccess else { return .failure(.invalidStatusCode(response.status)) }
        let validators = Validators(
            entityTag: response.headers["ETag"], lastModified: response.headers["Last-Modified"])
        return .success(.fresh(Payload(bytes: bytes, validators: validators, origin: .network, response: response)))
    }
}
