import HalftoneCore
import FoundationEssentials
import Transfer

/// A closure that changes a request before it is sent. Called on any thread, once for every attempt.
public struct DownloadRequestModifier: Sendable {
    /// Returns the changed request, or `nil` to refuse the download, which then ends with
    /// ``ImageError/invalidRequest``.
    public let modify: @Sendable (TransferRequest) -> TransferRequest?

    /// Creates a modifier from a closure.
    public init(_ modify: @escaping @Sendable (TransferRequest) -> TransferRequest?) { self.modify = modify }

    /// Creates a modifier that sets headers, replacing others of the same name.
    public init(headers: [String: String]) {
        self.init { request in
            var request = request
            let names = Set(headers.keys.map { $0.lowercased() })
            request.headers.removeAll { names.contains($0.name.lowercased()) }
            request.headers += headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return request
        }
    }

    /// Creates a modifier that sets the method, GET by default, and the body.
    public init(method: String?, body: [UInt8]? = nil) {
        self.init { request in
            var request = request
            request.method = method ?? "GET"
            request.body = body
            return request
        }
    }
}

/// A closure that changes the head of a response before it is checked. Called on the transport's thread; must be fast.
public struct DownloadResponseModifier: Sendable {
    /// Returns the changed response, or `nil` to refuse it; the download then ends with ``ImageError/invalidResponse``.
    public let modify: @Sendable (TransferResponse) -> TransferResponse?

    /// Creates a modifier from a closure.
    public init(_ modify: @escaping @Sendable (TransferResponse) -> TransferResponse?) { self.modify = modify }

    /// Creates a modifier that sets the status, 200 by default, and headers, replacing others of the same name.
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

/// A closure that turns received bytes into those of an image. Nothing is shown before the end of the download.
///
/// A request's decryptor applies to bytes from any source: a server, a local file, a `data:` URL. A downloader's
/// applies only to its downloads. A custom loader finds it in ``ImageRequest/decryptor``.
public struct DownloadDecryptor: Sendable {
    /// Returns the bytes of the image, or `nil` if decryption fails. Called on a thread where it may be slow. Bytes
    /// from no server have a response that names their source, with the status 200.
    public let decrypt: @Sendable ([UInt8], TransferResponse) -> [UInt8]?

    /// Creates a decryptor from a closure.
    public init(_ decrypt: @escaping @Sendable ([UInt8], TransferResponse) -> [UInt8]?) { self.decrypt = decrypt }

    /// A decryptor that decodes Base64, skipping characters that do not belong to it.
    public static let base64 = DownloadDecryptor { bytes, _ in
        Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters).map { Array($0) }
    }

    /// Returns the payload with the decrypted bytes, which share an allowance. Blocking.
    func decrypted(
        _ payload: Payload, _ response: TransferResponse, within allowance: MemoryAllowance
    ) -> Result<Payload, ImageError> {
        guard let bytes = decrypt(payload.bytes, response), !bytes.isEmpty else {
            return .failure(.badImageData(.unknownFormat(looksLike: "bytes that could not be decrypted")))
        }
        var payload = payload
        payload.body = StoredBytes(bytes, within: allowance)
        return .success(payload)
    }
}
