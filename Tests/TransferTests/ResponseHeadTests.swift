import Testing

@testable import Transfer

@Suite(.endsInTime) struct ResponseHeadTests {
    func head(_ lines: String..., limit: Int = 1000) -> ResponseHead {
        var head = ResponseHead(maximumBytes: limit)
        for line in lines { _ = Array("\(line)\r\n".utf8).withUnsafeBytes { head.read($0) } }
        return head
    }

    @Test func interimResponsesAreForgotten() {
        let head = head("HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 200 OK", "A: 1", "")
        #expect(head.isComplete && head.status == 200)
        #expect(head.headers["Link"] == nil && head.headers["a"] == "1")
    }

    @Test func aHeadIsNotCompleteAfterAnInterimResponse() {
        #expect(!head("HTTP/1.1 100 Continue", "").isComplete)
    }

    @Test func repeatedFieldsKeepTheirOrder() {
        let head = head("HTTP/2 200 ", "Set-Cookie: a", "X: 1", "set-cookie: b", "")
        #expect(head.headers.values(for: "Set-Cookie") == ["a", "b"])
        #expect(head.headers.map(\.name) == ["Set-Cookie", "X", "set-cookie"])
    }

    @Test func foldedLinesAreJoined() {
        #expect(head("HTTP/1.1 200 OK", "A: one", "\t two ", "").headers["A"] == "one two")
    }

    @Test func aFoldedLineOfSpacesDoesNotEndTheHead() {
        #expect(!head("HTTP/1.1 200 OK", "A: one", "  ").isComplete)
    }

    @Test func aValueThatIsNoUTF8IsReadAsLatin1() {
        var head = ResponseHead(maximumBytes: 100)
        _ = ([0x41, 0x3A, 0x20, 0xE9] as [UInt8]).withUnsafeBytes { head.read($0) }
        #expect(head.headers["A"] == "é")
    }

    @Test(
        arguments: [
            ("12", 12), (" 12 ", 12), ("-1", nil), ("x", nil), ("99999999999999999999", nil), ("", nil),
        ] as [(String, Int?)]) func theLengthIsTakenOnlyIfItIsOne(_ value: String, _ expected: Int?)
    {
        #expect(head("HTTP/1.1 200 OK", "Content-Length: \(value)", "").expectedBytes == expected)
    }

    @Test func aChunkedBodyHasNoLength() {
        #expect(head("HTTP/1.1 200 OK", "Content-Length: 3", "Transfer-Encoding: chunked", "").expectedBytes == nil)
    }

    @Test func theLimitCountsAllLines() {
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
