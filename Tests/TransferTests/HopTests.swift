import Testing

@testable import Transfer

/// Where a redirect may lead, without a server.
@Suite(.endsInTime) struct HopTests {
    private func target(of location: String, from address: String) throws -> String? {
        var head = ResponseHead()
        for line in ["HTTP/1.1 302 Found", "Location: \(location)", ""] {
            _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.read($0) }
        }
        return try Hop(TransferRequest(url: address)).redirected(by: head)?.url.text
    }

    @Test func `a redirect from HTTPS to HTTP is refused`() {
        #expect(throws: TransferError.redirectRefused("it leads from https to http (http://a.example/b)")) {
            try target(of: "http://a.example/b", from: "https://a.example/a")
        }
        #expect(throws: TransferError.self) { try target(of: "HTTP://other.example/b", from: "HTTPS://a.example/a") }
    }

    @Test func `every other change of scheme is followed`() throws {
        #expect(try target(of: "//b.example/b", from: "https://a.example/a") == "https://b.example/b")
        #expect(try target(of: "https://a.example/b", from: "http://a.example/a") == "https://a.example/b")
        #expect(try target(of: "http://b.example/b", from: "http://a.example/a") == "http://b.example/b")
    }

    @Test func `a redirect to an address of 64 KiB is refused`() {
        let location = "http://a.example/" + String(repeating: "x", count: 64 << 10)
        var head = ResponseHead()
        for line in ["HTTP/1.1 302 Found", "Location: \(location)", ""] {
            _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.read($0) }
        }
        #expect(throws: TransferError.self) {
            _ = try Hop(TransferRequest(url: "http://a.example/")).redirected(by: head)
        }
    }
}
