import HalftoneCore
import Transfer

/// A download shared by any number of tokens. It ends with a result or when the last token leaves.
final class DownloadOperation: Sendable {
    /// The identity of a download: requests with equal keys share one.
    enum Key: Hashable {
        case shared(url: String, options: UInt32, headers: [String])
        /// A request that is not shared: it has closures, which cannot be compared, or a credential.
        case unique(Int)

        init?(_ request: ImageRequest) {
            guard request.requestModifier == nil, request.responseModifier == nil, request.decryptor == nil,
                request.credential == nil
            else { return nil }
            let about: ImageOptions = [.handleCookies, .allowInvalidSSLCertificates, .continueInBackground]
            self = .shared(
                url: request.urlText, options: request.options.intersection(about).rawValue,
                headers: request.headers.map { "\($0.name.lowercased()):\($0.value)" }.sorted())
        }
    }

    struct Subscriber {
        var priority: ImagePriority
        let progress: ImageDownloader.Progress?
        let completion: ImageDownloader.Completion
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var lastNumber = 0
        var task: (any ImageLoaderTask)?
        var isEnded = false
        var response: TransferResponse?
        var metrics: TransferMetrics?

        var priority: ImagePriority { subscribers.values.map(\.priority).max() ?? .low }

        mutating func add(_ subscriber: Subscriber) -> Int {
            lastNumber += 1
            subscribers[lastNumber] = subscriber
            return lastNumber
        }
    }

    let key: Key
    private let request: ImageRequest
    private let downloader: ImageDownloader
    private let state = Lock(State())

    private init(_ key: Key, _ request: ImageRequest, on downloader: ImageDownloader) {
        (self.key, self.request, self.downloader) = (key, request, downloader)
    }

    /// Creates a download with its first token. Begins with `start`.
    static func make(
        _ key: Key, _ request: ImageRequest, _ subscriber: Subscriber, on downloader: ImageDownloader
    ) -> (DownloadOperation, DownloadToken) {
        let operation = DownloadOperation(key, request, on: downloader)
        let number = operation.state.withLock { $0.add(subscriber) }
        return (operation, DownloadToken(of: request.url, in: operation, number: number))
    }

    var response: TransferResponse? { state.withLock { $0.response } }
    var metrics: TransferMetrics? { state.withLock { $0.metrics } }

    func start() {
        let task = downloader.load(request) { [self] in receive($0) }
        let (isEnded, priority) = state.withLock { state in
            if !state.isEnded { state.task = task }
            return (state.isEnded, state.priority)
        }
        if isEnded { return task.cancel() }
        if priority != request.priority { task.setPriority(priority) }  // a token was added before the task
    }

    /// Adds a subscriber. Returns `nil` if the download has ended or is about to.
    ///
    /// The caller passes the priority on with `setPriority` afterwards, because it holds the downloader's lock during
    /// this call.
    func join(_ subscriber: Subscriber) -> DownloadToken? {
        let number = state.withLock { $0.isEnded ? nil : $0.add(subscriber) }
        return number.map { DownloadToken(of: request.url, in: self, number: $0) }
    }

    func leave(_ number: Int) {
        let (subscriber, isLast, task) = state.withLock { state -> (Subscriber?, Bool, (any ImageLoaderTask)?) in
            guard let subscriber = state.subscribers.removeValue(forKey: number) else { return (nil, false, nil) }
            guard state.subscribers.isEmpty, !state.isEnded else { return (subscriber, false, nil) }
            state.isEnded = true
            return (subscriber, true, state.task)
        }
        if isLast { downloader.forget(self) }
        task?.cancel()
        subscriber?.completion(.failure(.cancelled))
    }

    func setPriority(_ priority: ImagePriority, of number: Int) {
        let (task, priority) = state.withLock { state in
            state.subscribers[number]?.priority = priority
            return (state.task, state.priority)
        }
        task?.setPriority(priority)
    }

    private func receive(_ event: ImageLoaderEvent) {
        switch event {
        case .queued, .started, .bytes, .bytesFollow, .restarted, .retrying: break
        case .response(let response): state.withLock { $0.response = response }
        case .progress(let received, let expected):
            let subscribers = state.withLock { $0.subscribers.sorted { $0.key < $1.key } }
            for (_, subscriber) in subscribers { subscriber.progress?(received, expected) }
        case .finished(let result, let metrics): end(result, metrics)
        }
    }

    private func end(_ result: Result<Download, ImageError>, _ metrics: TransferMetrics?) {
        let subscribers = state.withLock { state in
            state.isEnded = true
            state.metrics = metrics
            state.task = nil
            defer { state.subscribers = [:] }
            return state.subscribers.sorted { $0.key < $1.key }
        }
        downloader.forget(self)
        for (_, subscriber) in subscribers { subscriber.completion(Self.payload(of: result)) }
    }

    private static func payload(of result: Result<Download, ImageError>) -> Result<Payload, ImageError> {
        switch result {
        case .failure(let error): .failure(error)
        case .success(.fresh(let payload)): payload.body.isEmpty ? .failure(.badImageData(.empty)) : .success(payload)
        case .success(.notModified): .failure(.invalidStatusCode(304))  // the request was not conditional
        }
    }
}
