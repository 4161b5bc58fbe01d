import Testing

@testable import Transfer

@Suite(.endsInTime) struct ResponseHeadTests {
    func head(_ lines: String...) -> ResponseHead {
        var head = ResponseHead()
        for line in lines { _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.read($0) } }
        return head
    }

    @Test func `interim responses are dropped`() {
        let head = head("HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 OK", "A: 1", "")
        #expect(head.isComplete && head.status == 200)
        #expect(head.headers["Link"] == nil && head.headers["a"] == "1")
        #expect(!self.head("HTTP/1.1 100 Continue", "").isComplete)
    }

    @Test func `repeated fields keep their order`() {
        let head = head("HTTP/2 200 ", "Set-Cookie: a", "X: 1", "set-cookie: b", "")
        #expect(head.headers.values(for: "Set-Cookie") == ["a", "b"])
        #expect(head.headers.map(\.name) == ["Set-Cookie", "X", "set-cookie"])
    }

    @Test func `folded lines are joined, and one of spaces does not end the head`() {
        #expect(head("HTTP/1.1 200 OK", "A: one", "\t two ", "").headers["A"] == "one two")
        #expect(!head("HTTP/1.1 200 OK", "A: one", "  ").isComplete)
    }

    @Test func `a value that is no UTF-8 is read as Latin-1`() {
        var head = ResponseHead()
        _ = ([0x41, 0x3A, 0x20, 0xE9] as [UInt8]).withUnsafeBytes { head.read($0) }
        #expect(head.headers["A"] == "é")
    }

    @Test(
        arguments: [
            ("12", 12), (" 12 ", 12), ("-1", nil), ("x", nil), ("99999999999999999999", nil), ("", nil),
        ] as [(String, Int?)]) func `only a valid length is used`(_ value: String, _ expected: Int?)
    {
        #expect(head("HTTP/1.1 200 OK", "Content-Length: \(value)", "").expectedBytes == expected)
    }

    @Test func `a chunked body has no length`() {
        #expect(head("HTTP/1.1 200 OK", "Content-Length: 3", "Transfer-Encoding: chunked", "").expectedBytes == nil)
    }

    @Test func `the limit counts all lines`() {
        var head = ResponseHead(maximumBytes: 20)
        let lines = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n"].map { Array($0.utf8) }
        #expect(lines.map { $0.withUnsafeBytes { head.read($0) } } == [.more, .tooLarge])
    }

    /// Regression: endless trailers took a gigabyte, because they were not counted.
    @Test func `trailers are limited together with the head`() {
        var head = ResponseHead(maximumBytes: 100)
        let lines = ["HTTP/1.1 200 OK\r\n", "\r\n"] + Array(repeating: "X: 0123456789\r\n", count: 10)
        let ends = lines.map { line in Array(line.utf8).withUnsafeBytes { head.read($0) } }
        #expect(head.isComplete && ends[2] == .more && ends.last == .tooLarge)
    }
}
