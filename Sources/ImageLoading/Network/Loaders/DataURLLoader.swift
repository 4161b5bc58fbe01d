import FoundationEssentials
import Transfer

/// A loader for images embedded in their URL (`data:image/png;base64,…`, RFC 2397).
public struct DataURLLoader: ImageLoader {
    private let limit: Int
    private let executor: any WorkExecutor

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - limit: Maximum bytes of a URL. Default 16 MB: no reasonable page has larger ones, and each is held as text,
    ///     bytes and pixels.
    ///   - executor: Runs decryptors, which may be slow. Default: a thread that the first one starts.
    public init(limit: Int = 16_000_000, executor: (any WorkExecutor)? = nil) {
        self.limit = limit
        self.executor = executor ?? WorkerPool(threads: 1)
    }

    public func canLoad(_ request: ImageRequest) -> Bool { request.url.scheme?.lowercased() == "data" }

    /// Loads the image. Delivers all events before this returns, unless a decryptor has to run.
    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        events(.started)
        load.finish(payload(of: request.urlText), decryptedFor: request, on: executor)
        return load
    }

    /// Returns `true` for every error except a cancellation: the content of a `data:` URL never changes.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool { error != .cancelled }

    private func payload(of text: String) -> Result<Payload, ImageError> {
        guard text.utf8.count <= limit else { return .failure(.transfer(.tooLarge(limit: limit))) }
        guard let url = DataURL(text) else { return .failure(.invalidURL) }
        let response = TransferResponse(
            url: "data:", status: 200, headers: ["Content-Type": url.mediaType], expectedBytes: url.bytes.count)
        return .success(Payload(bytes: url.bytes, origin: .url, response: response))
    }
}
