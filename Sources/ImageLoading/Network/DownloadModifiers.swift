import Transfer

/// Changes a request before it is sent. Called on any thread, once for every attempt.
public struct DownloadRequestModifier: Sendable {
    /// `nil` refuses the download, which then ends with ``ImageError/invalidRequest``.
    public let modify: @Sendable (TransferRequest) -> TransferRequest?

    public init(_ modify: @escaping @Sendable (TransferRequest) -> TransferRequest?) { self.modify = modify }
}

/// Changes the head of a response before it is judged. Called on the transport's thread; must be quick.
public struct DownloadResponseModifier: Sendable {
    /// `nil` refuses the response: the download ends with ``ImageError/invalidResponse``.
    public let modify: @Sendable (TransferResponse) -> TransferResponse?

    public init(_ modify: @escaping @Sendable (TransferResponse) -> TransferResponse?) { self.modify = modify }
}

/// Turns the bytes that came into those of a picture. A download with one shows nothing before its end.
public struct DownloadDecryptor: Sendable {
    /// `nil`: they cannot be turned into a picture.
    public let decrypt: @Sendable ([UInt8], TransferResponse) -> [UInt8]?

    public init(_ decrypt: @escaping @Sendable ([UInt8], TransferResponse) -> [UInt8]?) { self.decrypt = decrypt }
}
