import Transfer

/// Changes a request before it is sent. Called on any thread, once for every attempt.
public struct DownloadRequestModifier: Sendable {
    /// `nil` refuses the download, which then ends with ``ImageError/invalidRequest``.
    public let modify: @Sendable (TransferRequest) -> TransferRequest?

    public init(_ modify: @escaping @Sendable (TransferRequest) -> TransferRequest?) { self.modify = modify }

    /// Sends these headers, in place of others with the same name.
    public init(headers: [String: String]) {
        self.init { request in
            var request = request
            let names = Set(headers.keys.map { $0.lowercased() })
            request.headers.removeAll { names.contains($0.name.lowercased()) }
            request.headers += headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return request
        }
    }

    /// Sends another method, with a body if there is one. Without a method it is GET.
    public init(method: String?, body: [UInt8]? = nil) {
        self.init { request in
            var request = request
            request.method = method ?? "GET"
            request.body = body
            return request
        }
    }
}

/// Changes the head of a response before it is judged. Called on the transport's thread; must be quick.
public struct DownloadResponseModifier: Sendable {
    /// `nil` refuses the response: the download ends with ``ImageError/invalidResponse``.
    public let modify: @Sendable (TransferResponse) -> TransferResponse?

    public init(_ modify: @escaping @Sendable (TransferResponse) -> TransferResponse?) { self.modify = modify }

    /// Takes the response for one with this status, 200 if none is given, and with these headers in place of those of the
    /// same name.
    public init(status: Int = 200, headers: [String: String] = [:]) {
        self.init { response in
            let names = Set(headers.keys.map { $0.lowercased() })
            let kept = response.headers.filter { !names.contains($0.name.lowercased()) }
            let fields =
                kept.map { (name: $0.name, value: $0.value) }
                + headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return TransferResponse(
                url: response.url, status: status, headers: TransferHeaders(fields),
                expectedBytes: response.expectedBytes)
        }
    }
}

/// Turns the bytes that came into those of a picture. A download with one shows nothing before its end.
///
/// That of a request is for bytes from wherever: a server, a file of this machine, a `data:` URL. One that a downloader
/// has for all its downloads is for those alone. A loader of somebody else's finds it in ``ImageRequest/decryptor``.
public struct DownloadDecryptor: Sendable {
    /// `nil`: they cannot be turned into a picture. Called on a thread that may take its time. Bytes that came from no
    /// server have a head that says where from, with the status 200.
    public let decrypt: @Sendable ([UInt8], TransferResponse) -> [UInt8]?

    public init(_ decrypt: @escaping @Sendable ([UInt8], TransferResponse) -> [UInt8]?) { self.decrypt = decrypt }

    /// Reads Base64, passing over characters that do not belong to it.
    public static let base64 = DownloadDecryptor { bytes, _ in Base64.decode(bytes, ignoringOthers: true) }

    /// The payload with the bytes of the picture in place of those that came.
    func decrypted(_ payload: Payload, _ response: TransferResponse) -> Result<Payload, ImageError> {
        guard let bytes = decrypt(payload.bytes, response), !bytes.isEmpty else {
            return .failure(.badImageData(.unknownFormat(looksLike: "bytes that could not be decrypted")))
        }
        var payload = payload
        payload.bytes = bytes
        return .success(payload)
    }
}
