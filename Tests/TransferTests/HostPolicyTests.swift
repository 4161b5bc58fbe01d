import HalftoneCore
import TestSupport
import Testing

@testable import Transfer

/// The hosts that are reached under a policy, and the addresses by which the policy decides.
@Suite(.endsInTime) struct HostPolicyTests {
    private static let picture = Array("picture".utf8)

    private func transport(
        _ policy: HostPolicy, proxy: String? = nil, addresses: (@Sendable (String) -> [String])? = nil
    ) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        (configuration.hostPolicy, configuration.proxy) = (policy, proxy)
        configuration.addresses = addresses
        return .patient(configuration)
    }

    /// Returns a server that redirects `/start` to `/row1.jpg` and closes the connection after `/last`; any other path
    /// is a picture.
    private func server() throws -> RawServer {
        try RawServer { request, connection in
            if request.path == "/start" {
                connection.respond([], status: 302, headers: ["Location: /row1.jpg"])
            } else {
                connection.respond(
                    Self.picture, headers: request.path == "/last" ? ["Connection: close"] : [])
            }
            return request.path != "/last"
        }
    }

    private func url(_ host: String, _ server: RawServer, _ path: String) -> String {
        "http://\(host):\(server.port)\(path)"
    }

    // MARK: - URLs

    @Test func `a refused URL is not requested, also through a redirect`() async throws {
        let server = try server()
        let asked = Lock<[String]>([])
        let transport = transport(
            HostPolicy(allowsURL: { url in
                asked.withLock { $0.append(url.text) }
                return !url.text.hasSuffix("/row1.jpg")
            }))
        let end = await transport.fetch(server.url + "/start")
        #expect(end.error == .hostRefused(server.url + "/row1.jpg") && end.response == nil)
        #expect(await transport.fetch(server.url + "/row1.jpg").error == .hostRefused(server.url + "/row1.jpg"))
        #expect(await transport.fetch(server.url + "/row2.jpg").body == Self.picture)
        #expect(server.requests.map(\.path) == ["/start", "/row2.jpg"])
        #expect(asked.withLock { $0.count } == 4)
    }

    @Test func `a policy gets the host that is connected, and no password`() async throws {
        let server = try server()
        let asked = Lock<[TransferURL]>([])
        let transport = transport(
            HostPolicy(allowsURL: { url in
                asked.withLock { $0.append(url) }
                return false
            }))
        let tricky = "http://user:secret@0x7f000001:\(server.port)/a?x=@public.example"
        #expect(await transport.fetch(tricky).error != nil)
        let url = try #require(asked.withLock { $0.first })
        #expect(url.host == "127.0.0.1" && !url.text.contains("secret"))
    }

    // MARK: - Addresses

    @Test func `a name is judged by its address, and a refused one is not even connected`() async throws {
        let server = try server()
        let name = url("localhost", server, "/a")
        let refused = await transport(.publicInternet).fetch(name)
        guard case .hostRefused(let address)? = refused.error else {
            Issue.record("\(String(describing: refused.error))")
            return
        }
        #expect(["127.0.0.1", "::1"].contains(address) && server.connections == 0)
        #expect(await transport(HostPolicy()).fetch(name).body == Self.picture)
    }

    @Test(arguments: ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433", "0177.1", "[::1]", "0.0.0.0"])
    func `an address in the URL is judged, however it is written`(host: String) async throws {
        let server = try server()
        let end = await transport(.publicInternet).fetch(url(host, server, "/a"))
        guard case .hostRefused? = end.error else {
            Issue.record("\(host): \(String(describing: end.error))")
            return
        }
        #expect(server.connections == 0)
    }

    @Test func `a name that passes as a URL and resolves to loopback is refused`() async throws {
        let server = try server()
        var policy = HostPolicy.publicInternet
        policy.allowsURL = { $0.host == "pictures.example" }
        let transport = transport(policy, addresses: { _ in ["127.0.0.1"] })
        let end = await transport.fetch(url("pictures.example", server, "/a"))
        #expect(end.error == .hostRefused("127.0.0.1") && server.connections == 0)
    }

    @Test func `a request may have a policy of its own, asked at every hop`() async throws {
        let port = Lock(UInt16(0))
        let server = try RawServer { request, connection in
            let target = "Location: http://private.example:\(port.withLock(\.self))/b"
            connection.respond(
                Self.picture, status: request.path == "/start" ? 302 : 200,
                headers: request.path == "/start" ? [target] : [])
            return true
        }
        port.withLock { $0 = UInt16(server.port) }
        // 127.0.0.1 stands for a public address, and 127.0.0.2 for a private one.
        let transport = transport(
            HostPolicy(), addresses: { $0 == "private.example" ? ["127.0.0.2"] : ["127.0.0.1"] })
        for (host, path, error) in [
            ("private.example", "/b", .hostRefused("127.0.0.2")),
            ("public.example", "/start", .hostRefused("127.0.0.2")),
            ("public.example", "/b", nil),
        ] as [(String, String, TransferError?)] {
            var request = TransferRequest(url: url(host, server, path))
            request.hostPolicy = HostPolicy(allowsAddress: { $0.description == "127.0.0.1" })
            let end = await transport.fetch(request)
            #expect(end.error == error && end.response?.address == (error == nil ? NetworkAddress("127.0.0.1") : nil))
        }
        #expect(server.requests.map(\.path) == ["/start", "/b"])
    }

    @Test func `a name that resolves to another address the second time is judged again`() async throws {
        let server = try server()
        let lookups = Lock(0)
        // 127.0.0.1 stands for a public address, and 127.0.0.2 for a private one.
        let policy = HostPolicy(allowsAddress: { $0.description == "127.0.0.1" })
        let transport = transport(
            policy,
            addresses: { _ in
                lookups.withLock { $0 += 1 }
                return [lookups.withLock(\.self) == 1 ? "127.0.0.1" : "127.0.0.2"]
            })
        #expect(await transport.fetch(url("pictures.example", server, "/last")).body == Self.picture)
        #expect(await transport.fetch(url("pictures.example", server, "/b")).error == .hostRefused("127.0.0.2"))
        #expect(server.requests.map(\.path) == ["/last"])
    }

    @Test func `a host with several addresses is reached by one that is allowed`() async throws {
        let server = try server()
        let transport = transport(
            HostPolicy(allowsAddress: { $0.description == "127.0.0.1" }),
            addresses: { _ in ["127.0.0.2", "127.0.0.1"] })
        #expect(await transport.fetch(url("pictures.example", server, "/a")).body == Self.picture)
    }

    @Test func `a redirect to a name inside is refused before it is connected`() async throws {
        let inside = try server()
        let target = url("inside.example", inside, "/row1.jpg")
        let outside = try RawServer.responding([], status: 302, headers: ["Location: " + target])
        let transport = transport(
            HostPolicy(allowsAddress: { $0.description == "127.0.0.1" }),
            addresses: { [$0 == "inside.example" ? "127.0.0.2" : "127.0.0.1"] })
        #expect(await transport.fetch(outside.url + "/start").error == .hostRefused("127.0.0.2"))
        #expect(outside.requests.count == 1 && inside.connections == 0)
    }

    @Test func `every request on an open connection is judged`() async throws {
        let server = try server()
        let isRefused = Lock(false)
        // The URL has a name, because an address in it is judged without a connection.
        let transport = transport(
            HostPolicy(allowsAddress: { _ in !isRefused.withLock(\.self) }), addresses: { _ in ["127.0.0.1"] })
        #expect(await transport.fetch(url("pictures.example", server, "/a")).error == nil)
        isRefused.withLock { $0 = true }
        #expect(await transport.fetch(url("pictures.example", server, "/b")).error == .hostRefused("127.0.0.1"))
        #expect(server.requests.map(\.path) == ["/a"] && server.connections == 1)
    }

    @Test func `an unreachable host is not reported as refused`() async throws {
        let port = try HeldPort()
        let transport = transport(
            HostPolicy(allowsAddress: { $0.description == "127.0.0.1" }),
            addresses: { _ in ["127.0.0.2", "127.0.0.1"] })
        let end = await transport.fetch("http://pictures.example:\(port.number)/a")
        #expect(end.error == .couldNotConnect(host: "pictures.example:\(port.number)"))
    }

    // MARK: - Proxies

    @Test func `requests through a proxy are refused unless the proxy is trusted`() async throws {
        let proxy = try server()
        var policy = HostPolicy.publicInternet
        let refused = await transport(policy, proxy: proxy.url).fetch("http://pictures.example/a")
        guard case .hostRefused? = refused.error else {
            Issue.record("\(String(describing: refused.error))")
            return
        }
        #expect(proxy.connections == 0)
        policy.trustsProxy = true
        let trusting = transport(policy, proxy: proxy.url)
        #expect(await trusting.fetch("http://pictures.example/a").body == Self.picture)
        #expect(await trusting.fetch("http://10.0.0.1/b").error == .hostRefused("10.0.0.1"))
        #expect(proxy.requests.map(\.path) == ["http://pictures.example/a"])
    }

    @Test func `a policy that judges addresses uses no proxy of the environment`() throws {
        let url = try TransferURL("http://pictures.example/a")
        var configuration = CurlTransport.Configuration()
        configuration.variable = { $0 == "http_proxy" ? "http://p.example" : nil }
        #expect(configuration.proxy(for: url) == "http://p.example")
        configuration.hostPolicy = HostPolicy(allowsURL: { _ in true })
        #expect(configuration.proxy(for: url) == "http://p.example")
        configuration.hostPolicy = .publicInternet
        #expect(configuration.proxy(for: url) == "")
        configuration.proxy = "http://cache.example:3128"
        #expect(configuration.proxy(for: url) == "http://cache.example:3128")
        configuration.directOrigin = "http://pictures.example"
        #expect(configuration.proxy(for: url) == "")
    }

    @Test(
        arguments: [
            ("http://a.example/", [:], ""),
            ("http://a.example/", ["http_proxy": "p", "https_proxy": "q", "all_proxy": "r"], "p"),
            ("https://a.example/", ["http_proxy": "p", "HTTPS_PROXY": "q", "all_proxy": "r"], "q"),
            ("http://a.example/", ["https_proxy": "q", "HTTP_PROXY": "x"], ""),
            ("http://a.example/", ["https_proxy": "q", "ALL_PROXY": "r"], "r"),
            ("http://a.example/", ["all_proxy": "r", "no_proxy": "*"], ""),
            ("http://x.corp/", ["all_proxy": "r", "no_proxy": "b.example, .corp"], ""),
            ("http://corp./", ["all_proxy": "r", "NO_PROXY": "CORP."], ""),
            ("http://xcorp/", ["all_proxy": "r", "no_proxy": ".corp,,."], "r"),
            ("http://10.1.2.3/", ["all_proxy": "r", "no_proxy": "10.0.0.0/8"], ""),
            ("http://11.1.2.3/", ["all_proxy": "r", "no_proxy": "10.0.0.0/8,11.1.2,11.1.2.3/33"], "r"),
            ("http://[::1]/", ["all_proxy": "r", "no_proxy": "::1"], ""),
            // Regression: the network had more bits than the IPv4 address as which it is read.
            ("http://[::ffff:10.1.2.3]/", ["all_proxy": "r", "no_proxy": "::ffff:10.0.0.0/104"], ""),
            ("http://[::ffff:11.1.2.3]/", ["all_proxy": "r", "no_proxy": "::ffff:10.0.0.0/104"], "r"),
            ("http://[::ffff:11.1.2.3]/", ["all_proxy": "r", "no_proxy": "::ffff:0.0.0.0/96"], ""),
            ("http://11.1.2.3/", ["all_proxy": "r", "no_proxy": "11.0.0.0/104"], "r"),
        ] as [(String, [String: String], String)])
    func `the environment names proxies and exceptions by scheme and host`(
        url: String, variables: [String: String], proxy: String
    ) throws {
        var configuration = CurlTransport.Configuration()
        configuration.variable = { variables[$0] }
        let url = try TransferURL(url)
        #expect(configuration.proxy(for: url) == proxy)
    }

    @Test func `a request's policy judges the address of a host without a proxy, and not that of a proxy`() async throws
    {
        let server = try server()
        let proxy = server.url
        var configuration = CurlTransport.Configuration()
        configuration.variable = { ["http_proxy": proxy, "no_proxy": ".corp"][$0] }
        configuration.addresses = { $0.hasSuffix(".corp") ? ["127.0.0.1"] : [] }
        let transport = CurlTransport.patient(configuration)
        var request = TransferRequest(url: url("pictures.corp", server, "/a"))
        request.hostPolicy = .publicInternet
        request.hostPolicy?.trustsProxy = true
        #expect(await transport.fetch(request).error == .hostRefused("127.0.0.1"))
        request.url = "http://pictures.example/b"
        let end = await transport.fetch(request)
        #expect(end.body == Self.picture && end.response?.address == nil)
        #expect(server.requests.map(\.path) == ["http://pictures.example/b"])
    }

    @Test func `a proxy gets requests for all hosts, also this machine's`() async throws {
        let (proxy, server) = (try server(), try server())
        var configuration = CurlTransport.Configuration()
        configuration.proxy = proxy.url
        #expect(await CurlTransport.patient(configuration).fetch(server.url + "/a").body == Self.picture)
        #expect(proxy.requests.map(\.path) == [server.url + "/a"] && server.requests.isEmpty)
        configuration.proxy = ""
        #expect(await CurlTransport.patient(configuration).fetch(server.url + "/b").body == Self.picture)
        #expect(server.requests.map(\.path) == ["/b"])
    }
}
