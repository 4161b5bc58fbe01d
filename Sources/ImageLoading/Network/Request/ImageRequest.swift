import FoundationEssentials
import Transfer

/// A request to a loader. A value: one request may be loaded any number of times.
public struct ImageRequest: Sendable {
    /// The URL of the image.
    public let url: URL

    /// The text of `url`, as it is requested and reported.
    public let urlText: String

    /// The load options. A loader handles those about the transfer; the others are for the manager.
    public var options: ImageOptions

    /// The priority in the loader's queue.
    public var priority: ImagePriority

    /// The validators of the cached bytes; the loader may answer that these are still current.
    public var validators = Validators()

    /// Headers added to the loader's own, replacing others of the same name.
    public var headers: [(name: String, value: String)] = []

    /// The modifiers and the decryptor, in place of the loader's own. The modifiers apply to network transfers, the
    /// decryptor to bytes from any source.
    public var requestModifier: DownloadRequestModifier?
    /// Changes the head of each response before it is checked. Default: none.
    public var responseModifier: DownloadResponseModifier?
    /// Decrypts the bytes before they are decoded. Default: none.
    public var decryptor: DownloadDecryptor?

    /// The credential, sent to the image's origin after a challenge; in place of the loader's own.
    public var credential: TransferRequest.Credential?

    /// The key of the image under which the bytes of an unfinished download are kept while the loader lives, so that
    /// another request continues it; `nil` to keep none.
    public var partialKey: String?

    /// Creates a request. The priority is by default the one that the options ask for.
    public init(url: URL, options: ImageOptions = [], priority: ImagePriority? = nil) {
        self.url = url
        urlText = url.absoluteString
        self.options = options
        self.priority = priority ?? ImagePriority(options)
    }
}

extension ImageRequest {
    /// The scheme, host and port, to which a credential belongs. Default ports are omitted.
    var origin: String {
        let scheme = url.scheme?.lowercased() ?? ""
        let host = url.host(percentEncoded: true)?.lowercased() ?? ""
        let implied = scheme == "https" ? 443 : 80
        guard let port = url.port, port != implied else { return "\(scheme)://\(host)" }
        return "\(scheme)://\(host):\(port)"
    }
}
