/// The status and headers of a response.
public struct TransferResponse: Sendable, Equatable {
    /// The URL that answered: the requested one, or the target of its redirects. Without user name and password.
    public let url: String

    /// The HTTP status. The receiver decides whether it is a success.
    public let status: Int

    /// The header fields of this response, not those of redirects, in the order received.
    public let headers: TransferHeaders

    /// Length of the body in bytes as announced by the server; `nil` when not announced, or when announced for a
    /// compressed body, which is delivered decompressed.
    public let expectedBytes: Int?

    /// The address of the host that the response came from; `nil` if unknown, as through a proxy.
    public let address: NetworkAddress?

    /// Creates a response, by default without headers, of unknown length and from an unknown address. For transports and
    /// tests.
    public init(
        url: String, status: Int, headers: TransferHeaders = TransferHeaders(), expectedBytes: Int? = nil,
        address: NetworkAddress? = nil
    ) {
        self.address = address
        self.url = url
        self.status = status
        self.headers = headers
        self.expectedBytes = expectedBytes
    }
}
