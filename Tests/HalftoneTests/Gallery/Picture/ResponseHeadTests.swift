import EngineTestSupport
import FeedTestSupport
import FoundationEssentials
import HalftoneCore
import ImageFeeds
import ImageLab
import ImageLoading
import LabTestSupport
import TestSupport
import Testing
import Transfer

@testable import halftone

/// The stored head of a response, and its lines in the details of a picture.
@Suite(.endsInTime) struct ResponseHeadTests {
    private static func head(_ headers: TransferHeaders, status: Int = 200) -> ResponseHead {
        ResponseHead(TransferResponse(url: "http://h.test/a.png", status: status, headers: headers))
    }

    @Test func `headers about the picture are stored, and no credentials`() {
        let head = Self.head([
            "set-cookie": "session=secret", "server": "s/1", "authorization": "Basic secret", "etag": "\"1\"",
            "CONTENT-TYPE": "image/png", "x-token": "secret", "Vary": "Accept", "vary": "Origin",
            "www-authenticate": "Basic realm=secret",
        ])
        #expect(head.fields.map(\.name) == ["Content-Type", "ETag", "Vary", "Server"])
        #expect(head.fields.map(\.value) == ["image/png", "\"1\"", "Accept, Origin", "s/1"])
        #expect(!String(decoding: head.encoded, as: UTF8.self).contains("secret"))
    }

    @Test func `a header that holds an address with a password is left out`() {
        let head = Self.head([
            "ETag": #"W/"http://bob:secret@h.test/x""#, "Server": "s/1", "Vary": "//secret@h.test",
            "Age": "bob:secret@h.test",
            "Content-Type": "image/png",
        ])
        #expect(head.fields.map(\.name) == ["Content-Type", "Server"])
        // as an earlier version has stored it
        #expect(ResponseHead(encoded: Array("200\nETag: \"http://bob:secret@h.test/x\"".utf8))?.fields.isEmpty == true)
    }

    @Test func `a stored head is read back unchanged`() {
        let head = Self.head(["cache-control": "max-age=3600, public", "expires": "0", "age": ""], status: 203)
        #expect(ResponseHead(encoded: head.encoded) == head && head.status == 203)
        #expect(ResponseHead(encoded: Self.head([:]).encoded)?.fields.isEmpty == true)
    }

    @Test func `texts of the server are sanitized and cut when stored and when read`() {
        let hostile = "a\u{1B}]0;owned\u{7}\n200: b\u{202E}"
        let head = Self.head(["server": hostile, "etag": String(repeating: "é", count: 5_000)])
        #expect(head.fields.first { $0.name == "Server" }?.value == "a]0;owned 200: b")
        #expect(head.fields[0].value.count == ResponseHead.longestValue + 1)
        #expect(ResponseHead(encoded: head.encoded)?.fields.count == 2)
        // a cache that another program has written to
        let foreign = ResponseHead(encoded: Array("200\nServer: \u{1B}[2J\nX-Token: secret\nVary".utf8))
        #expect(foreign?.fields == [ResponseHead.Field(name: "Server", value: "[2J")])
    }

    @Test(arguments: ["", "\n", "OK", "-5\nVary: a", "99999999999999999999", "20"])
    func `bytes of another program are no head`(text: String) {
        #expect(ResponseHead(encoded: Array(text.utf8)) == nil)
    }

    /// Regression: the length of the remaining part was shown as that of the picture.
    @Test func `the length of a resumed part is not that of the picture`() {
        let headers: TransferHeaders = ["content-length": "12", "content-type": "image/png"]
        let head = Self.head(headers, status: 206)
        #expect(head.fields.map(\.name) == ["Content-Type"])
        #expect(Self.head(headers).fields.map(\.name) == ["Content-Type", "Content-Length"])
        // nor is that which an earlier version has stored
        let old = ResponseHead(encoded: Array("206\nContent-Type: image/png\nContent-Length: 12".utf8))
        #expect(old == head)
        var original = OriginalReading.Original(body: [])
        original.head = head
        var details = PictureDetails(item: FeedItem(title: "a", picture: .remote("http://h.test/a")), loaded: nil)
        details.adopt(OriginalReading.Inspection(original))
        #expect(details.lines.contains(.fact("status", "206 (last part)")))
    }

    // MARK: - The details of a picture

    @Test func `the details show the response also when the picture is read from disk`() async throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        defer { server.stop() }
        let folder = TemporaryDirectory()
        let settings = Engine.Settings(timeout: .seconds(600), cacheDirectory: folder.path)
        let name = try #require(DemoPictures.all().first?.name)
        let address = "\(server.baseURL)/image/\(name)?etag&maxage=90"
        let url = try #require(URL(string: address))
        // given a picture that one engine has loaded, and another that finds it on disk
        for isFirst in [true, false] {
            let engine = Engine(settings, trace: Trace(), lab: server.baseURL) { _ in }
            let loaded = try await engine.manager.image(for: url)
            #expect(loaded.image.size.width > 0)
            engine.manager.diskCache?.flush()
            let original = await OriginalReading(manager: engine.manager, url: url).inspect()
            var details = PictureDetails(item: FeedItem(title: "a", picture: .remote(address)), loaded: nil)
            details.adopt(original)
            let response = details.lines.drop { $0 != .heading("Response of the download") }
            let facts = Dictionary(
                response.compactMap { line in if case .fact(let name, let value) = line { (name, value) } else { nil } }
            ) { first, _ in first }
            #expect(facts["status"] == "200" && facts["Cache-Control"] == "max-age=90", "\(facts)")
            #expect(facts["Content-Type"]?.hasPrefix("image/") == true && facts["ETag"] != nil)
            #expect(facts["Content-Length"].flatMap { Int($0) } ?? 0 > 0)
            #expect(!"\(facts)".lowercased().contains("cookie"))
            #expect(server.totals.requests == 1, "isFirst: \(isFirst)")
            engine.transport.shutdown()
        }
    }

    /// Returns the details of a picture once it is loaded and the disk has been read.
    private func details(of address: String, _ manager: ImageManager) async throws -> [PictureDetails.Line] {
        let url = try #require(URL(string: address))
        var details = PictureDetails(
            item: FeedItem(title: "a", picture: .remote(address)), loaded: try await manager.image(for: url),
            remembered: manager.cachedResponseMetadata(for: url))
        #expect(details.lines.contains(.heading("Cache")))
        #expect(!details.lines.contains(.fact("on disk", "no")), "the disk has not been read yet")
        manager.diskCache?.flush()
        details.adopt(await OriginalReading(manager: manager, url: url).inspect())
        return details.lines
    }

    @Test func `the details of a no-store picture say that it is not on disk`() async throws {
        let folder = TemporaryDirectory()
        let transport = FakeTransport { transfer in
            transfer.begin(headers: ["cache-control": "no-store", "content-type": "image/jpeg"])
            transfer.finish(DemoPicture.firstJPEG.bytes)
        }
        let manager = ImageManager(
            downloader: ImageDownloader(transport: transport), diskCache: DiskCache(directory: folder.path))
        let lines = try await details(of: "http://h.test/a.jpg", manager)
        #expect(lines.contains(.fact("on disk", "no")))
        #expect(lines.suffix(2) == [.heading("Response"), .text("not cached on disk")])
    }

    /// Regression: the details said only that nothing was on disk.
    @Test func `without a disk cache the details show the response`() async throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        defer { server.stop() }
        let settings = Engine.Settings(timeout: .seconds(600), usesDiskCache: false)
        let engine = Engine(settings, trace: Trace(), lab: server.baseURL) { _ in }
        defer { engine.transport.shutdown() }
        let name = try #require(DemoPictures.all().first?.name)
        let lines = try await details(of: "\(server.baseURL)/image/\(name)?etag&maxage=90", engine.manager)
        #expect(lines.contains(.fact("on disk", "no")) && lines.contains(.fact("fresh for", "90 s")))
        let response = lines.drop { $0 != .heading("Response of the download") }
        #expect(response.contains(.fact("status", "200")) && response.contains(.fact("Cache-Control", "max-age=90")))
        #expect(server.totals.requests == 1)
    }

    /// Caches of earlier versions have no response heads.
    @Test func `the details of an entry without a head show its validators`() {
        var original = OriginalReading.Original(body: [])
        original.response = ResponseMetadata(
            headers: ["etag": "\"1\"", "last-modified": "Tue, 01 Jan 2030 00:00:00 GMT"], requestHeaders: [],
            receivedAt: 0)
        var details = PictureDetails(item: FeedItem(title: "a", picture: .remote("http://h.test/a")), loaded: nil)
        details.adopt(OriginalReading.Inspection(original))
        #expect(
            details.lines.drop { $0 != .heading("Response") } == [
                .heading("Response"), .fact("ETag", "\"1\""),
                .fact("Last-Modified", "Tue, 01 Jan 2030 00:00:00 GMT"),
            ])
        // and a file has no response
        details.adopt(OriginalReading.Inspection(OriginalReading.Original(body: [])))
        #expect(!details.lines.contains(.heading("Response")))
    }
}
