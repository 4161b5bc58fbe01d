import TestSupport
import Testing

@testable import Transfer

/// Servers that try to exhaust memory.
@Suite(.endsInTime) struct HostileServerTests {
    let transport = CurlTransport.patient()

    /// A million zeros, compressed by gzip to a thousand bytes, which are nearly all zeros themselves.
    private static let bomb: [UInt8] =
        [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x82,
            0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 0x01,
        ]
        + [UInt8](repeating: 0, count: 968) + [0xAF, 0x06, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0x00]

    @Test(arguments: [false, true])
    func `a gzip bomb is unpacked up to the limit, asked for or not`(acceptsCompression: Bool) async throws {
        let server = try RawServer { _, connection in
            connection.respond(Self.bomb, headers: ["Content-Encoding: gzip"])
            return false
        }
        var request = TransferRequest(url: server.url, acceptsCompression: acceptsCompression)
        request.limits.maximumBytes = 100_000
        let end = await transport.fetch(request)
        #expect(end.error == .tooLarge(limit: 100_000))
        #expect(end.body.count <= 100_000)
    }

    @Test(arguments: [1, 20_000])
    func `a header of 1 MiB is refused`(lines: Int) async throws {
        let line = "X: " + String(repeating: "x", count: (1 << 20) / lines) + "\r\n"
        let server = try RawServer.saying("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: lines) + "\r\n")
        let error = await transport.fetch(server.url).error
        guard case .protocolError? = error else {
            Issue.record("ended as \(String(describing: error))")
            return
        }
    }

    /// Response heads that contradict themselves or the body, before the server closes the connection.
    @Test(arguments: [
        "200 OK\r\nContent-Length: -5", "200 OK\r\nContent-Length: 99999999999999999999999999",
        "200 OK\r\nContent-Length: 9223372036854775807", "200 OK\r\nContent-Length: 3\r\nContent-Length: 7",
        "200 OK\r\nContent-Length: abc", "200 OK\r\nContent-Length: ", "200 OK\r\nContent-Length: 0",
        "200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3", "200 OK\r\nTransfer-Encoding: nonsense",
        "200 OK\r\nTransfer-Encoding: gzip, chunked", "200 OK\r\nContent-Encoding: nonsense",
        "200 OK\r\nContent-Range: bytes 5-1/0", "206 OK\r\nContent-Range: bytes 0-9223372036854775807/1",
        "999 What", "-1 What", "20000 What", "000 What", "304 Not Modified\r\nContent-Length: 1000", "204 None",
        "200 OK\r\nConnection: upgrade\r\nUpgrade: websocket", "101 Switching\r\nUpgrade: websocket",
        "301 Moved\r\nLocation: ", "301 Moved\r\nLocation: \t", "301 Moved\r\nLocation: http://\u{0}/",
    ]) func `an invalid head ends in bytes or an error`(head: String) async throws {
        let server = try RawServer.saying("HTTP/1.1 \(head)\r\n\r\nFFFFFFFFFFFFFFFF\r\nbody")
        for acceptsCompression in [false, true] {
            var request = TransferRequest(url: server.url, acceptsCompression: acceptsCompression)
            request.limits.maximumBytes = 1000
            let end = await transport.fetch(request)
            #expect(end.ends.count == 1 && !end.isOutOfOrder && end.body.count <= 1000)
            #expect(end.error?.isTransient != true || end.error.map { "\($0)".hasPrefix("connection lost") } == true)
        }
        // and the connection state that it leaves does not affect the next transfer
        #expect(await transport.fetch(server.url).ends.count == 1)
    }

    @Test func `an unrequested protocol switch is no response`() async throws {
        let server = try RawServer.saying("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nbytes")
        let end = await transport.fetch(server.url)
        guard case .protocolError? = end.error else {
            Issue.record("ended as \(end.ends)")
            return
        }
        #expect(end.body.isEmpty && end.response == nil)
    }

    @Test func `endless headers are refused`() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            for number in 0..<100_000 { connection.send("X-\(number): yyyyyyyyyyyyyyyyyyyyyyyy\r\n") }
            return false
        }
        #expect(await transport.fetch(server.url).error != nil)
    }
}
