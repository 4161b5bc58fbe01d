import Testing

@testable import Transfer

/// Servers that want to fill our memory.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
    let transport = CurlTransport.patient()

    /// A million zeros, packed by gzip into a thousand bytes, which are nearly all zeros themselves.
    private static let bomb: [UInt8] =
        [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xED, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x82,
            0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 0x01,
        ]
        + [UInt8](repeating: 0, count: 968) + [0xAF, 0x06, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0x00]

    @Test func aGzipBombIsUnpackedToTheLimitAndNoFurther() async throws {
        let server = try RawServer { _, connection in
            connection.respond(Self.bomb, headers: ["Content-Encoding: gzip"])
            return false
        }
        var request = TransferRequest(url: server.url, acceptsCompression: true)
        request.maximumBytes = 100_000
        let end = await transport.fetch(request)
        #expect(end.error == .tooLarge(limit: 100_000))
        #expect(end.body.count <= 100_000)
    }

    @Test func withoutAWishForCompressionABombIsWhatItIs() async throws {
        let server = try RawServer { _, connection in
            connection.respond(Self.bomb, headers: ["Content-Encoding: gzip"])
            return true
        }
        let end = await transport.fetch(server.url)
        #expect(end.body == Self.bomb)
    }

    @Test(arguments: [1, 20_000])
    func aHeaderOf1MiBIsRefused(lines: Int) async throws {
        let line = "X: " + String(repeating: "x", count: (1 << 20) / lines) + "\r\n"
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: lines) + "\r\n")
            return false
        }
        let error = await transport.fetch(server.url).error
        guard case .protocolError? = error else {
            Issue.record("ended as \(String(describing: error))")
            return
        }
    }

    @Test func headersWithoutEndAreRefused() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            for number in 0..<100_000 { connection.send("X-\(number): yyyyyyyyyyyyyyyyyyyyyyyy\r\n") }
            return false
        }
        #expect(await transport.fetch(server.url).error != nil)
    }
}
