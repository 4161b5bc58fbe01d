import Basis
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
    public let body: StoredBytes

    public let validators: Validators

    /// Bytes of the whole picture, if the server said.
    public let total: Int?

    /// The bytes in memory. Reading those of a large download blocks, and takes as much memory as there are.
    public var bytes: [UInt8] { body.all }

    public init(bytes: [UInt8], validators: Validators, total: Int?) {
        self.init(body: StoredBytes(bytes), validators: validators, total: total)
    }

    /// The beginning of a picture that may be in a temporary file, which this download alone goes on with.
    public init(body: StoredBytes, validators: Validators, total: Int?) {
        (self.body, self.validators, self.total) = (body, validators, total)
    }
}
