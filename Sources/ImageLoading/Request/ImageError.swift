import HalftoneCore
import ImageCoding
import Transfer

/// The reason why a load ended without an image. The description is one line that says what happened, cleaned for the
/// terminal and without the passwords of URLs that it quotes.
public enum ImageError: DescribedError, Equatable, Sendable {
    /// The URL is missing or cannot be requested.
    case invalidURL
    /// The bytes arrived but could not be decoded.
    case badImageData(ImageCodingError)
    /// The image was decoded, and its transformer failed.
    case transformFailed
    /// The URL failed recently, for the reason given, and ``ImageOptions/retryFailed`` was not set. Of the header fields
    /// of a response only the content type that was not accepted is kept.
    indirect case failedBefore(ImageError)
    /// The server answered with a status outside 200 to 299, and these header fields. They are untrusted and may hold
    /// secrets; the description has none of them.
    case invalidStatusCode(Int, headers: TransferHeaders = [:])
    /// The content type among the header fields of the response is not accepted.
    case invalidContentType(status: Int, headers: TransferHeaders)
    /// The request modifier refused the request.
    case invalidRequest
    /// The response modifier refused the response.
    case invalidResponse
    /// The load was cancelled.
    case cancelled
    /// The bytes did not arrive.
    case transfer(TransferError)
    /// A local file could not be read.
    case unreadableFile(String)
    /// A custom loader such as ``ClosureLoader`` failed; the text is the description of its error.
    case loaderFailed(String)
    /// No cache has the image, and ``ImageOptions/fromCacheOnly`` or the manager's delegate forbids a download.
    case notInCache

    /// The number of this error in SDWebImage; `nil` if it has none there: 1000 invalid URL, 1001 bad image data, 1003
    /// blocked because it failed before, 2000 invalid request, 2001 invalid status, 2002 cancelled, 2003 invalid
    /// response, 2004 invalid content type.
    public var code: Int? {
        switch self {
        case .invalidURL: 1000
        case .badImageData: 1001
        case .failedBefore: 1003
        case .invalidRequest: 2000
        case .invalidStatusCode: 2001
        case .cancelled: 2002
        case .invalidResponse: 2003
        case .invalidContentType: 2004
        case .transformFailed, .transfer, .unreadableFile, .loaderFailed, .notInCache: nil
        }
    }

    /// Whether the server answered with a temporary failure: the request came too early, too late or too often, or the
    /// server itself failed.
    var isTemporaryStatus: Bool {
        switch self {
        case .invalidStatusCode(let status, _): [408, 425, 429].contains(status) || 500...599 ~= status
        default: false
        }
    }

    /// The error to keep for a long time: without header fields, which may take 256 KB, except for the content type that
    /// was not accepted.
    var withoutHeaders: ImageError {
        switch self {
        case .invalidStatusCode(let status, _): .invalidStatusCode(status)
        case .invalidContentType(let status, let headers):
            .invalidContentType(status: status, headers: ["Content-Type": headers.mediaType ?? ""])
        default: self
        }
    }

    public var description: String { TextSanitizer.sentence(sentence) }

    private var sentence: String {
        switch self {
        case .invalidURL: "not a URL that can be loaded"
        case .badImageData(let error): error.description
        case .transformFailed: "the picture could not be transformed"
        case .failedBefore(let error): "\(error.description) (not tried again yet)"
        case .invalidStatusCode(let status, _): Self.describe(status: status)
        case .invalidContentType(_, let headers): "the server sent \(headers.mediaType ?? ""), which is not accepted"
        case .invalidRequest: "the request was refused before it was sent"
        case .invalidResponse: "the response was refused"
        case .cancelled: "cancelled"
        case .transfer(let error): error.description
        case .unreadableFile(let what), .loaderFailed(let what): what
        case .notInCache: "not in the cache"
        }
    }

    private static func describe(status: Int) -> String {
        switch status {
        case 401: "401 password required"
        case 403: "403 access denied"
        case 404: "404 not found"
        case 410: "410 gone"
        case 429: "429 too many requests"
        case 500...599: "\(status) the server failed"
        default: "the server answered \(status)"
        }
    }
}
