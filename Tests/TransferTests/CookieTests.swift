import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct CookieTests {
    let transport = CurlTransport.patient()

    /// `/set` sets a cookie, `/go` sets one and redirects; anything else is a picture.
    func server() throws -> RawServer {
        try RawServer { request, connection in
            switch request.path {
            case "/set": connection.respond(headers: ["Set-Cookie: a=1; Path=/"])
            case "/go": connection.respond(status: 302, headers: ["Set-Cookie: b=2; Path=/", "Location: /x"])
            case "/gone": connection.respond(headers: ["Set-Cookie: a=1; Path=/; Max-Age=0"])
            default: connection.respond(Array("picture".utf8))
            }
            return true
        }
    }

    func fetch(_ url: String, cookies: Bool = true, on transport: CurlTransport? = nil) async {
        var request = TransferRequest(url: url)
        request.usesCookies = cookies
        _ = await (transport ?? self.transport).fetch(request)
    }

    @Test func `a cookie is sent to its server until the server removes it`() async throws {
        let server = try server()
        for path in ["/x", "/set", "/x", "/gone", "/x"] { await fetch(server.url + path) }
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil, "a=1", "a=1", nil])
    }

    @Test func `only requests with the cookie option send cookies`() async throws {
        let server = try server()
        await fetch(server.url + "/set", cookies: false)
        await fetch(server.url + "/x")
        await fetch(server.url + "/set")
        await fetch(server.url + "/x", cookies: false)
        await fetch(server.url + "/x")
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil, nil, nil, "a=1"])
    }

    @Test func `a cookie of a redirect is sent to its target`() async throws {
        let server = try server()
        await fetch(server.url + "/go")
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, "b=2"])
    }

    @Test func `no cookie goes to another host or another transport`() async throws {
        let server = try server()
        await fetch(server.url + "/set")
        await fetch("http://localhost:\(server.port)/x")
        await fetch(server.url + "/x", on: CurlTransport.patient())
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil, nil])
    }

    @Test func `a transport with cookies shuts down`() async throws {
        let server = try server()
        let transport = CurlTransport.patient()
        await fetch(server.url + "/set", on: transport)
        await fetch(server.url + "/x", on: transport)
        transport.shutdown()
        #expect(server.requests.count == 2)
    }
}
