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
    /// Bytes of the body that the kernel took for the client. Grows while the answer is under way.
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
