import FoundationEssentials
import Transfer

/// Loads pictures that are inside of their URL (`data:image/png;base64,…`, RFC 2397).
public struct DataURLLoader: ImageLoader {
    private let limit: Int
    private let executor: any WorkExecutor

    /// `limit` are the bytes of a URL. 16 MB: a page with larger ones would not be a page any more, and every one of them
    /// is held as text, as bytes and as pixels. `executor` is where a decryptor may take its time; by default a thread
    /// that the first of them starts.
    public init(limit: Int = 16_000_000, executor: (any WorkExecutor)? = nil) {
        self.limit = limit
        self.executor = executor ?? LazyWorkerPool(threads: 1)
    }

    public func canLoad(_ request: ImageRequest) -> Bool { request.url.scheme?.lowercased() == "data" }

    /// Everything is there already, so all events come before this returns, unless there is something to decrypt.
    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        events(.started)
        let picture = payload(of: request.urlText)
        guard let decryptor = request.decryptor, case .success(let payload) = picture, let head = payload.response
        else {
            load.finish(picture.map(Download.fresh))
            return load
        }
        executor.run {
            guard !load.isOver else { return }
            load.finish(decryptor.decrypted(payload, head).map(Download.fresh))
        }
        return load
    }

    /// What such a URL holds never changes.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { error != .cancelled }

    private func payload(of text: String) -> Result<Payload, ImageError> {
        guard text.utf8.count <= limit else { return .failure(.transfer(.tooLarge(limit: limit))) }
        guard let url = DataURL(text) else { return .failure(.invalidURL) }
        let response = TransferResponse(
            url: "data:", status: 200, headers: ["Content-Type": url.mediaType], expectedBytes: url.bytes.count)
        return .success(Payload(bytes: url.bytes, origin: .url, response: response))
    }
}
