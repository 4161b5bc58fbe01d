import HalftoneCore
import Transfer

/// A store of the bytes of unfinished downloads, so that they can be resumed, also after a restart.
public protocol PartialStore: Sendable {
    /// Returns the stored bytes, or `nil` if there are none. Called on a thread that may block.
    func partial(for key: String) -> PartialDownload?

    /// Appends bytes to the stored ones. Any thread; returns at once and writes later.
    ///
    /// `offset` is where the bytes begin; 0 starts over. If it is not the end of the stored bytes, or the validators
    /// differ, the download's bytes are dropped.
    func storePartial(_ bytes: [UInt8], at offset: Int, of key: String, validators: Validators, total: Int?)

    /// Removes the stored bytes. Any thread; returns at once.
    func removePartial(for key: String)
}

/// The first bytes of an image, and the validators that show whether the rest still belongs to them.
public struct PartialDownload: Sendable, Equatable {
    /// The bytes, starting with the first of the image.
    public let body: StoredBytes

    /// The validators of the response that the bytes came with.
    public let validators: Validators

    /// Bytes of the whole image, if the server reported them.
    public let total: Int?

    /// The bytes in memory. Reading those of a large download blocks and allocates their full size.
    public var bytes: [UInt8] { body.all }

    /// Creates a partial download with bytes in memory. `total`: bytes of the whole image; `nil` if unknown.
    public init(bytes: [UInt8], validators: Validators, total: Int?) {
        self.init(body: StoredBytes(bytes), validators: validators, total: total)
    }

    /// Creates a partial download whose bytes may be in a temporary file, which only this download may continue.
    public init(body: StoredBytes, validators: Validators, total: Int?) {
        (self.body, self.validators, self.total) = (body, validators, total)
    }
}
