import TestSupport
import Testing

@testable import Transfer

/// Client certificates against a standard server that requires one.
@Suite(.endsInTime) struct ClientCertificateTests {
    typealias ClientCertificate = TransferRequest.ClientCertificate

    let authority: SecureServer.Authority
    let transport: CurlTransport

    init() throws {
        authority = try SecureServer.Authority.shared()
        var configuration = CurlTransport.Configuration()
        configuration.certificateFile = authority.file
        transport = CurlTransport.patient(configuration)
    }

    private func server() async throws -> SecureServer {
        try await SecureServer(.good, of: authority, requiresClientCertificate: true)
    }

    private func request(_ url: String, _ certificate: ClientCertificate?) -> TransferRequest {
        var request = TransferRequest(url: url + "/picture")
        request.clientCertificate = certificate
        return request
    }

    /// Returns a certificate of files in the authority's folder.
    private func certificate(_ file: String, _ keyFile: String? = nil, _ password: String = "") -> ClientCertificate {
        let folder = authority.folder + "/"
        return ClientCertificate(file: folder + file, keyFile: keyFile.map { folder + $0 }, keyPassword: password)
    }

    @Test(arguments: [
        ("good.pem", "server.key", ""), ("good.pem", "locked.key", "secret"), ("client.pem", nil, "secret"),
    ])
    func `a server that requires one accepts it`(file: String, keyFile: String?, password: String) async throws {
        let server = try await server()
        let end = await transport.fetch(request(server.url, certificate(file, keyFile, password)))
        #expect(end.body == authority.body)
        // the connection is not used by requests without the certificate
        let other = await transport.fetch(request(server.url, nil))
        #expect(other.error != nil && other.response == nil)
    }

    @Test(arguments: [
        ("none.pem", nil, ""), ("good.pem", "none.key", ""), ("client.pem", nil, "not the password"),
        ("client.pem", nil, ""),
    ])
    func `one that cannot be used fails the transfer`(file: String, keyFile: String?, password: String) async throws {
        let server = try await server()
        let end = await transport.fetch(request(server.url, certificate(file, keyFile, password)))
        guard case .tls(let text)? = end.error else {
            Issue.record("\(file) ended as \(String(describing: end.ends))")
            return
        }
        #expect(!text.contains("not the password") && end.response == nil)
    }

    @Test(arguments: [true, false])
    func `it does not follow a redirect to another origin`(isDirect: Bool) async throws {
        let server = try await server()
        let plain = try RawServer { [url = server.url] _, connection in
            connection.respond(status: 301, headers: ["Location: \(url)/picture"])
            return true
        }
        let start = isDirect ? server.url : plain.url
        let end = await transport.fetch(request(start, certificate("good.pem", "server.key")))
        #expect((end.body == authority.body) == isDirect && (end.response == nil) == !isDirect)
    }

    @Test(arguments: [301, 307]) func `it stays within its origin, and does not come back`(status: Int) throws {
        var request = TransferRequest(url: "https://a.example/1")
        request.clientCertificate = ClientCertificate(file: "/me.pem")
        var hop = try Hop(request)
        var sent = [hop.request.clientCertificate != nil]
        for location in ["/2", "https://a.example:8443/3", "https://a.example/4"] {
            var head = ResponseHead()
            for line in ["HTTP/1.1 \(status) Moved", "Location: \(location)", ""] {
                _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.read($0) }
            }
            hop = try #require(try hop.redirected(by: head))
            sent.append(hop.request.clientCertificate != nil)
        }
        #expect(sent == [true, true, false, false])
    }

    @Test func `no description shows where it is, or its password`() {
        let certificate = ClientCertificate(file: "/secret.pem", keyFile: "/secret.key", keyPassword: "secret")
        var dumped = ""
        dump(request("https://a.example", certificate), to: &dumped)
        #expect(!dumped.contains("secret") && dumped.contains("client certificate"))
        #expect("\(certificate)" == "client certificate" && String(reflecting: certificate) == "client certificate")
    }
}
