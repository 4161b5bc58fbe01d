/// Limits of a transfer in time and bytes. Every clock starts when the transfer starts, not when a caller queued it.
public struct TransferLimits: Sendable, Equatable {
    /// Time from the start to an open, encrypted connection. 15 s: the usual timeout of image loaders.
    public var connectTimeout: Duration = .seconds(15)

    /// Time without a single byte once there is a connection, before the response as well as inside it. 15 s: a server
    /// that is silent for so long rarely resumes.
    public var stallTimeout: Duration = .seconds(15)

    /// Time for the whole transfer, redirects included. 10 minutes suffice for a large photograph on the slowest links
    /// in use.
    public var totalTimeout: Duration = .seconds(600)

    /// Bytes of the body, after decompression. 128 MB: no image or feed that people view is larger.
    public var maximumBytes = 128_000_000

    /// Creates the default limits.
    public init() {}
}
