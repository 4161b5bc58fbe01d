import TestSupport
import Testing

@testable import Transfer

@Suite(.endsInTime) struct MethodTests {
    let transport = CurlTransport.patient()

    /// Returns a server that responds with the method, path and body of the request. `/STATUS` redirects with that
    /// status.
    func server() throws -> RawServer {
        try RawServer { request, connection in
            if let status = Int(request.path.dropFirst()) {
                connection.respond(status: status, headers: ["Location: /end"])
            } else {
                connection.respond(Array("\(request.method) \(String(decoding: request.body, as: UTF8.self))".utf8))
            }
            return true
        }
    }

    func request(_ url: String, _ method: String, _ body: [UInt8]? = nil) -> TransferRequest {
        var request = TransferRequest(url: url)
        request.method = method
        request.body = body
        return request
    }

    @Test func `a body is sent with its method`() async throws {
        let server = try server()
        for (method, body) in [("POST", "question"), ("PUT", "x"), ("POST", "")] {
            let end = await transport.fetch(request("\(server.url)/end", method, Array(body.utf8)))
            #expect(String(decoding: end.body, as: UTF8.self) == "\(method) \(body)")
        }
        // the reused handle sends a GET without a body
        #expect(await transport.fetch("\(server.url)/end").body == Array("GET ".utf8))
    }

    @Test func `HEAD has no body`() async throws {
        let server = try RawServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")
            return true
        }
        let end = await transport.fetch(request(server.url, "HEAD"))
        #expect(end.response?.status == 200 && end.body.isEmpty && end.error == nil)
    }

    @Test(arguments: [
        (301, "POST", "GET "), (302, "POST", "GET "), (303, "POST", "GET "), (303, "PUT", "GET "),
        (307, "POST", "POST question"), (308, "POST", "POST question"), (302, "PUT", "PUT question"),
    ])
    func `a redirect keeps the method or changes it to GET`(status: Int, method: String, answer: String) async throws {
        let server = try server()
        var request = request("\(server.url)/\(status)", method, Array("question".utf8))
        request.headers = [("Content-Type", "text/plain")]
        let end = await transport.fetch(request)
        #expect(String(decoding: end.body, as: UTF8.self) == answer)
        let isKept = !answer.hasPrefix("GET")
        #expect((server.requests.last?.headers["content-type"] == "text/plain") == isKept)
    }

    @Test func `an invalid method is not sent`() async throws {
        let server = try server()
        for method in ["", "GET /x", "A\r\nB: c"] {
            #expect(
                await transport.fetch(request(server.url, method)).error == .protocolError("the method cannot be sent"))
        }
        #expect(server.requests.isEmpty)
    }
}
