import CCurl
import Testing

@testable import Transfer

@Suite(.endsInTime) struct CurlFailureTests {
    func error(
        _ code: CURLcode, _ message: String = "", _ url: String = "https://h.example/x", isProxied: Bool = false
    ) throws -> TransferError {
        CurlFailure(
            code: code, message: message, url: try TransferURL(url), isProxied: isProxied, stageOfTimeout: .waiting,
            received: 3, expected: 10
        ).error
    }

    @Test func `an unreachable proxy is not reported as the server`() throws {
        let message = "Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server"
        #expect(try error(CURLE_COULDNT_CONNECT, message, isProxied: true) == .couldNotConnect(host: "the proxy"))
        #expect(try error(CURLE_COULDNT_RESOLVE_PROXY) == .couldNotResolve(host: "the proxy"))
        #expect(
            try error(CURLE_RECV_ERROR, "CONNECT tunnel failed, response 403")
                == .couldNotConnect(host: "h.example through the proxy"))
    }

    @Test func `an unreachable server is named with its unusual port`() throws {
        let message = "Failed to connect to h.example port 443 after 0 ms: Couldn't connect to server"
        #expect(try error(CURLE_COULDNT_CONNECT, message) == .couldNotConnect(host: "h.example"))
        #expect(try error(CURLE_COULDNT_CONNECT, "", "http://h.example:81/") == .couldNotConnect(host: "h.example:81"))
        // Regression: libcurl's message has no brackets, and was taken for that of a proxy.
        let bare = "Failed to connect to ::1 port 1 after 0 ms: Couldn't connect to server"
        #expect(try error(CURLE_COULDNT_CONNECT, bare, "http://[::1]:1/") == .couldNotConnect(host: "[::1]:1"))
    }

    @Test func `certificates are failures of TLS`() throws {
        #expect(
            try error(CURLE_PEER_FAILED_VERIFICATION, "certificate has expired") == .tls("certificate has expired"))
    }

    @Test func `a broken stream of HTTP 2 is a lost connection`() throws {
        #expect(try error(CURLE_HTTP2_STREAM) == .connectionLost(received: 3, expected: 10))
    }

    @Test func `a decoder that cannot write is damage`() throws {
        let message = "Failure writing output to destination"
        #expect(try error(CURLE_WRITE_ERROR, message) == .protocolError("its compression is damaged"))
    }

    @Test func `an unknown failure keeps libcurl's message`() throws {
        #expect(try error(CURLE_UNKNOWN_OPTION, "odd") == .protocolError("odd"))
    }
}
