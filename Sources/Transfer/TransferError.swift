import HalftoneCore
import CCurl
import Glibc

/// The reason why a transfer failed. The description is one line for users, sanitized for the terminal, and without the
/// password of a URL that it quotes.
public enum TransferError: DescribedError, Equatable, Sendable {
    /// The text is not an absolute URL.
    case invalidURL(PublicAddress)

    /// The URL is longer than any server accepts.
    case urlTooLong(bytes: Int, limit: Int)

    /// The URL has a scheme other than http and https.
    case unsupportedScheme(String)

    /// The host's name, or the proxy's, could not be resolved to an address.
    case couldNotResolve(host: String)

    /// No address of the host accepted a connection; the text may name a port and a proxy.
    case couldNotConnect(host: String)

    /// A time limit of the request was exceeded in this stage.
    case timedOut(TransferStage)

    /// The TLS handshake failed or the certificate is not trusted; the text is the TLS library's.
    case tls(String)

    /// The server redirected more often than is followed.
    case tooManyRedirects(limit: Int)

    /// The server redirected to a URL that redirects may not lead to; the text says which.
    case redirectRefused(String)

    /// The ``HostPolicy`` refused a URL or an address; the text says which.
    case hostRefused(String)

    /// The body is larger than allowed, by its announced length or by the bytes received.
    case tooLarge(limit: Int)

    /// The connection ended before the body was complete. `expected` is `nil` when the length was not known.
    case connectionLost(received: Int, expected: Int?)

    /// The server's answer is not HTTP that this client understands.
    case protocolError(String)

    /// libcurl, which is loaded by the first transfer, could not be loaded; the text gives the remedy or the reason.
    case missingLibrary(String)

    /// The system has no file descriptor, thread or memory left; the text is its reason.
    case systemLimit(String)

    /// The caller cancelled the transfer, or shut down or released the transport.
    case cancelled

    /// Whether an identical request may well succeed a moment later.
    public var isTransient: Bool {
        switch self {
        case .couldNotResolve, .couldNotConnect, .timedOut, .connectionLost, .systemLimit: true
        case .invalidURL, .urlTooLong, .unsupportedScheme, .tls, .tooManyRedirects, .redirectRefused, .hostRefused,
            .tooLarge, .protocolError, .missingLibrary, .cancelled:
            false
        }
    }

    /// The error to report while libcurl cannot be loaded.
    static var library: TransferError {
        .missingLibrary(
            LibraryFailure.advice(library: "libcurl.so.4", package: "libcurl4", reason: ccurl_open_failure))
    }

    /// Returns a `.systemLimit` with the system's description of an `errno`.
    static func system(_ code: Int32) -> TransferError { .systemLimit(String(cString: strerror(code))) }

    public var description: String { TextSanitizer.sentence(sentence) }

    private var sentence: String {
        switch self {
        case .invalidURL(let url): "invalid URL: \(url.text.isEmpty ? "it is empty" : url.excerpt)"
        case .urlTooLong(let bytes, let limit):
            "the URL is too long: \(ByteSize(bytes)), the limit is \(ByteSize(limit))"
        case .unsupportedScheme(let scheme): "unsupported URL scheme '\(scheme)' (http, https)"
        case .couldNotResolve(let host): "no such host: \(host)"
        case .couldNotConnect(let host): "could not connect to \(host)"
        case .timedOut(let stage): "timed out: \(stage.description)"
        case .tls(let text): "TLS failed: \(text)"
        case .tooManyRedirects(let limit): "redirected more than \(limit) times"
        case .redirectRefused(let target): "redirect refused: \(target)"
        case .hostRefused(let what): "refused by the host policy: \(what)"
        case .tooLarge(let limit): "larger than the limit of \(ByteSize(limit))"
        case .connectionLost(let received, let expected?):
            "connection lost after \(ByteSize(received)) of \(ByteSize(expected))"
        case .connectionLost(let received, nil): "connection lost after \(ByteSize(received))"
        case .protocolError(let text): "invalid HTTP response: \(text)"
        case .missingLibrary(let advice): "nothing can be fetched without libcurl: \(advice)"
        case .systemLimit(let reason): "system error: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

/// The stage that a transfer was in when it timed out.
public enum TransferStage: Sendable, Equatable, CustomStringConvertible {
    /// A connection to the server.
    case connecting
    /// The first byte of the response.
    case waiting
    /// More bytes of the body.
    case receiving
    /// The end of the transfer; bytes arrived, but the transfer as a whole took too long.
    case total

    public var description: String {
        switch self {
        case .connecting: "no connection"
        case .waiting: "no response"
        case .receiving: "no data received"
        case .total: "the transfer took too long"
        }
    }
}
