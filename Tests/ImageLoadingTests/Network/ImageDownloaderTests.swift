import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The life of a download, with a network under the test's control.
@Suite(.endsInTime) struct ImageDownloaderTests {
    let bench = DownloaderBench()

    @Test func `a download reports its events in order`() {
        let load = bench.load()
        bench.transport.running[0].respond("picture", tag: "\"v1\"")
        #expect(load.words == ["started", "200", "7/7", "picture"])
        #expect(load.payload?.validators == Validators(entityTag: "\"v1\""))
        #expect(load.payload?.origin == .network && load.payload?.response?.status == 200)
        #expect(bench.isIdle)
    }

    @Test func `the default headers can be read, replaced and removed`() {
        let downloader = bench.downloader
        #expect(downloader.value(forHeader: "accept") == "image/*,*/*;q=0.8")
        downloader.setValue("Tests", forHeader: "AppName")
        #expect(downloader.value(forHeader: "appname") == "Tests")
        bench.load("a") { $0.headers = [("Accept", "image/png")] }
        #expect(bench.transport.running[0].header("AppName") == "Tests")
        #expect(bench.transport.running[0].header("Accept") == "image/png")
        #expect(bench.transport.running[0].request.headers.count { $0.name.lowercased() == "accept" } == 1)
        downloader.setValue(nil, forHeader: "APPNAME")
        #expect(downloader.value(forHeader: "AppName") == nil)
    }

    @Test func `settings reach the transfer`() {
        let bench = DownloaderBench {
            $0.timeout = .seconds(3)
            $0.totalTimeout = .seconds(30)
            $0.limits.bytes = 77
        }
        bench.load { $0.options = [.handleCookies, .allowInvalidSSLCertificates] }
        let request = bench.transport.running[0].request
        #expect(request.limits.connectTimeout == .seconds(3) && request.limits.stallTimeout == .seconds(3))
        #expect(request.limits.totalTimeout == .seconds(30) && request.limits.maximumBytes == 77)
        #expect(request.usesCookies && request.allowsInvalidCertificates)
        bench.load("b")
        #expect(!bench.transport.running[1].request.usesCookies)
        #expect(!bench.transport.running[1].request.allowsInvalidCertificates)
    }

    @Test func `a client certificate is for its origin`() {
        let mine = TransferRequest.ClientCertificate(file: "/me.pem")
        let bench = DownloaderBench { $0.clientCertificates = ["http://host": mine] }
        bench.load()
        bench.load { $0 = ImageRequest(url: URL(string: "http://host:81/a") ?? $0.url) }
        #expect(bench.transport.running.map(\.request.clientCertificate) == [mine, nil])
    }

    @Test func `a missing timeout is the default, and other values stay within their bounds`() {
        var configuration = ImageDownloader.Configuration()
        configuration.timeout = .zero
        #expect(configuration.timeout == .seconds(15))
        configuration.minimumProgressInterval = 7
        #expect(configuration.minimumProgressInterval == 1)
        configuration.minimumProgressInterval = -1
        #expect(configuration.minimumProgressInterval == 0)
        configuration.queue.total = 0
        #expect(configuration.queue.total == 1)
    }

    @Test func `a password goes to its origin only`() {
        let mine = TransferRequest.Credential(user: "me", password: "secret")
        let other = TransferRequest.Credential(user: "you", password: "other")
        bench.downloader.configuration.credentials = ["http://host": mine, "https://host": other]
        bench.load("a")
        bench.load("b") { $0.credential = other }
        bench.load { $0 = ImageRequest(url: URL(string: "http://host:8080/c") ?? $0.url) }
        bench.load { $0 = ImageRequest(url: URL(string: "http://u:p@HOST:80/d") ?? $0.url) }
        let sent = bench.transport.running.map(\.request.credential)
        #expect(sent == [mine, other, nil, nil])  // the last has its own credentials in the URL
    }

    // MARK: - Cancelling

    @Test func `cancelling before, during and after a download ends it once`() {
        bench.downloader.configuration.queue.total = 1
        let running = bench.load("a")
        let waiting = bench.load("b")
        let third = bench.load("c")
        waiting.task?.cancel()
        #expect(waiting.words == ["cancelled"])
        running.task?.cancel()
        #expect(running.words == ["started", "cancelled"])
        #expect(bench.running == ["c"])
        bench.transport.running[0].respond("x")
        for load in [running, waiting, third] {
            load.task?.cancel()
            #expect(load.ends == 1)
        }
        #expect(bench.isIdle)
    }

    @Test func `a slot is free only when the transfer has ended`() throws {
        let transport = LateTransport()
        let downloader = ImageDownloader(transport: transport)
        downloader.configuration.queue.total = 1
        let first = LoaderRecord()
        let second = LoaderRecord()
        let url = try #require(URL(string: "http://host/a"))
        let task = downloader.load(ImageRequest(url: url)) { first.note($0) }
        _ = downloader.load(ImageRequest(url: url)) { second.note($0) }
        task.cancel()
        #expect(first.words.last == "cancelled")
        #expect(second.words == [])
        #expect(downloader.currentDownloadCount == 1)
        transport.endAll()
        #expect(second.words.contains("started"))
    }

    @Test func `cancelling inside of any event ends at once`() {
        for word in ["started", "200", "3/7"] {
            let record = LoaderRecord()
            let task = Lock<(any ImageLoaderTask)?>(nil)
            var request = ImageRequest(url: URL(filePath: "/"))
            if let url = URL(string: "http://host/\(word.count)") { request = ImageRequest(url: url) }
            bench.downloader.isSuspended = true
            let started = bench.downloader.load(request) { event in
                record.note(event)
                if record.words.last == word { task.withLock { $0 }?.cancel() }
            }
            task.withLock { $0 = started }
            bench.downloader.isSuspended = false
            if let transfer = bench.transport.running.last {
                transfer.send(.response(.init(url: "", status: 200, expectedBytes: 7)))
                transfer.send(.bytes(Array("pic".utf8)))
                transfer.send(.bytes(Array("ture".utf8)))
                transfer.finish()
            }
            #expect(record.words.last == "cancelled" && record.ends == 1, "after \(word)")
            #expect(bench.isIdle)
        }
    }

    @Test func `cancelAll ends every download`() {
        bench.downloader.configuration.queue.total = 2
        let loads = (0..<5).map { bench.load("\($0)") }
        #expect(bench.downloader.currentDownloadCount == 5)
        bench.downloader.cancelAll()
        #expect(loads.allSatisfy { $0.words.last == "cancelled" && $0.ends == 1 })
        #expect(bench.downloader.currentDownloadCount == 0 && bench.isIdle)
    }

    // MARK: - Without a manager

    /// Loads the bytes of `http://host/a` in a task.
    private func payload() throws -> Task<Result<Payload, ImageError>, Never> {
        let (request, downloader) = (ImageRequest(url: try #require(URL(string: "http://host/a"))), bench.downloader)
        return Task { () async -> Result<Payload, ImageError> in
            do throws(ImageError) {
                return .success(try await downloader.payload(for: request))
            } catch {
                return .failure(error)
            }
        }
    }

    /// H05 and D31b.
    @Test(arguments: [("picture", nil), ("", ImageError.badImageData(.empty))])
    func `awaited bytes are those of the server, and no bytes are an error`(body: String, error: ImageError?)
        async throws
    {
        let task = try payload()
        await until { !bench.running.isEmpty }
        bench.transport.running[0].respond(body)
        switch await task.value {
        case .success(let payload): #expect(payload.bytes == Array(body.utf8) && error == nil)
        case .failure(let failure): #expect(failure == error)
        }
        #expect(bench.isIdle)
    }

    @Test func `a cancelled task cancels its download`() async throws {
        let task = try payload()
        await until { !bench.running.isEmpty }
        task.cancel()
        #expect(await task.value == .failure(.cancelled) && bench.isIdle)
        let early = try payload()
        early.cancel()
        #expect(await early.value == .failure(.cancelled) && bench.isIdle)
    }

    /// More downloads on a network that responds at once need no deeper stack.
    @Test func `ten thousand downloads that end inside their start are fine`() {
        let bench = DownloaderBench(transport: FakeTransport { $0.respond("x") }) { $0.queue.total = 1 }
        bench.downloader.isSuspended = true
        let loads = (0..<10_000).map { bench.load("\($0)") }
        bench.downloader.isSuspended = false
        #expect(loads.allSatisfy { $0.text == "x" })
        #expect(bench.isIdle)
    }

    // MARK: - Order

    @Test func `the number of downloads is that of the configuration, also after a change`() {
        bench.downloader.configuration.queue.total = 3
        for number in 0..<7 { bench.load("\(number)") }
        #expect(bench.running == ["0", "1", "2"])
        bench.downloader.configuration.queue.total = 5
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["1", "2", "3", "4", "5"])
        // a lower limit stops no running download, and none starts before fewer are running
        bench.downloader.configuration.queue.total = 4
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["2", "3", "4", "5"])
    }

    @Test func `the priority of a waiting download can be changed`() {
        bench.downloader.configuration.queue.total = 1
        bench.load("a")
        bench.load("b")
        let third = bench.load("c")
        third.task?.setPriority(.high)
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["c"])
    }

    @Test func `suspending holds back the next download`() {
        bench.load("a")
        bench.downloader.isSuspended = true
        #expect(bench.downloader.isSuspended)
        let second = bench.load("b")
        bench.transport.running[0].respond("x")
        #expect(second.words == [] && bench.running.isEmpty)
        bench.downloader.isSuspended = false
        #expect(bench.running == ["b"])
    }

    // MARK: - Background

    @Test func `in the background transfers pause and continue with the bytes they have`() {
        let plain = bench.load("a")
        let lasting = bench.load("b") { $0.options = .continueInBackground }
        let first = bench.transport.running[0]
        first.send(.response(.init(url: "", status: 200, headers: ["ETag": "\"v1\""], expectedBytes: 7)))
        first.send(.bytes(Array("pict".utf8)))
        bench.downloader.enterBackground()
        #expect(bench.running == ["b"])
        #expect(plain.ends == 0)
        let later = bench.load("c")
        #expect(bench.running == ["b"])
        bench.transport.running[0].respond("lasting")
        #expect(lasting.text == "lasting")

        bench.downloader.leaveBackground()
        #expect(bench.running == ["c", "a"] || bench.running == ["a", "c"])
        let resumed = bench.transport.running.first { $0.request.url.hasSuffix("/a") }
        #expect(resumed?.header("Range") == "bytes=4-" && resumed?.header("If-Range") == "\"v1\"")
        resumed?.send(
            .response(.init(url: "", status: 206, headers: ["Content-Range": "bytes 4-6/7"], expectedBytes: 3)))
        resumed?.send(.bytes(Array("ure".utf8)))
        resumed?.finish()
        #expect(plain.text == "picture" && plain.ends == 1)
        later.task?.cancel()
        #expect(bench.isIdle)
    }

    @Test func `a download that is cancelled in the background ends there`() {
        let load = bench.load("a")
        bench.downloader.enterBackground()
        load.task?.cancel()
        #expect(load.words.last == "cancelled" && load.ends == 1)
        bench.downloader.leaveBackground()
        #expect(bench.isIdle)
    }

    // MARK: - Modifiers

    @Test func `a modifier changes the request or refuses it`() {
        bench.downloader.configuration.requestModifier = DownloadRequestModifier { request in
            guard request.url.hasSuffix("png") else { return nil }
            var request = request
            request.url += "?size=1"
            request.headers.append((name: "Biz", value: "Bazz"))
            return request
        }
        let refused = bench.load("a.jpg")
        #expect(refused.error == .invalidRequest && refused.error?.code == 2000)
        bench.load("a.png")
        #expect(bench.transport.running[0].request.url == "http://host/a.png?size=1")
        #expect(bench.transport.running[0].header("Biz") == "Bazz")
        // the modifier of the request precedes that of the downloader
        bench.load("b.jpg") { $0.requestModifier = DownloadRequestModifier(method: "POST", body: [1, 2]) }
        #expect(bench.transport.running[1].request.method == "POST")
        #expect(bench.transport.running[1].request.body == [1, 2])
        bench.load("c.jpg") { $0.requestModifier = DownloadRequestModifier(headers: ["accept": "x/y"]) }
        #expect(bench.transport.running[2].request.headers.map(\.value) == ["x/y"])
        #expect(DownloadRequestModifier(method: nil).modify(TransferRequest(url: ""))?.method == "GET")
    }

    @Test func `the error of a refused response has its status and header fields`() {
        let bench = DownloaderBench { $0.acceptableContentTypes = ["image/png"] }
        let headers: TransferHeaders = ["Content-Type": "text/html", "X-Reason": "gone"]
        for (status, error) in [
            (404, ImageError.invalidStatusCode(404, headers: headers)),
            (203, .invalidContentType(status: 203, headers: headers)),
        ] {
            let load = bench.load("\(status)")
            bench.transport.running[0].send(.response(.init(url: "", status: status, headers: headers)))
            bench.transport.running[0].finish()
            #expect(load.error == error)
        }
    }

    @Test func `a modifier changes the response or refuses it`() {
        let made = bench.load("a") { $0.responseModifier = DownloadResponseModifier(headers: ["Foo": "Bar"]) }
        bench.transport.running[0].respond("not here", status: 404)
        #expect(made.text == "not here")
        #expect(made.payload?.response?.status == 200 && made.payload?.response?.headers["foo"] == "Bar")

        let broken = bench.load("b") { $0.responseModifier = DownloadResponseModifier(status: 404) }
        bench.transport.running[0].respond("picture")
        #expect(broken.error == .invalidStatusCode(404))

        let refused = bench.load("c") { $0.responseModifier = DownloadResponseModifier { _ in nil } }
        bench.transport.running[0].respond("picture")
        #expect(refused.error == .invalidResponse && refused.error?.code == 2003)
        #expect(bench.isIdle)
    }

    @Test func `a decryptor runs at the end of the download`() {
        let load = bench.load("a") { $0.decryptor = .base64 }
        bench.transport.running[0].respond("cGlj**dHVy ZQ==")
        #expect(load.text == "picture")

        for decryptor in [DownloadDecryptor { _, _ in nil }, DownloadDecryptor { _, _ in [] }] {
            let failed = bench.load("b") { $0.decryptor = decryptor }
            bench.transport.running[0].respond("x")
            #expect(failed.error?.code == 1001)
        }
        #expect(bench.isIdle)
    }
}

extension ImageDownloaderTests {
    /// The screen may show some bytes already: the rest must be decoded in the same way.
    @Test func `a download keeps the settings that it was created with`() {
        let load = bench.load()
        bench.downloader.configuration.decryptor = .base64
        bench.transport.running[0].send(Array("pict".utf8))
        #expect(load.task?.bytes(in: 0..<4) == Array("pict".utf8))
        bench.transport.running[0].send(Array("ure".utf8))
        bench.transport.running[0].finish()
        #expect(load.text == "picture")
    }
}

/// A network whose transfers end only on a call of the test, even if they are cancelled.
private final class LateTransport: Transport {
    private let handlers = Lock<[@Sendable (TransferEvent) -> Void]>([])

    func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        handlers.withLock { $0.append(handler) }
        return Task()
    }

    func endAll() {
        let all = handlers.withLock { handlers in
            defer { handlers = [] }
            return handlers
        }
        for handler in all { handler(.finished(.failure(.cancelled))) }
    }

    private struct Task: TransferTask { func cancel() {} }
}
