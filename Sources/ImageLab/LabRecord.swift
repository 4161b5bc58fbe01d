/// One request in the log of the Lab's server. Encoded as one line of `/log`.
public struct LabRecord: Equatable, Sendable, Codable {
    /// The number of the request, from 1.
    public let number: Int
    /// The method, such as `GET`; empty until the headers have arrived.
    public internal(set) var method: String
    /// The path with its query, as the client sent it.
    public let path: String
    /// The request headers with names in lower case. Of a repeated header only the last value is recorded.
    public internal(set) var headers: [String: String]
    /// The status of the response; `nil` until it begins.
    public internal(set) var status: Int?
    /// Bytes of the body that the kernel has accepted. Grows during the response in blocks of at most 64 KiB; a block
    /// during which the client left is not counted, because libmicrohttpd reports only whole ones.
    public internal(set) var bytesSent: Int
    /// Whether the client closed the connection before the answer was complete.
    public internal(set) var wasClientGone: Bool
    /// The start of the request, in seconds since the server started.
    public let began: Double
    /// The end of the request, in seconds since the server started; `nil` before it.
    public internal(set) var ended: Double?

    /// Whether the record is final, however the request ended.
    public var isFinished: Bool { ended != nil }
}

/// Sums over all requests of a server, including those whose records were removed.
public struct LabTotals: Equatable, Sendable {
    /// Number of requests received, including those that are not answered yet.
    public internal(set) var requests = 0
    /// Number of responses with status 304.
    public internal(set) var notModified = 0
    /// Number of answers whose client closed the connection early.
    public internal(set) var clientsGone = 0
    /// Bytes of bodies that the kernel has accepted.
    public internal(set) var bytesSent = 0

    /// Replaces an older version of a record in the sums.
    mutating func count(_ record: LabRecord, insteadOf old: LabRecord) {
        notModified += (record.status == 304 ? 1 : 0) - (old.status == 304 ? 1 : 0)
        clientsGone += (record.wasClientGone ? 1 : 0) - (old.wasClientGone ? 1 : 0)
        bytesSent += record.bytesSent - old.bytesSent
    }
}
