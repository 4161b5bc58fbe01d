import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct AuthenticationTests {
    let transport = CurlTransport.patient()

    /// Requires a password by `challenge`, and accepts an `Authorization` header that `isRight` accepts.
    func server(_ challenge: String, isRight: @escaping @Sendable (String) -> Bool) throws -> RawServer {
        try RawServer { request, connection in
            if isRight(request.headers["authorization"] ?? "") {
                connection.respond(Array("picture".utf8))
            } else {
                connection.respond(
                    Array("who are you?".utf8), status: 401, headers: ["WWW-Authenticate: \(challenge)"])
            }
            return true
        }
    }

    func request(_ url: String, _ method: TransferRequest.Credential.Method) -> TransferRequest {
        var request = TransferRequest(url: url)
        request.credential = .init(user: "me", password: "secret", method: method)
        return request
    }

    @Test func `basic credentials are sent at once, in place of those in the address`() async throws {
        let server = try server("Basic realm=\"x\"") { $0 == "Basic bWU6c2VjcmV0" }
        let url = server.url.replacing("http://", with: "http://you:other@")
        #expect(await transport.fetch(request(url, .basic)).body == Array("picture".utf8))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"abc\", qop=\"auth\", algorithm=MD5"])
    func `credentials are sent after the challenge, and only the last response is visible`(
        challenge: String
    ) async throws {
        let scheme = challenge.prefix { $0 != " " }
        let server = try server(challenge) { $0.hasPrefix(scheme) && !$0.contains("secret") }
        let end = await transport.fetch(request(server.url, .whatTheServerAsks))
        #expect(end.response?.status == 200 && end.body == Array("picture".utf8) && !end.isOutOfOrder)
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test func `a refused password is a response too`() async throws {
        let server = try server("Basic realm=\"x\"") { _ in false }
        let end = await transport.fetch(request(server.url, .whatTheServerAsks))
        #expect(end.response?.status == 401 && end.body == Array("who are you?".utf8) && !end.isOutOfOrder)
    }

    @Test func `a 401 without a challenge or a body is delivered`() async throws {
        let server = try RawServer.responding(status: 401)
        let end = await transport.fetch(request(server.url, .whatTheServerAsks))
        #expect(end.response?.status == 401 && end.error == nil)
    }

    @Test(arguments: [TransferRequest.Credential.Method.basic, .whatTheServerAsks])
    func `no password follows a redirect to another origin`(method: TransferRequest.Credential.Method) async throws {
        let other = try server("Basic realm=\"x\"") { !$0.isEmpty }
        let server = try RawServer.responding(status: 302, headers: ["Location: \(other.url)/"])
        #expect(await transport.fetch(request(server.url, method)).response?.status == 401)
        #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
    }
}
