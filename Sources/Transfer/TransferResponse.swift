/// The head of a response.
public struct TransferResponse: Sendable, Equatable {
    /// The address that answered: the requested one, or where its redirects led. Without name and password.
    public let url: String

    /// The HTTP status. Whether it is a success is for the receiver to judge.
    public let status: Int

    public let headers: TransferHeaders

    /// Bytes that the server announced on the way; `nil` when it did not say, or said it of a compressed body.
    public let expectedBytes: Int?

    public init(url: String, status: Int, headers: TransferHeaders = TransferHeaders(), expectedBytes: Int? = nil) {
        self.url = url
        self.status = status
        self.headers = headers
        self.expectedBytes = expectedBytes
    }
}
