/// The faults that one picture URL asks for. They combine; none is set by default.
///
/// A value: reading it from a query and writing it back is in `LabFaults+Query.swift`, acting on it in `LabSite`.
public struct LabFaults: Equatable, Sendable {
    /// What the answer says about its length.
    public enum Length: Equatable, Sendable {
        /// No Content-Length: the body comes in chunks.
        case none
        /// 1,000 bytes more than are sent.
        case wrong
        /// This many, true or not.
        case bytes(Int)
    }

    /// A user name and a password for HTTP Basic.
    public struct Credentials: Equatable, Sendable {
        /// The user name that a request must send.
        public let user: String
        /// The password that a request must send.
        public let password: String

        /// Creates credentials in plain text.
        public init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    /// Milliseconds before the first byte of the answer, headers included.
    public var delay: Int?
    /// Bytes of the body a second.
    public var rate: Int?
    /// The status to answer with; the picture comes with it when it means success.
    public var status: Int?
    /// Bytes of the body after which the connection is closed, although more were promised.
    public var truncate: Int?
    /// Bytes of the body, arrived at the client, after which the connection is reset.
    public var reset: Int?
    /// Bytes of the body after which nothing more comes and the connection stays open.
    public var stall: Int?
    /// How often to redirect before the answer. Only the last answer has the other faults.
    public var redirect: Int?
    /// Redirects to itself for ever.
    public var loop = false
    /// Redirects there in the end, to whatever scheme and host.
    public var location: String?
    /// The Content-Type to claim.
    public var type: String?
    /// What to claim as Content-Length; `nil` is the truth.
    public var length: Length?
    /// Random bytes, as many as the picture has.
    public var garbage = false
    /// A body of no bytes.
    public var empty = false
    /// Sends an ETag and answers 304 to a request that knows it.
    public var etag = false
    /// Seconds for `Cache-Control: max-age`.
    public var maxage: Int?
    /// Another picture with every request of this URL: the next of the server's list, with bytes never sent before.
    public var flip = false
    /// Accepts ranges: 206 for a range, 416 for one outside, 200 when If-Range names an older version.
    public var range = false
    /// Answers 401 to requests without these (HTTP Basic).
    public var auth: Credentials?
    /// Sets a cookie, and answers 403 to requests that do not bring it.
    public var cookie = false
    /// The first so many requests of exactly this URL are answered with 503.
    public var fail: Int?
    /// Makes the bytes differ from those of any other seed, in a comment that leaves the pixels alone.
    public var seed: Int?

    /// Creates faults of which none is set.
    public init() {}
}
