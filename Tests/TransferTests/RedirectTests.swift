import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct RedirectTests {
    let transport = CurlTransport.patient()

    /// Returns a server where `/N` redirects to `/N-1` by a relative URL, with a body that no client may deliver; `/0`
    /// is the picture.
    func chain() throws -> RawServer {
        try RawServer { request, connection in
            guard let number = Int(request.path.dropFirst()), number > 0 else {
                connection.respond(Array("picture".utf8))
                return true
            }
            connection.respond(Array("moved".utf8), status: 302, headers: ["Location: ./\(number - 1)"])
            return true
        }
    }

    func server(leadingTo location: String, status: Int = 302) throws -> RawServer {
        try RawServer { request, connection in
            if request.path == "/target" {
                connection.respond(Array("picture".utf8))
            } else {
                connection.respond(Array("moved".utf8), status: status, headers: ["Location: \(location)"])
            }
            return true
        }
    }

    @Test func `ten redirects are followed, and only the last response is delivered`() async throws {
        let server = try chain()
        let end = await transport.fetch("\(server.url)/10")
        #expect(end.body == Array("picture".utf8))
        #expect(end.response?.url == "\(server.url)/0")
        #expect(end.response?.headers["Location"] == nil)
        #expect(end.metrics?.redirects == 10)
        #expect(end.metrics?.bytes == 7)
        #expect(server.connections == 1)
        #expect(!end.isOutOfOrder)
    }

    @Test func `the eleventh redirect is one too many`() async throws {
        let server = try chain()
        let end = await transport.fetch("\(server.url)/11")
        #expect(end.error == .tooManyRedirects(limit: 10))
        #expect(end.response == nil && end.body.isEmpty)
        #expect(server.requests.count == 11)
    }

    @Test func `a loop ends at the limit`() async throws {
        let server = try server(leadingTo: "/again")
        let end = await transport.fetch("\(server.url)/again")
        #expect(end.error == .tooManyRedirects(limit: 10))
        #expect(end.error?.description == "redirected more than 10 times")
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `every kind of redirect is followed`(_ status: Int) async throws {
        let server = try server(leadingTo: "/target", status: status)
        let end = await transport.fetch("\(server.url)/x")
        #expect(end.response?.status == 200)
    }

    @Test func `a redirect without address is a response`() async throws {
        let server = try RawServer.responding(Array("body".utf8), status: 302)
        let end = await transport.fetch(server.url)
        #expect(end.response?.status == 302)
        #expect(end.body == Array("body".utf8))
    }

    @Test(arguments: [
        ("file:///etc/passwd", "it leads to a file: address"), ("ftp://127.0.0.1/x", "it leads to a ftp: address"),
        ("data:image/png,x", "it leads to a data: address"),
        ("javascript:alert(1)", "it leads to a javascript: address"),
        ("http://a:99999/", "not an HTTP URL (http://a:99999/)"),
    ]) func `a redirect to another scheme than HTTP is refused`(_ location: String, _ reason: String) async throws {
        let server = try server(leadingTo: location)
        let end = await transport.fetch(server.url)
        #expect(end.error == .redirectRefused(reason))
        #expect(end.response == nil && end.body.isEmpty)
    }

    @Test func `credentials stay within their origin`() async throws {
        // given a server that redirects through itself to another origin, and back
        let home = try RawServer { request, connection in
            switch request.path {
            case "/a": connection.respond(status: 302, headers: ["Location: /b"])
            case "/b":
                let other = request.headers["x-other"] ?? ""
                connection.respond(status: 302, headers: ["Location: \(other)"])
            default: connection.respond()
            }
            return true
        }
        let back = "\(home.url)/c"
        let other = try RawServer.responding(status: 302, headers: ["Location: \(back)"])
        // when a request with secrets of every kind follows the redirects
        var request = TransferRequest(url: "\(home.url)/a")
        request.headers = [
            ("authorization", "Bearer 1"), ("Cookie", "a=1"), ("Host", "home.example"), ("X-Other", "\(other.url)/"),
        ]
        let end = await transport.fetch(request)
        // then the secrets do not reach the other origin, and are not sent again after it
        #expect(end.response?.url == back)
        #expect(home.requests.map { $0.headers["authorization"] } == ["Bearer 1", "Bearer 1", nil])
        #expect(home.requests.map { $0.headers["cookie"] } == ["a=1", "a=1", nil])
        let abroad = try #require(other.requests.first).headers
        #expect(abroad["authorization"] == nil && abroad["cookie"] == nil)
        #expect(abroad["host"] == "127.0.0.1:\(other.port)")
        #expect(abroad["x-other"] == "\(other.url)/")
    }

    @Test
    func `credentials in the address stay within their origin, and those of a redirect are ignored`() async throws {
        let other = try RawServer.responding()
        let port = other.port
        let home = try RawServer { request, connection in
            let location = request.path == "/a" ? "/b" : "http://evil:word@127.0.0.1:\(port)/"
            connection.respond(status: 302, headers: ["Location: \(location)"])
            return true
        }
        _ = await transport.fetch("http://me:secret@127.0.0.1:\(home.port)/a")
        #expect(home.requests.map { $0.headers["authorization"] } == ["Basic bWU6c2VjcmV0", "Basic bWU6c2VjcmV0"])
        #expect(try #require(other.requests.first).headers["authorization"] == nil)
    }

    @Test func `the long body of a redirect is skipped`() async throws {
        // given a redirect that announces a body and then sends nothing
        let server = try RawServer { request, connection in
            if request.path == "/target" {
                connection.respond(Array("picture".utf8))
                return true
            }
            connection.send("HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 1000000\r\n\r\n")
            connection.waitForClientToLeave()
            return false
        }
        let end = await transport.fetch(server.url)
        #expect(end.body == Array("picture".utf8))
    }

    @Test func `a transfer can be cancelled between redirects`() async throws {
        let asked = Latch("a request")
        let server = try RawServer { request, connection in
            if request.path == "/1" {
                asked.open()
                connection.waitForClientToLeave()
                return false
            }
            connection.respond(status: 302, headers: ["Location: /1"])
            return true
        }
        let (task, recorder) = transport.record(TransferRequest(url: "\(server.url)/2"))
        await asked.wait()
        task.cancel()
        #expect(await recorder.end().error == .cancelled)
    }
}
