import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct FetchTests {
    let transport = CurlTransport.patient()

    @Test func `bytes arrive unchanged and in order`() async throws {
        let body = testBytes(300_000)
        let server = try RawServer.responding(body, headers: ["Content-Type: image/jpeg"])
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
        let server = try RawServer.responding(status == 404 ? testBytes(10) : [], status: status)
        let end = await transport.fetch(server.url)
        #expect(end.response?.status == status)
        #expect(end.error == nil)
        #expect(end.body.count == (status == 404 ? 10 : 0))
    }

    @Test func `a body without length ends with its connection`() async throws {
        let server = try RawServer.saying("HTTP/1.0 200 OK\r\n\r\nabc")
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
        let server = try RawServer.responding(testBytes(10))
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
        let server = try RawServer.responding()
        _ = await transport.fetch(server.url)
        let headers = try #require(server.requests.first).headers
        #expect(headers["user-agent"] == "Halftone")
        #expect(headers["accept"] == "*/*")
        #expect(headers["accept-encoding"] == "identity")
    }

    @Test func `headers of the request replace the defaults`() async throws {
        let server = try RawServer.responding()
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
        let server = try RawServer.responding()
        let end = await transport.fetch(TransferRequest(url: server.url, headers: [("X-Good", value)]))
        #expect(end.error == .protocolError("the request header X-Good cannot be sent"))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["gzip", "X-GZip", "deflate", "gzip, identity"], [false, true])
    func `a compressed body is unpacked, asked for or not`(encoding: String, acceptsCompression: Bool) async throws {
        let plain = [UInt8](repeating: 7, count: 100_000) + testBytes(100_000)
        let gzip = Gzip.bytes(plain)
        // The same codes between other marks: without the head of ten bytes and the checksum and length of eight.
        let packed = encoding == "deflate" ? Array(gzip.dropFirst(10).dropLast(8)) : gzip
        let server = try RawServer.responding(packed, headers: ["Content-Encoding: \(encoding)"])
        let end = await transport.fetch(TransferRequest(url: server.url, acceptsCompression: acceptsCompression))
        #expect(end.body == plain && end.error == nil)
        #expect(end.response?.expectedBytes == nil && end.metrics?.bytes == plain.count)
        let asked = try #require(server.requests.last?.headers["accept-encoding"])
        #expect(acceptsCompression ? asked.contains("gzip") : asked == "identity")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["utf-8", "nonsense", "gzip, nonsense"])
    func `a body of an unknown encoding is left as it is`(encoding: String) async throws {
        let body = testBytes(100_000)
        let server = try RawServer.responding(body, headers: ["Content-Encoding: \(encoding)"])
        let end = await transport.fetch(server.url)
        #expect(end.body == body && end.error == nil && end.response?.expectedBytes == body.count)
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd", "gzip, br"], [false, true])
    func `a body that is not compressed as stated is left as it is`(
        encoding: String, acceptsCompression: Bool
    ) async throws {
        let body = [0xFF, 0xD8, 0xFF, 0xE0] + testBytes(100_000)
        let server = try RawServer.responding(body, headers: ["Content-Encoding: \(encoding)"])
        let end = await transport.fetch(TransferRequest(url: server.url, acceptsCompression: acceptsCompression))
        #expect(end.body == body && end.error == nil && end.response?.expectedBytes == body.count)
        #expect(end.ends.count == 1 && !end.isOutOfOrder)
        #expect(server.requests.count == 2)
    }

    @Test func `a redirect after an unknown encoding leads to a body that is unpacked`() async throws {
        let plain = testBytes(100_000)
        let packed = Gzip.bytes(plain)
        let server = try RawServer { request, connection in
            if request.path == "/packed" {
                connection.respond(packed, headers: ["Content-Encoding: gzip"])
            } else if request.headers["accept-encoding"] == "identity" {
                connection.respond(status: 302, headers: ["Location: /packed"])
            } else {
                connection.respond(packed, headers: ["Content-Encoding: nonsense"])
            }
            return true
        }
        let end = await transport.fetch(TransferRequest(url: server.url, acceptsCompression: true))
        #expect(end.body == plain && end.error == nil && end.metrics?.redirects == 1)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: ["nonsense", "gzip"], [404, 500])
    func `an error response that cannot be decoded is no error, and asked for once`(
        encoding: String, status: Int
    ) async throws {
        let server = try RawServer.responding(
            testBytes(1000), status: status, headers: ["Content-Encoding: \(encoding)"])
        let end = await transport.fetch(server.url)
        #expect(end.response?.status == status && end.error == nil && end.body.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func `a compressed body that is cut is a lost connection of unknown length`() async throws {
        let packed = Gzip.bytes(testBytes(100_000))
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
            connection.send(Array(packed.dropLast(1000)))
            return false
        }
        let end = await transport.fetch(server.url)
        #expect(end.error == .connectionLost(received: end.body.count, expected: nil) && end.body.count > 90_000)
    }

    @Test func `a user and password in the address are sent and not shown`() async throws {
        let server = try RawServer.responding()
        let end = await transport.fetch("http://me:se%20cret@127.0.0.1:\(server.port)/x")
        #expect(server.requests.first?.headers["authorization"] == "Basic bWU6c2UgY3JldA==")
        #expect(end.response?.url == "\(server.url)/x")
    }

    @Test func `timeouts may be infinite`() async throws {
        let server = try RawServer.responding(testBytes(10))
        var request = TransferRequest(url: server.url)
        request.limits.connectTimeout = .seconds(Int64.max)
        request.limits.stallTimeout = .seconds(Int64.max)
        request.limits.totalTimeout = .seconds(Int64.max)
        #expect(await transport.fetch(request).body.count == 10)
    }
}
