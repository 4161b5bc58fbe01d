import HalftoneCore
import CCurl
import Glibc

/// A mapping from libcurl's error codes, and what is known of the hop, to ``TransferError``. A value.
struct CurlFailure {
    let code: CURLcode
    /// libcurl's error message.
    let message: String
    let url: TransferURL?
    /// Whether the hop went through a proxy, which alone is connected then.
    var isProxied = false
    let stageOfTimeout: TransferStage
    let received: Int
    let expected: Int?
    /// The `errno` of a failed attempt to create a socket; 0 if there was none.
    var socketError: Int32 = 0
    /// The `errno` of a test whether a file can be opened now; 0 if it can.
    var descriptorError: Int32 = 0

    var error: TransferError {
        switch code {
        case CURLE_URL_MALFORMAT: .invalidURL(PublicAddress(url?.text ?? ""))
        case CURLE_COULDNT_CONNECT where socketError != 0: .system(socketError)
        // The resolver needs descriptors and a thread, and reports a lack of either as an unknown host.
        case CURLE_COULDNT_RESOLVE_HOST where descriptorError != 0: .system(descriptorError)
        case CURLE_COULDNT_RESOLVE_HOST where message.contains("thread failed to start"): .systemLimit(message)
        case CURLE_COULDNT_RESOLVE_HOST: .couldNotResolve(host: url?.host ?? "")
        case CURLE_COULDNT_RESOLVE_PROXY: .couldNotResolve(host: "the proxy")
        case CURLE_COULDNT_CONNECT: .couldNotConnect(host: isProxied ? "the proxy" : hostAndPort)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(stageOfTimeout)
        case CURLE_RECV_ERROR where message.contains("CONNECT"):
            .couldNotConnect(host: "\(hostAndPort) through the proxy")
        case CURLE_RECV_ERROR where message.contains("chunked-encoding"): .protocolError(message)
        // The receiver's own refusals do not come here: a decoder could not write.
        case CURLE_WRITE_ERROR: .protocolError("its compression is damaged")
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            .connectionLost(received: received, expected: expected)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            .tls(message)
        default: .protocolError(message)
        }
    }

    private var hostAndPort: String {
        guard let url else { return "the server" }
        return url.port == (url.scheme == "https" ? 443 : 80) ? url.host : "\(url.host):\(url.port)"
    }
}
