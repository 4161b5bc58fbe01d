import Basis
import CCurl
import Glibc

/// Why a transfer did not bring its bytes. The description is one line for people, cleaned for the terminal, and without
/// the password of an address that it quotes.
public enum TransferError: DescribedError, Equatable, Sendable {
    /// The text is no absolute address.
    case invalidURL(PublicAddress)

    /// The address is longer than any that servers take.
    case urlTooLong(bytes: Int, limit: Int)

    /// The address is of another kind than http and https.
    case unsupportedScheme(String)

    case couldNotResolve(host: String)

    case couldNotConnect(host: String)

    case timedOut(TransferStage)

    /// Encryption could not be agreed on, or the certificate is not trusted; the text is the TLS library's.
    case tls(String)

    case tooManyRedirects(limit: Int)

    /// The server sent us where no redirect may lead; the text says where.
    case redirectRefused(String)

    /// The body is larger than allowed, by its announcement or by what came.
    case tooLarge(limit: Int)

    /// The connection ended before the body did. `expected` is `nil` when the length was not known.
    case connectionLost(received: Int, expected: Int?)

    /// What the server said is no HTTP that we understand.
    case protocolError(String)

    /// libcurl, which is opened by the first transfer, could not be: what to do about it, or why.
    case missingLibrary(String)

    /// The system gave no descriptor, thread or memory; the text is its reason.
    case systemLimit(String)

    case cancelled

    /// Whether the same request may well succeed a moment later.
    public var isTransient: Bool {
        switch self {
        case .couldNotResolve, .couldNotConnect, .timedOut, .connectionLost, .systemLimit: true
        case .invalidURL, .urlTooLong, .unsupportedScheme, .tls, .tooManyRedirects, .redirectRefused, .tooLarge,
            .protocolError,
            .missingLibrary, .cancelled:
            false
        }
    }

    /// What to say while libcurl cannot be opened.
    static var library: TransferError {
        .missingLibrary(
            LibraryFailure.advice(library: "libcurl.so.4", package: "libcurl4", reason: ccurl_open_failure))
    }

    /// An `errno` in the system's words.
    static func system(_ code: Int32) -> TransferError { .systemLimit(String(cString: strerror(code))) }

    public var description: String { Sanitiser.sentence(sentence) }

    private var sentence: String {
        switch self {
        case .invalidURL(let url): "not a web address: \(url.text.isEmpty ? "it is empty" : url.excerpt)"
        case .urlTooLong(let bytes, let limit):
            "the address is too long: \(ByteSize(bytes)), and \(ByteSize(limit)) are the most"
        case .unsupportedScheme(let scheme): "\(scheme): addresses are not loaded, only http and https"
        case .couldNotResolve(let host): "no such host: \(host)"
        case .couldNotConnect(let host): "could not connect to \(host)"
        case .timedOut(let stage): "timed out \(stage.description)"
        case .tls(let text): "no secure connection: \(text)"
        case .tooManyRedirects(let limit): "redirected more than \(limit) times"
        case .redirectRefused(let target): "redirect refused: \(target)"
        case .tooLarge(let limit): "larger than the limit of \(ByteSize(limit))"
        case .connectionLost(let received, let expected?):
            "connection lost after \(ByteSize(received)) of \(ByteSize(expected))"
        case .connectionLost(let received, nil): "connection lost after \(ByteSize(received))"
        case .protocolError(let text): "the server's answer makes no sense: \(text)"
        case .missingLibrary(let advice): "nothing can be fetched without libcurl: \(advice)"
        case .systemLimit(let reason): "the system refused: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}

/// What a transfer was waiting for when its time was up.
public enum TransferStage: Sendable, Equatable, CustomStringConvertible {
    /// A connection to the server.
    case connecting
    /// The first byte of the response.
    case waiting
    /// More bytes of the body.
    case receiving
    /// The end; bytes came, but the whole took too long.
    case total

    public var description: String {
        switch self {
        case .connecting: "while connecting"
        case .waiting: "waiting for the server's answer"
        case .receiving: "because the server fell silent"
        case .total: "because the whole took too long"
        }
    }
}
