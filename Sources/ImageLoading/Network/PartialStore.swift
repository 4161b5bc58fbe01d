import Transfer

/// Keeps the bytes of downloads that did not come to their end, over restarts too, so that they can be resumed.
public protocol PartialStore: Sendable {
    /// Whether there may be something under this key. Any thread; never waits for a disk.
    func mayHavePartial(for key: String) -> Bool

    /// What was kept; `nil`: nothing. May block; called on a thread that may.
    func partial(for key: String) -> PartialDownload?

    /// Keeps what came, in place of what was kept. Any thread; returns at once and writes behind.
    func store(_ partial: PartialDownload, for key: String)

    /// Forgets what was kept. Any thread; returns at once.
    func removePartial(for key: String)
}

/// The first bytes of a picture, and what the server must confirm before the rest is appended to them.
public struct PartialDownload: Sendable, Equatable {
    public var bytes: [UInt8]

    /// A strong entity tag, or a date of last modification that is strong (RFC 9110, 8.8.2.2): what `If-Range` sends.
    public var validator: String

    /// Bytes of the whole picture, if the server said.
    public var total: Int?

    public init(bytes: [UInt8], validator: String, total: Int?) {
        self.bytes = bytes
        self.validator = validator
        self.total = total
    }
}
