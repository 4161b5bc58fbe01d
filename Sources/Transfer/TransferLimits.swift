/// What a transfer may take in time and bytes. Every clock starts when the transfer starts, not when it was queued
/// by somebody above.
public struct TransferLimits: Sendable, Equatable {
    /// From the start to an open, encrypted connection. 15 s: the usual patience of image loaders.
    public var connectTimeout: Duration = .seconds(15)

    /// Without a single byte once there is a connection, before the response as well as inside it.
    /// 15 s: a server that is silent for so long rarely speaks again.
    public var stallTimeout: Duration = .seconds(15)

    /// For everything, redirects included. 10 minutes bring a large photograph through the slowest link in use.
    public var totalTimeout: Duration = .seconds(600)

    /// Bytes of the body, after decompression. 128 MB: no picture or feed that people look at is larger.
    public var maximumBytes = 128_000_000

    /// Bytes of one response's header. 256 KB: far above any honest server, low enough to hold.
    public var maximumHeaderBytes = 256 << 10

    /// Redirects followed for one transfer. 10: no honest chain is longer, and a loop ends soon.
    public var maximumRedirects = 10

    public init() {}
}
