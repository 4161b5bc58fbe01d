import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct FailureTests {
    let transport = CurlTransport.patient()

    @Test func `a truncated body is a lost connection after its bytes`() async throws {
        let server = try RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        let end = await transport.fetch(server.url)
        #expect(end.error == .connectionLost(received: 3, expected: 10))
        #expect(end.body == Array("abc".utf8))
        #expect(end.error?.isTransient == true)
    }

    @Test(arguments: [("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", 3), ("", 0)])
    func `a connection closed in a chunked body or before the response is lost`(text: String, bytes: Int) async throws {
        let server = try RawServer.saying(text)
        #expect(await transport.fetch(server.url).error == .connectionLost(received: bytes, expected: nil))
    }

    @Test func `a reset is a lost connection`() async throws {
        let server = try RawServer { _, connection in
            connection.reset()
            return false
        }
        #expect(await transport.fetch(server.url).error == .connectionLost(received: 0, expected: nil))
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n",
    ])
    func `a response that is not HTTP or has a damaged chunk is a protocol error`(text: String) async throws {
        let server = try RawServer.saying(text)
        guard case .protocolError? = await transport.fetch(server.url).error else {
            Issue.record("not refused")
            return
        }
    }

    @Test(
        arguments: [(1000, nil), (2600, .protocolError("its header is larger than allowed"))] as [(Int, TransferError?)]
    )
    func `a huge header is a protocol error`(count: Int, error: TransferError?) async throws {
        let lines = (0..<count).map { "X-\($0): \(String(repeating: "a", count: 100))\r\n" }.joined()
        let server = try RawServer.saying("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 0\r\n\r\n")
        #expect(await transport.fetch(server.url).error == error)
    }

    @Test func `a body announced as too large is refused at once`() async throws {
        let server = try RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\nabc")
        let end = await transport.fetch(TransferRequest(url: server.url, maximumBytes: 1000))
        #expect(end.error == .tooLarge(limit: 1000))
        #expect(end.body.isEmpty && end.response == nil)
        #expect(end.error?.description == "larger than the limit of 1.0 KB")
    }

    @Test func `a body that grows too large is stopped`() async throws {
        let body = testBytes(1_000_000)
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.0 200 OK\r\n\r\n")
            connection.send(body)
            connection.waitForClientToLeave()
            return false
        }
        let end = await transport.fetch(TransferRequest(url: server.url, maximumBytes: 100_000))
        #expect(end.error == .tooLarge(limit: 100_000))
        #expect(end.body.count <= 100_000)
    }

    @Test func `a body of exactly the limit is accepted`() async throws {
        let server = try RawServer.responding(testBytes(1000))
        let end = await transport.fetch(TransferRequest(url: server.url, maximumBytes: 1000))
        #expect(end.body.count == 1000 && end.error == nil)
    }

    @Test func `an unknown host is named`() async {
        // A machine without a network may take long to fail, and this transport has no timeout.
        let error = await transport.fetch("http://picture.invalid/x").error
        #expect(error == .couldNotResolve(host: "picture.invalid"))
        #expect(error?.description == "no such host: picture.invalid")
    }

    @Test func `a refused port is named`() async throws {
        let port = try HeldPort()
        let error = await transport.fetch("http://127.0.0.1:\(port.number)/").error
        #expect(error == .couldNotConnect(host: "127.0.0.1:\(port.number)"))
        #expect(error?.description == "could not connect to 127.0.0.1:\(port.number)")
    }

    @Test func `encryption with a plain server fails as TLS`() async throws {
        let server = try RawServer(greeting: "220 mail.example ready\r\n") { _, _ in false }
        guard case .tls? = await transport.fetch("https://127.0.0.1:\(server.port)/").error else {
            Issue.record("not a TLS error")
            return
        }
    }

    @Test(arguments: ["", "picture.jpg", "http://", "http://a b/", "http://[::1/", "://x"])
    func `an invalid address is refused`(_ url: String) async {
        #expect(await transport.fetch(url).error == .invalidURL(PublicAddress(url)))
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:image/png,x", "mailto:a@b"])
    func `only HTTP is loaded`(_ url: String) async throws {
        let scheme = String(try #require(url.split(separator: ":").first))
        #expect(await transport.fetch(url).error == .unsupportedScheme(scheme))
    }

    @Test func `descriptions have no escape sequences`() {
        let error = TransferError.protocolError("\u{1B}[31mred\u{7}\r\nnext")
        #expect(error.description == "invalid HTTP response: [31mred next")
    }
}

extension TransferRequest {
    fileprivate init(url: String, maximumBytes: Int) {
        self.init(url: url)
        limits.maximumBytes = maximumBytes
    }
}
