/// How a transfer went. Times are of the last hop, from its start, where nothing else is said.
public struct TransferMetrics: Sendable, Equatable {
    /// Waiting for its turn before it began. Known to whoever queues transfers; zero from the transport itself.
    public var queue: Duration = .zero

    /// Finding the server's address; zero when it was known.
    public var nameLookup: Duration = .zero

    /// Opening the connection, encryption excluded; zero when one was reused.
    public var connect: Duration = .zero

    /// Agreeing on encryption; zero without it, or on a reused connection.
    public var tls: Duration = .zero

    /// From the start of the hop to the first byte of the response.
    public var firstByte: Duration = .zero

    /// The whole transfer with all its redirects.
    public var total: Duration = .zero

    /// Bytes of the body that were delivered.
    public var bytes = 0

    /// Bytes of the bodies of all attempts, those included that were thrown away. Known to whoever tries again; zero from
    /// the transport itself.
    public var bytesOfAllAttempts = 0

    public var redirects = 0

    /// Whether the last hop went over a connection that was open already.
    public var isConnectionReused = false

    /// `HTTP/1.1`, `HTTP/2`; empty when no response came.
    public var protocolName = ""

    public init() {}
}
