import FoundationEssentials
import Transfer

/// Loads pictures that are inside of their URL (`data:image/png;base64,…`, RFC 2397).
public struct DataURLLoader: ImageLoader {
    private let limit: Int

    /// `limit` are the bytes of a URL. 16 MB: a page with larger ones would not be a page any more, and every one of them
    /// is held as text, as bytes and as pixels.
    public init(limit: Int = 16_000_000) { self.limit = limit }

    public func canLoad(_ request: ImageRequest) -> Bool { request.url.scheme?.lowercased() == "data" }

    /// Everything is there already, so all events come before this returns.
    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        events(.started)
        load.finish(payload(of: request.urlText).map(Download.fresh))
        return load
    }

    /// What such a URL holds never changes.
    public func remembersFailure(_ error: ImageError) -> Bool { error != .cancelled }

    private func payload(of text: String) -> Result<Payload, ImageError> {
        guard text.utf8.count <= limit else { return .failure(.transfer(.tooLarge(limit: limit))) }
        guard let url = DataURL(text) else { return .failure(.invalidURL) }
        let response = TransferResponse(
            url: "data:", status: 200, headers: ["Content-Type": url.mediaType], expectedBytes: url.bytes.count)
        return .success(Payload(bytes: url.bytes, origin: .url, response: response))
    }
}
