import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct FetchTests {
    let transport = CurlTransport.patient()

    @Test func `bytes arrive unchanged and in order`() async throws {
        let body = testBytes(300_000)
        let server = try RawServer { _, connection in
            connection.respond(body, headers: ["Content-Type: image/jpeg"])
            return true
        }
        let end = await transport.fetch("\(server.url)/picture")
        #expect(end.body == body)
        #expect(end.response?.status == 200)
        #expect(end.response?.url == "\(server.url)/picture")
        #expect(end.response?.expectedBytes == body.count)
        #expect(end.response?.headers["content-TYPE"] == "image/jpeg")
        #expect(end.metrics?.bytes == body.count)
        #expect(end.metrics?.protocolName == "HTTP/1.1")
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
        #expect(end.chunks > 1)
    }

    @Test(arguments: [204, 304, 404, 500]) func `any status is a response, and no error`(_ status: Int) async throws {
        let server = try RawServer { _, connection in
            connection.respond(status == 404 ? testBytes(10) : [], status: status)
            return true
        }
        let end = await transport.fetch(server.url)
        #expect(end.response?.status == status)
        #expect(end.error == nil)
        #expect(end.body.count == (status == 404 ? 10 : 0))
    }

    @Test func `a body without length ends with its connection`() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.0 200 OK\r\n\r\nabc")
            return false
        }
        let end = await transport.fetch(server.url)
        #expect(end.body == Array("abc".utf8))
        #expect(end.response?.expectedBytes == nil)
        #expect(end.metrics?.protocolName == "HTTP/1.0")
    }

    @Test func `a chunked body arrives joined, and its trailer is no header`() async throws {
        let server = try RawServer { _, connection in
            connection.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Late\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nLate: 1\r\n\r\n"
            )
            return true
        }
        let end = await transport.fetch(server.url)
        #expect(end.body == Array("abcde".utf8))
        #expect(end.response?.expectedBytes == nil)
        #expect(end.response?.headers["Late"] == nil)
    }

    @Test func `the second transfer reuses the connection`() async throws {
        let server = try RawServer { _, connection in
            connection.respond(testBytes(10))
            return true
        }
        // The second begins as soon as the first has ended: libcurl drops connections that are idle for two minutes,
        // which among many tests may pass before this one runs again.
        let (first, second) = (Recorder(), Recorder())
        transport.start(TransferRequest(url: server.url)) { [transport] event in
            first.handle(event)
            guard case .finished = event else { return }
            transport.start(TransferRequest(url: server.url)) { second.handle($0) }
        }
        #expect(await second.end().metrics?.isConnectionReused == true)
        #expect(first.now.metrics?.isConnectionReused == false)
        #expect(server.connections == 1)
    }

    @Test func `a picture is requested uncompressed, with the program's name`() async throws {
        let server = try RawServer { _, connection in
            connection.respond()
            return true
        }
        _ = await transport.fetch(server.url)
        let headers = try #require(server.requests.first).headers
        #expect(headers["user-agent"]?.hasPrefix("Halftone/") == true)
        #expect(headers["accept"] == "image/*,*/*;q=0.8")
        #expect(headers["accept-encoding"] == "identity")
    }

    @Test func `headers of the request replace the defaults`() async throws {
        let server = try RawServer { _, connection in
            connection.respond()
            return true
        }
        var request = TransferRequest(url: server.url)
        request.headers = [("accept", "text/xml"), ("X-Empty", ""), ("If-None-Match", "\"a\"")]
        _ = await transport.fetch(request)
        let headers = try #require(server.requests.first).headers
        #expect(headers["accept"] == "text/xml")
        #expect(headers["x-empty"] == "")
        #expect(headers["if-none-match"] == "\"a\"")
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"]) func `a header that injects another is refused`(
        _ value: String
    ) async throws {
        let server = try RawServer { _, connection in
            connection.respond()
            return true
        }
        let end = await transport.fetch(TransferRequest(url: server.url, headers: [("X-Good", value)]))
        #expect(end.error == .protocolError("the request header X-Good cannot be sent"))
        #expect(server.requests.isEmpty)
    }

    @Test func `a compressed feed is unpacked when the request allows it`() async throws {
        // gzip of "hello hello hello hello\n"
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40,
            0x27, 0xb9, 0x00, 0x00, 0x88, 0x59, 0x0b, 0x18, 0x00, 0x00, 0x00,
        ]
        let server = try RawServer { _, connection in
            connection.respond(packed, headers: ["Content-Encoding: gzip"])
            return true
        }
        let plain = await transport.fetch(server.url)
        #expect(plain.body == packed)
        let unpacked = await transport.fetch(TransferRequest(url: server.url, acceptsCompression: true))
        #expect(server.requests.last?.headers["accept-encoding"]?.contains("gzip") == true)
        #expect(unpacked.response?.expectedBytes == nil)
        #expect(unpacked.body == Array("hello hello hello hello\n".utf8))
    }

    @Test func `a user and password in the address are sent and not shown`() async throws {
        let server = try RawServer { _, connection in
            connection.respond()
            return true
        }
        let end = await transport.fetch("http://me:se%20cret@127.0.0.1:\(server.port)/x")
        #expect(server.requests.first?.headers["authorization"] == "Basic bWU6c2UgY3JldA==")
        #expect(end.response?.url == "\(server.url)/x")
    }

    @Test func `timeouts may be infinite`() async throws {
        let server = try RawServer { _, connection in
            connection.respond(testBytes(10))
            return true
        }
        var request = TransferRequest(url: server.url)
        request.limits.connectTimeout = .seconds(Int64.max)
        request.limits.stallTimeout = .seconds(Int64.max)
        request.limits.totalTimeout = .seconds(Int64.max)
        #expect(await transport.fetch(request).body.count == 10)
    }
}
