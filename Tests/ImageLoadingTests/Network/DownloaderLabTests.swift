import FoundationEssentials
import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// Table D with the Lab's server: real sockets, real libcurl.
@Suite(.endsInTime) struct DownloaderLabTests {
    let lab: LabServer
    let body: [UInt8]

    init() throws {
        let body = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        self.body = body
        lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/jpeg") { body }])
        try lab.start()
    }

    func downloader(_ set: (inout ImageDownloader.Configuration) -> Void = { _ in }) -> ImageDownloader {
        var configuration = ImageDownloader.Configuration()
        configuration.timeout = .seconds(3600)  // the machine may be slow
        set(&configuration)
        return ImageDownloader(transport: CurlTransport(), configuration: configuration, jitter: { 0.01 })
    }

    func request(_ set: (inout LabFaults) -> Void = { _ in }) throws -> ImageRequest {
        var faults = LabFaults()
        set(&faults)
        return ImageRequest(url: try #require(URL(string: lab.url(ofPicture: "a", faults: faults))))
    }

    /// Runs a load to its end and returns its events.
    func load(_ request: ImageRequest, with downloader: ImageDownloader) async -> LoaderRecord {
        let record = LoaderRecord()
        record.task = downloader.load(request) { record.note($0) }
        await until { record.ends > 0 }
        return record
    }

    /// D04, D14, D26.
    @Test func `a picture arrives with its metrics`() async throws {
        let load = await load(try request(), with: downloader())
        #expect(load.payload?.bytes == body)
        let metrics = try #require(load.metrics)
        #expect(metrics.bytes == body.count && metrics.protocolName == "HTTP/1.1" && metrics.total > .zero)
        #expect(metrics.firstByte > .zero && metrics.firstByte <= metrics.total)
    }

    /// D02, D03.
    @Test func `the default headers are sent`() async throws {
        let downloader = downloader()
        downloader.setValue("Tests", forHeader: "AppName")
        _ = await load(try request(), with: downloader)
        #expect(lab.log.first?.headers["accept"] == "image/*,*/*;q=0.8")
        #expect(lab.log.first?.headers["appname"] == "Tests")
    }

    /// D08.
    @Test func `a password of the configuration opens a protected picture`() async throws {
        let request = try request { $0.auth = "me:secret" }
        for method in [TransferRequest.Credential.Method.basic, .whatTheServerAsks] {
            let mine = TransferRequest.Credential(user: "me", password: "secret", method: method)
            let open = downloader { $0.credentials = [lab.baseURL: mine] }
            #expect(await load(request, with: open).payload?.bytes == body)
        }
        #expect(await load(request, with: downloader()).error?.withoutHeaders == .invalidStatusCode(401))
    }

    /// D11a, D27.
    @Test func `a running download is cancelled, and the count returns to zero`() async throws {
        let downloader = downloader()
        let record = LoaderRecord()
        let task = downloader.load(try request { $0.stall = 10_000 }) { record.note($0) }
        #expect(downloader.currentDownloadCount == 1)
        await until { record.words.contains { $0.hasPrefix("10000/") } }
        task.cancel()
        #expect(record.error == .cancelled && record.error?.code == 2002)
        #expect(downloader.currentDownloadCount == 0)
        let log = await lab.records { $0.contains(where: \.isFinished) }
        #expect(log.map(\.wasClientGone) == [true])
    }

    /// D17.
    @Test func `progress is reported in the configured steps`() async throws {
        let downloader = downloader { $0.minimumProgressInterval = 0.51 }
        let load = await load(try request { $0.rate = 1_000_000 }, with: downloader)
        let progress = load.words.filter { $0.hasSuffix("/\(body.count)") }
        #expect((1...3).contains(progress.count) && progress.last == "\(body.count)/\(body.count)")
    }

    /// D29.
    @Test func `statuses and types are checked`() async throws {
        let strict = downloader { $0.acceptableStatusCodes = [1] }
        #expect(await load(try request(), with: strict).error?.withoutHeaders == .invalidStatusCode(200))
        let json = downloader { $0.acceptableContentTypes = ["application/json"] }
        let load = await load(try request(), with: json)
        let expected = ImageError.invalidContentType(status: 200, headers: ["Content-Type": "image/jpeg"])
        #expect(load.error?.withoutHeaders == expected && load.error?.code == 2004)
    }

    @Test func `cookies are kept for requests that use them`() async throws {
        let downloader = downloader()
        var request = try request { $0.cookie = true }
        #expect(await load(request, with: downloader).error?.withoutHeaders == .invalidStatusCode(403))
        #expect(await load(request, with: downloader).error?.withoutHeaders == .invalidStatusCode(403))
        request.options = .handleCookies
        #expect(await load(request, with: downloader).error?.withoutHeaders == .invalidStatusCode(403))
        #expect(await load(request, with: downloader).payload?.bytes == body)
    }

    @Test func `downloads use the same connections again`() async throws {
        let downloader = downloader()
        let records = (0..<100).map { _ in LoaderRecord() }
        for (number, record) in records.enumerated() {
            record.task = downloader.load(try request { $0.seed = number }) { record.note($0) }
        }
        await until { records.allSatisfy { $0.ends > 0 } }
        #expect(records.count { $0.metrics?.isConnectionReused == false } <= 6)
        #expect(records.count { $0.metrics?.isConnectionReused == true } >= 94)
    }

    // MARK: - Retry and resume

    @Test func `a server error is retried until the server responds`() async throws {
        let downloader = downloader { $0.retry = .standard }
        let load = await load(try request { $0.fail = 2 }, with: downloader)
        #expect(load.payload?.bytes == body)
        #expect(load.words.filter { $0.hasPrefix("retrying") } == ["retrying", "retrying"])
        #expect(lab.log.map(\.status) == [503, 503, 200])
    }

    @Test func `the next download of a picture continues a cancelled one`() async throws {
        // given a download that stalls in its middle
        let downloader = downloader()
        var request = try request { ($0.range, $0.etag, $0.stall) = (true, true, 40_000) }
        request.partialKey = "a"
        let record = LoaderRecord()
        let task = downloader.load(request) { record.note($0) }
        await until { record.words.contains { $0.hasPrefix("40000/") } }
        task.cancel()
        // when the next download requests the same picture
        var healthy = try self.request { ($0.range, $0.etag) = (true, true) }
        healthy.partialKey = "a"
        let load = await load(healthy, with: downloader)
        // then only the rest is sent
        #expect(load.payload?.bytes == body)
        let log = await lab.records { $0.allSatisfy(\.isFinished) }
        #expect(log.last?.headers["range"] == "bytes=40000-" && log.last?.status == 206)
        #expect(log.last?.bytesSent == body.count - 40_000)
    }

    @Test func `a picture that changed meanwhile is fetched whole`() async throws {
        let downloader = downloader()
        var request = try request { ($0.range, $0.etag) = (true, true) }
        request.partialKey = "a"
        downloader.keep(partial(30_000, tag: "\"old\"", total: 60_000), of: request)
        let load = await load(request, with: downloader)
        #expect(load.payload?.bytes == body)
        #expect(lab.log.map(\.status) == [200] && lab.log.first?.headers["if-range"] == "\"old\"")
    }

    @Test func `a range beyond the end is requested whole`() async throws {
        let downloader = downloader()
        let whole = await load(try request { ($0.range, $0.etag) = (true, true) }, with: downloader)
        let tag = try #require(whole.payload?.validators.entityTag)
        var request = try request { ($0.range, $0.etag) = (true, true) }
        request.partialKey = "a"
        downloader.keep(partial(70_000, tag: tag, total: nil), of: request)
        let load = await load(request, with: downloader)
        #expect(load.payload?.bytes == body && load.ends == 1)
        #expect(lab.log.map(\.status) == [200, 416, 200])
    }

    private func partial(_ count: Int, tag: String, total: Int?) -> PartialDownload {
        PartialDownload(
            body: StoredBytes([UInt8](repeating: 1, count: count)), validators: Validators(entityTag: tag), total: total
        )
    }

    @Test func `a pause in the background costs no byte twice`() async throws {
        let downloader = downloader()
        let record = LoaderRecord()
        record.task = downloader.load(try request { ($0.range, $0.etag, $0.stall) = (true, true, 40_000) }) {
            record.note($0)
        }
        await until { record.words.contains { $0.hasPrefix("40000/") } }
        downloader.enterBackground()
        await until { downloader.state.withLock { $0.queue.runningCount } == 0 }
        downloader.leaveBackground()
        await until { record.ends > 0 }
        #expect(record.payload?.bytes == body)
        #expect(lab.log.map { $0.headers["range"] } == [nil, "bytes=40000-"])
    }
}
