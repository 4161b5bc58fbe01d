/// What to fetch, with GET, and under which limits.
public struct TransferRequest: Sendable {
    /// An absolute http or https address. A name and password inside it are sent to its origin only.
    public var url: String

    /// Headers that are added to, or replace, the transport's own (`User-Agent`, `Accept`). Order is kept.
    /// `Authorization`, `Proxy-Authorization`, `Cookie` and `Host` are dropped when a redirect leaves the origin.
    public var headers: [(name: String, value: String)]

    /// Whether the server may compress the body for the way; it is unpacked before it is delivered.
    /// `false` by default: pictures are compressed already, and only an uncompressed length can show progress.
    public var acceptsCompression: Bool

    public var limits: TransferLimits

    public init(
        url: String, headers: [(name: String, value: String)] = [], acceptsCompression: Bool = false,
        limits: TransferLimits = TransferLimits()
    ) {
        self.url = url
        self.headers = headers
        self.acceptsCompression = acceptsCompression
        self.limits = limits
    }

    /// `limits.maximumBytes`, which callers set most often.
    public var maximumBytes: Int {
        get { limits.maximumBytes }
        set { limits.maximumBytes = newValue }
    }
}
