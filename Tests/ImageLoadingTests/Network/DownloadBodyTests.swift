import HalftoneCore
import Testing
import Transfer

@testable import ImageLoading

/// How a download body judges responses, as a value without I/O.
@Suite(.endsInTime) struct DownloadBodyTests {
    /// A body and the events that it reported.
    private struct Told {
        var body: DownloadBody
        var events: [String] = []

        init(
            isConditional: Bool = false, isEncrypted: Bool = false, after partial: PartialDownload? = nil,
            _ set: (inout ImageDownloader.Configuration) -> Void = { _ in }
        ) {
            var configuration = ImageDownloader.Configuration()
            (configuration.limits.bytes, configuration.minPartialBytes) = (1000, 0)
            set(&configuration)
            body = DownloadBody(configuration, isConditional: isConditional, isEncrypted: isEncrypted)
            if let partial { body.resume(from: partial) }
        }

        /// Begins an attempt; returns the names of the headers of a range request.
        mutating func begin() -> [String] { body.beginAttempt(date: 1_700_000_000).map(\.name) }

        mutating func respond(
            _ status: Int, _ headers: TransferHeaders = [:], length: Int? = nil
        ) -> DownloadBody.Step {
            let response = TransferResponse(url: "", status: status, headers: headers, expectedBytes: length)
            var news: [ImageLoaderEvent] = []
            defer { note(news) }
            return body.receive(response, &news)
        }

        mutating func send(_ text: String) -> DownloadBody.Step {
            var news: [ImageLoaderEvent] = []
            defer { note(news) }
            return body.receive(Array(text.utf8), &news)
        }

        private mutating func note(_ news: [ImageLoaderEvent]) { events += news.map(Self.words) }

        mutating func end(_ error: TransferError? = nil) -> String {
            switch body.endAttempt(error) {
            case .success(.fresh(let payload)): String(decoding: payload.bytes, as: UTF8.self)
            case .success(.notModified): "not modified"
            case .failure(let error): error.description
            }
        }

        private static func words(_ event: ImageLoaderEvent) -> String {
            switch event {
            case .response(let response): "\(response.status)"
            case .restarted: "restarted"
            case .progress(let received, let expected): "\(received)/\(expected ?? -1)"
            case .started, .retrying, .finished: "unexpected"
            }
        }
    }

    static let partial = PartialDownload(
        body: StoredBytes(Array("half".utf8)), validators: Validators(entityTag: "\"v1\""), total: 8)

    @Test func `bytes are collected and can be read before the end`() {
        var told = Told()
        #expect(told.begin() == [])
        #expect(told.respond(200, length: 7) == .go)
        #expect(told.send("pic") == .go)
        #expect(told.body.bytes(in: 1..<100) == Array("ic".utf8) && told.body.bytes(in: 9..<12) == [])
        #expect(told.send("ture") == .go)
        #expect(told.end() == "picture")
        #expect(told.events == ["200", "3/7", "7/7"])
    }

    @Test func `the rest is appended to the bytes that are there`() {
        var told = Told(after: Self.partial)
        #expect(told.begin() == ["Range", "If-Range"])
        // which do not count before the server confirms them
        #expect(told.body.bytes(in: 0..<4) == [])
        #expect(told.respond(206, ["Content-Range": "bytes 4-7/8", "ETag": "\"v1\""], length: 4) == .go)
        #expect(told.body.bytes(in: 0..<4) == Array("half".utf8))
        #expect(told.send("done") == .go)
        #expect(told.end() == "halfdone")
        #expect(told.events == ["206", "4/8", "8/8"])
        #expect(told.body.bytes(in: 0..<4) == [])  // the body has ended
    }

    @Test func `encrypted bytes cannot be read`() {
        var told = Told(isEncrypted: true)
        _ = told.begin()
        _ = told.respond(200, length: 7)
        _ = told.send("secret")
        #expect(told.body.bytes(in: 0..<6) == [])
    }

    @Test func `a changed picture is downloaded whole`() {
        var told = Told(after: Self.partial)
        _ = told.begin()
        #expect(told.respond(200, length: 3) == .go)
        #expect(told.send("new") == .go)
        #expect(told.end() == "new")
        #expect(!told.events.contains("restarted"))  // none of the old bytes had been reported
    }

    @Test func `a restart is reported if old bytes could be read`() {
        var told = Told()
        _ = told.begin()
        _ = told.respond(200, ["ETag": "\"v1\""], length: 7)
        _ = told.send("old")
        #expect(told.end(.connectionLost(received: 3, expected: 7)).hasPrefix("connection lost"))
        #expect(told.begin() == ["Range", "If-Range"])
        _ = told.respond(200, ["ETag": "\"v2\""], length: 3)
        _ = told.send("new")
        #expect(told.end() == "new")
        #expect(told.events == ["200", "3/7", "200", "restarted", "3/3"])
    }

    @Test(arguments: [
        (206, "bytes 3-7/8"), (206, "bytes 4-6/8"), (206, "bytes 4-7/9"), (206, "nonsense"), (416, "bytes */3"),
    ])
    func `a part that does not fit is requested whole, once`(status: Int, range: String) {
        var told = Told(after: Self.partial)
        _ = told.begin()
        #expect(told.respond(status, ["Content-Range": range]) == .restart)
        #expect(told.begin() == [])
        #expect(told.respond(200, ["ETag": "\"v1\""], length: 8) == .go)
        _ = told.send("half")
        _ = told.end(.connectionLost(received: 4, expected: 8))
        #expect(told.begin() == [])  // that server's ranges have proved wrong
    }

    @Test func `an unrequested part is no picture`() {
        var told = Told()
        _ = told.begin()
        _ = told.respond(206, ["Content-Range": "bytes 0-2/9"], length: 3)
        _ = told.send("pic")
        #expect(told.end().contains("unsolicited partial content"))
    }

    @Test func `a server error removes nothing`() {
        var told = Told(after: Self.partial)
        _ = told.begin()
        #expect(told.respond(503, length: 4) == .go)
        #expect(told.send("oops") == .go)
        #expect(told.end() == "503 the server failed")
        #expect(told.begin() == ["Range", "If-Range"])
        #expect(told.body.count == Self.partial.body.count)
    }

    @Test func `a resumed body that ends too soon is not whole`() {
        var told = Told(after: Self.partial)
        _ = told.begin()
        _ = told.respond(206, ["Content-Range": "bytes 4-7/8"])
        _ = told.send("do")
        #expect(told.end() == "connection lost after 6 B of 8 B")
    }

    @Test(
        arguments: [
            (["ETag": "\"v1\""], true), (["ETag": "W/\"v1\""], false), ([:], false),
            (["ETag": "\"v1\"", "Accept-Ranges": "none"], false),
            (["ETag": "\"v1\"", "Content-Encoding": "gzip"], false),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], true),
            (["Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT"], false),  // the current second of the server's clock
            // a date as late as the server's own clock, whatever ours says
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"], false),
            (["Last-Modified": "Tue, 14 Nov 2023 22:13:20 GMT", "Date": "Tue, 14 Nov 2023 23:13:20 GMT"], true),
        ] as [(TransferHeaders, Bool)])
    func `only bytes with a validator are kept`(headers: TransferHeaders, isKept: Bool) {
        var told = Told()
        _ = told.begin()
        _ = told.respond(200, headers, length: 7)
        _ = told.send("pic")
        #expect(told.body.partial?.body.all == (isKept ? Array("pic".utf8) : nil))
    }

    @Test func `a complete picture is not resumed`() {
        var told = Told()
        _ = told.begin()
        _ = told.respond(200, ["ETag": "\"v1\""], length: 3)
        _ = told.send("pic")
        #expect(told.body.partial == nil)
    }

    @Test func `the limit holds for pieces and for their sum`() {
        var told = Told { $0.limits.bytes = 5 }
        _ = told.begin()
        _ = told.respond(200)
        #expect(told.send("pic") == .go)
        #expect(told.send("ture") == .stop)
        #expect(told.end(.cancelled) == "larger than the limit of 5 B")

        told = Told(after: Self.partial) { $0.limits.bytes = 7 }
        _ = told.begin()
        #expect(told.respond(206, ["Content-Range": "bytes 4-7/8"], length: 4) == .stop)
        #expect(told.end(.cancelled) == "larger than the limit of 7 B")
    }

    @Test func `a long body of an error is not read to its end, and a short one is`() {
        var told = Told()
        _ = told.begin()
        #expect(told.respond(404, length: 1_000_000) == .stop)
        #expect(told.end(.cancelled) == "404 not found")
        _ = told.begin()
        #expect(told.respond(404, length: 1000) == .go)
        #expect(told.send("not here") == .go)
        #expect(told.end() == "404 not found")
        _ = told.begin()
        #expect(told.respond(404) == .go)
        #expect(told.send(String(repeating: "x", count: 70_000)) == .stop)
    }

    @Test(
        arguments: [
            (["Content-Type": "image/JPEG; q=1"], "the server sent image/jpeg, which is not accepted"),
            (["Content-Type": "application/json"], "{}"), (["Content-Type": "Application/JSON ; charset=utf-8"], "{}"),
            ([:], "{}"),
        ] as [(TransferHeaders, String)])
    func `types are checked if the response has one`(headers: TransferHeaders, end: String) {
        var told = Told { ($0.acceptableStatusCodes, $0.acceptableContentTypes) = (nil, ["application/json"]) }
        _ = told.begin()
        _ = told.respond(418, headers, length: 2)
        _ = told.send("{}")
        #expect(told.end() == end)
    }

    @Test(arguments: [(false, "the server answered 304"), (true, "not modified")])
    func `a 304 is valid only for a conditional request`(isConditional: Bool, end: String) {
        var told = Told(isConditional: isConditional)
        _ = told.begin()
        _ = told.respond(304)
        #expect(told.end() == end)
    }

    @Test func `a conditional request resumes nothing`() {
        var told = Told(isConditional: true, after: Self.partial)
        #expect(told.begin() == [])
    }

    @Test func `progress is reported in minimum steps`() {
        var told = Told { $0.minimumProgressInterval = 0.51 }
        _ = told.begin()
        _ = told.respond(200, length: 100)
        for _ in 0..<100 { _ = told.send("x") }
        #expect(told.events == ["200", "1/100", "52/100", "100/100"])
    }

    @Test func `without a length every piece is progress`() {
        var told = Told { $0.minimumProgressInterval = 0.51 }
        _ = told.begin()
        _ = told.respond(200)
        for _ in 0..<3 { _ = told.send("x") }
        #expect(told.events == ["200", "1/-1", "2/-1", "3/-1"])
    }
}
