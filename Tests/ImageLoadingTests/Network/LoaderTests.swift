import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// File and `data:` loaders, custom loaders, and several loaders as one.
@Suite(.endsInTime) struct LoaderTests {
    let directory = TemporaryDirectory()

    func request(_ text: String) throws -> ImageRequest { ImageRequest(url: try #require(URL(string: text))) }

    func load(_ request: ImageRequest, with loader: some ImageLoader) -> LoaderRecord {
        let record = LoaderRecord()
        record.task = loader.load(request) { record.note($0) }
        return record
    }

    // MARK: - Files

    @Test func `only local file URLs are files`() throws {
        let loader = FileLoader()
        for text in ["file:///a", "FILE://localhost/a"] { #expect(loader.canLoad(try request(text)), "\(text)") }
        for text in ["file://server/a", "http://host/a", "data:,x", "/a"] {
            #expect(!loader.canLoad(try request(text)), "\(text)")
        }
        #expect(!loader.shouldBlockFailedURL(for: .unreadableFile("")))
    }

    /// D25.
    @Test func `the bytes of a file go through the decryptor`() {
        let path = directory.write(Array("cGlj**dHVy ZQ==".utf8), to: "a")
        var request = ImageRequest(url: URL(filePath: path))
        let heads = Lock<[TransferResponse]>([])
        request.decryptor = DownloadDecryptor { bytes, head in
            heads.withLock { $0.append(head) }
            return DownloadDecryptor.base64.decrypt(bytes, head)
        }
        let record = load(request, with: FileLoader(executor: InlineExecutor()))
        #expect(record.words == ["started", "picture"] && record.payload?.origin == .file)
        #expect(heads.withLock { $0.map(\.url) } == [request.urlText])
        #expect(heads.withLock { $0.map(\.expectedBytes) } == [15])

        for decryptor in [DownloadDecryptor { _, _ in nil }, DownloadDecryptor { _, _ in [] }] {
            request.decryptor = decryptor
            let failed = load(request, with: FileLoader(executor: InlineExecutor()))
            #expect(failed.error?.code == 1001 && failed.ends == 1)
        }
        var missing = ImageRequest(url: URL(filePath: path + "2"))
        missing.decryptor = .base64
        #expect(
            load(missing, with: FileLoader(executor: InlineExecutor())).words.last == "No such file or directory")
    }

    /// Regression: a decryptor held up the other reads.
    @Test func `a decryptor does not run on the thread of the reads`() {
        let (reads, decryptions) = (ManualExecutor(), ManualExecutor())
        var request = ImageRequest(url: URL(filePath: directory.write(Array("YQ==".utf8), to: "a")))
        request.decryptor = .base64
        let record = load(request, with: FileLoader(executor: reads, decryptions: decryptions))
        #expect(reads.runAll() == 1 && record.words == ["started"])
        decryptions.runAll()
        #expect(record.words == ["started", "a"])
    }

    @Test func `a file load that is cancelled before it is read is not decrypted`() {
        let executor = ManualExecutor()
        let calls = Counter()
        var request = ImageRequest(url: URL(filePath: directory.write(Array("a".utf8), to: "a")))
        request.decryptor = DownloadDecryptor { bytes, _ in
            calls.add()
            return bytes
        }
        let record = load(request, with: FileLoader(executor: executor))
        record.task?.cancel()
        executor.runAll()
        #expect(record.words == ["started", "cancelled"] && calls.value == 0)
    }

    /// D31a and H04.
    @Test func `two hundred and one requests for one file all complete`() async {
        let path = directory.write(Array("picture".utf8), to: "a")
        let loader = FileLoader()
        let records = (0..<201).map { _ in load(ImageRequest(url: URL(filePath: path)), with: loader) }
        await until { records.allSatisfy { $0.ends > 0 } }
        #expect(records.allSatisfy { $0.text == "picture" && $0.ends == 1 })
    }

    // MARK: - data:

    @Test func `a picture in a data URL is loaded at once`() throws {
        let record = load(try request("data:image/png;base64,cGljdHVyZQ=="), with: DataURLLoader())
        #expect(record.words == ["started", "picture"])
        #expect(record.payload?.response?.headers["Content-Type"] == "image/png")
        record.task?.cancel()
        #expect(record.ends == 1)
    }

    @Test func `a decryptor of a picture inside of its URL may take its time`() throws {
        let executor = ManualExecutor()
        var request = try request("data:;base64,Y0dsamRIVnlaUT09")
        request.decryptor = .base64
        let record = load(request, with: DataURLLoader(executor: executor))
        #expect(record.words == ["started"])
        executor.runAll()
        #expect(record.words == ["started", "picture"])

        let cancelled = load(request, with: DataURLLoader(executor: executor))
        cancelled.task?.cancel()
        executor.runAll()
        #expect(cancelled.words == ["started", "cancelled"])
    }

    @Test func `a data URL that is broken or too long is an error`() throws {
        #expect(load(try request("data:;base64,a"), with: DataURLLoader()).error == .invalidURL)
        let long = try request("data:," + String(repeating: "x", count: 100))
        #expect(load(long, with: DataURLLoader(limit: 50)).error == .transfer(.tooLarge(limit: 50)))
        #expect(DataURLLoader().shouldBlockFailedURL(for: .invalidURL))
    }

    // MARK: - A custom loader (L1)

    /// An example loader that draws a picture for URLs such as `drawn:red`.
    private struct DrawingLoader: ImageLoader {
        func canLoad(_ request: ImageRequest) -> Bool { request.url.scheme == "drawn" }

        func load(
            _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
        ) -> any ImageLoaderTask {
            let bytes = Array(request.urlText.dropFirst("drawn:".count).utf8)
            events(.started)
            events(.progress(received: bytes.count, expected: bytes.count))
            events(.finished(.success(.fresh(Payload(bytes: bytes, origin: .url))), nil))
            return Done()
        }

        func shouldBlockFailedURL(for error: ImageError) -> Bool { false }

        private struct Done: ImageLoaderTask {
            func cancel() {}
            func setPriority(_ priority: ImagePriority) {}
        }
    }

    @Test func `a type outside of the engine can be a loader`() throws {
        let loader = DrawingLoader()
        #expect(loader.canLoad(try request("drawn:red")))
        #expect(!loader.shouldBlockFailedURL(for: .invalidURL))
        #expect(load(try request("drawn:red"), with: loader).words == ["started", "3/3", "red"])
    }

    // MARK: - A closure

    /// Regression: every call began at once.
    @Test func `a few calls of a closure run at once, those of the highest priority first`() async throws {
        let begun = Lock<[String]>([])
        let gates = ["a", "b", "c", "d", "e"].reduce(into: [:]) { $0[$1] = AsyncStream<Void>.makeStream() }
        let loader = ClosureLoader(maxConcurrentLoads: 2) { request in
            begun.withLock { $0.append(request.urlText) }
            if let gate = gates[request.urlText] { for await _ in gate.stream {} }
            return Array(request.urlText.utf8)
        }
        let records = try ["a", "b", "c", "d", "e"].map { load(try request($0), with: loader) }
        await until { begun.withLock(\.count) == 2 }
        // when one that waits becomes urgent, and another is cancelled
        records[4].task?.setPriority(.high)
        records[2].task?.cancel()
        #expect(records[2].words == ["started", "cancelled"])
        for (name, next) in [("a", "e"), ("b", "d")] {
            gates[name]?.continuation.finish()
            await until { begun.withLock { $0.contains(next) } }
            #expect(begun.withLock(\.last) == next)
        }
        for gate in gates.values { gate.continuation.finish() }
        await until { records.allSatisfy { $0.ends == 1 } }
        #expect(records.compactMap(\.text) == ["a", "b", "d", "e"] && !begun.withLock { $0.contains("c") })
    }

    @Test func `a call that is cancelled frees its slot when the closure returns`() async throws {
        let begun = Counter()
        let loader = ClosureLoader(maxConcurrentLoads: 1) { _ in
            begun.add()
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            for await _ in stream {}  // until the task is cancelled
            withExtendedLifetime(continuation) {}
            throw CancellationError()
        }
        let (first, second) = (load(try request("a"), with: loader), load(try request("b"), with: loader))
        await until { begun.value == 1 }
        first.task?.cancel()
        await until { begun.value == 2 }
        second.task?.cancel()
        #expect(first.words == ["started", "cancelled"] && second.words == ["started", "cancelled"])
    }

    /// Regression: bytes of any size stayed in memory until they were decoded.
    @Test func `large bytes of a closure are stored in a file`() async throws {
        let bytes = [UInt8](repeating: 7, count: 5_000_000)
        let record = load(try request("a"), with: ClosureLoader { _ in bytes })
        await until { record.ends == 1 }
        #expect(record.payload?.body.inMemory == nil && record.payload?.bytes == bytes)
    }

    // MARK: - Several loaders (L2)

    @Test func `the last added loader that can load receives the request`() throws {
        let web = ImageDownloader(transport: FakeTransport { $0.respond("web") })
        let manager = ImageLoadersManager([web, DataURLLoader()])
        let registration = manager.add(DrawingLoader())
        #expect(manager.loaders.count == 3)
        #expect(load(try request("http://host/a"), with: manager).text == "web")
        #expect(load(try request("data:,inside"), with: manager).text == "inside")
        #expect(load(try request("drawn:red"), with: manager).text == "red")
        #expect(manager.canLoad(try request("drawn:red")))
        // an error for which the web's loader blocks a URL, and one for which it does not
        #expect(
            manager.shouldBlockFailedURL(for: .invalidStatusCode(404)) && !manager.shouldBlockFailedURL(for: .cancelled)
        )

        manager.remove(registration)
        manager.remove(registration)
        #expect(!manager.canLoad(try request("drawn:red")))
        #expect(load(try request("drawn:red"), with: manager).words == ["not a URL that can be loaded"])
        let second = ImageDownloader(transport: FakeTransport { $0.respond("second") })
        manager.add(second)
        #expect(load(try request("http://host/a"), with: manager).text == "second")
    }

    @Test func `without loaders every load ends at once`() throws {
        let manager = ImageLoadersManager()
        #expect(load(try request("http://host/a"), with: manager).error == .invalidURL)
        #expect(!manager.shouldBlockFailedURL(for: .invalidURL))
    }
}
