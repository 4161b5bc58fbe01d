import Transfer

/// Keeps the bytes of downloads that did not come to their end, over restarts too, so that they can be resumed.
public protocol PartialStore: Sendable {
    /// What was kept; `nil`: nothing. May block; called on a thread that may.
    func partial(for key: String) -> PartialDownload?

    /// Puts bytes behind those that are kept. Any thread; returns at once and writes behind.
    ///
    /// `offset` is where they begin; 0 begins anew. Where that is not the end of what is kept, or the validators are other
    /// ones, nothing is kept of the download any more.
    func storePartial(_ bytes: [UInt8], at offset: Int, of key: String, validators: Validators, total: Int?)

    /// Forgets what was kept. Any thread; returns at once.
    func removePartial(for key: String)
}

/// The beginning of a picture, and what tells whether the rest still belongs to it.
public struct PartialDownload: Sendable, Equatable {
    /// From the first byte on.
    public let bytes: [UInt8]

    public let validators: Validators

    /// Bytes of the whole picture, if the server said.
    public let total: Int?

    public init(bytes: [UInt8], validators: Validators, total: Int?) {
        (self.bytes, self.validators, self.total) = (bytes, validators, total)
    }
}
