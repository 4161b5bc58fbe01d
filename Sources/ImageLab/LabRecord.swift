/// One request as the Lab's server saw it. Encodes as one line of `/log`.
public struct LabRecord: Equatable, Sendable, Codable {
    /// 1 for the first request of this server.
    public let number: Int
    /// Empty until the headers have arrived.
    public internal(set) var method: String
    /// The path with its query, as the client sent it.
    public let path: String
    /// What the client sent, names in lower case. Of a header sent twice the last counts.
    public internal(set) var headers: [String: String]
    /// `nil` until an answer begins.
    public internal(set) var status: Int?
    /// Bytes of the body that the kernel took for the client. Grows while the answer is under way, by blocks of at most
    /// 64 KiB: libmicrohttpd tells of whole ones alone, so that of the block in which a client left nothing is counted.
    public internal(set) var bytesSent: Int
    /// Whether the client closed the connection before the answer was complete.
    public internal(set) var wasClientGone: Bool
    /// Seconds since the server started.
    public let began: Double
    /// Seconds since the server started; `nil` while the answer is under way.
    public internal(set) var ended: Double?

    /// Whether nothing of this request will change any more, however it ended.
    public var isFinished: Bool { ended != nil }
}

/// What all requests of a server add up to, those included that its log has forgotten.
public struct LabTotals: Equatable, Sendable {
    /// Number of requests received, including those that are not answered yet.
    public internal(set) var requests = 0
    /// Answers with status 304.
    public internal(set) var notModified = 0
    /// Number of answers whose client closed the connection early.
    public internal(set) var clientsGone = 0
    /// Bytes of bodies that the kernel took for clients.
    public internal(set) var bytesSent = 0

    /// Counts what a record says now instead of what it said before.
    mutating func count(_ record: LabRecord, insteadOf old: LabRecord) {
        notModified += (record.status == 304 ? 1 : 0) - (old.status == 304 ? 1 : 0)
        clientsGone += (record.wasClientGone ? 1 : 0) - (old.wasClientGone ? 1 : 0)
        bytesSent += record.bytesSent - old.bytesSent
    }
}
