/// The faults that the URL of a picture requests. They combine; none is set by default.
///
/// A value: `LabFaults+Query.swift` reads and writes it as a query, and `LabSite` acts on it.
public struct LabFaults: Equatable, Sendable {
    /// The length that the response announces.
    public enum Length: Equatable, Sendable {
        /// No Content-Length: the body is sent in chunks.
        case none
        /// 1,000 bytes more than are sent.
        case wrong
        /// A number of bytes, true or not.
        case bytes(Int)
    }

    /// Milliseconds before the first byte of the response, headers included.
    public var delay: Int?
    /// Bytes of the body per second.
    public var rate: Int?
    /// The status of the response. The picture is sent only with a status that means success.
    public var status: Int?
    /// Bytes of the body after which the connection is closed, although more were announced.
    public var truncate: Int?
    /// Bytes of the body, received by the client, after which the connection is reset.
    public var reset: Int?
    /// Bytes of the body after which nothing is sent while the connection stays open.
    public var stall: Int?
    /// Number of redirects before the response. Only the last response has the other faults.
    public var redirect: Int?
    /// Whether the URL redirects to itself without end.
    public var loop = false
    /// The URL to which the last redirect leads, of any scheme and host.
    public var location: String?
    /// The value of Content-Type.
    public var type: String?
    /// The value of Content-Length; `nil` announces the true length.
    public var length: Length?
    /// Whether the body is random bytes, as many as the picture has.
    public var garbage = false
    /// Whether the body is empty.
    public var empty = false
    /// Whether an ETag is sent, and a request with that ETag is answered with 304.
    public var etag = false
    /// Seconds for `Cache-Control: max-age`.
    public var maxage: Int?
    /// Whether each request of this URL gets another picture: the next one in the server's list, with bytes never sent
    /// before.
    public var flip = false
    /// Whether ranges are served: 206 for a range, 416 for one beyond the end, 200 if If-Range names an older version.
    public var range = false
    /// The credentials that requests must have, as `USER:PASSWORD` (HTTP Basic); others are answered with 401.
    public var auth: String?
    /// Whether a cookie is set, and requests without it are answered with 403.
    public var cookie = false
    /// Number of requests of exactly this URL that are answered with 503 at first.
    public var fail: Int?
    /// A number after the picture's end, which makes the bytes differ from those with other seeds, and not the pixels.
    public var seed: Int?

    /// Creates faults of which none is set.
    public init() {}
}
