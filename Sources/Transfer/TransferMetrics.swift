/// Timings and counters of a finished transfer. Unless noted, times are those of the last hop, from its start.
public struct TransferMetrics: Sendable, Equatable {
    /// Time to resolve the host name; zero when the address was cached.
    public var nameLookup: Duration = .zero

    /// Time to open the connection, without TLS; zero when a connection was reused.
    public var connect: Duration = .zero

    /// Time for the TLS handshake; zero without TLS, or on a reused connection.
    public var tls: Duration = .zero

    /// Time from the start of the hop to the first byte of the response.
    public var firstByte: Duration = .zero

    /// Duration of the whole transfer with all its redirects.
    public var total: Duration = .zero

    /// Bytes of the body that were delivered. The code that retries sets it to those of all attempts, including those
    /// discarded.
    public var bytes = 0

    /// Number of redirects that were followed.
    public var redirects = 0

    /// Whether the last hop used a connection that was already open.
    public var isConnectionReused = false

    /// The protocol version, such as `HTTP/1.1` or `HTTP/2`; empty when there was no response.
    public var protocolName = ""

    /// Creates metrics with zero in every field.
    public init() {}
}
