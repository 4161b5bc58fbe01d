import FoundationEssentials
import Transfer

/// What a loader is asked for. A value: the same request may be loaded any number of times.
public struct ImageRequest: Sendable {
    public let url: URL

    /// `url` as text, as it is to be requested and reported.
    public let urlText: String

    /// Those that concern the way of the bytes; the others are the manager's.
    public var options: ImageOptions

    public var priority: ImagePriority

    /// Of the bytes that we have already; the loader may answer that they are still right.
    public var validators = Validators()

    /// Added to the loader's own headers, or in place of those with the same name.
    public var headers: [(name: String, value: String)] = []

    /// In place of the loader's own. The first two are for what goes over the network; the third is for bytes from
    /// anywhere.
    public var requestModifier: DownloadRequestModifier?
    public var responseModifier: DownloadResponseModifier?
    public var decryptor: DownloadDecryptor?

    /// Sent to the picture's origin when it asks for a password; in place of the loader's own.
    public var credential: TransferRequest.Credential?

    /// Whether `.bytes` are wanted while they arrive.
    public var wantsBytes = false

    /// The name under which bytes of an unfinished download are kept, so that it can be resumed; `nil` for never.
    public var partialKey: String?

    /// The number of the load, for the trace.
    public var load: Int?

    public init(url: URL, options: ImageOptions = [], priority: ImagePriority? = nil) {
        self.url = url
        urlText = url.absoluteString
        self.options = options
        self.priority = priority ?? ImagePriority(options)
    }
}

extension ImageRequest {
    /// Scheme, host and port: where a place in the queue and a password belong to. Ports that a scheme implies are left
    /// out.
    var origin: String {
        let scheme = url.scheme?.lowercased() ?? ""
        let host = url.host(percentEncoded: true)?.lowercased() ?? ""
        let implied = scheme == "https" ? 443 : 80
        guard let port = url.port, port != implied else { return "\(scheme)://\(host)" }
        return "\(scheme)://\(host):\(port)"
    }
}
