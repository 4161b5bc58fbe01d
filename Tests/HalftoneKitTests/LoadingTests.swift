import HalftoneKit
import TestSupport
import Testing

/// Loading by an external program.
@Suite(.endsInTime) struct LoadingTests {
    private let directory = TemporaryDirectory()

    @Test func `a thumbnail is decoded at its size, and at another fit`() async throws {
        let bytes = try png(200, 100)
        let manager = manager { _ in bytes }
        let image = try await manager.image(for: try url(), context: .thumbnail(width: 48, height: 48)).image
        #expect(image.size == PixelSize(width: 48, height: 24))
        let filled = try await manager.image(for: try url(), context: .thumbnail(width: 48, height: 48, fit: .cover))
            .image
        #expect(filled.size == PixelSize(width: 48, height: 48))
    }

    @Test func `a context is changed in place`() {
        let context = ImageContext.thumbnail(width: 3, height: 4).with { $0.httpPolicy = .http }
        #expect(context.httpPolicy == .http && context.variant.box == PixelSize(width: 3, height: 4))
        #expect(ImageContext.with { $0.row = 7 }.row == 7)
    }

    @Test func `data is fetched once, cached and shared with images`() async throws {
        let (bytes, counter) = (try png(20, 10), Counter())
        let manager = manager(in: directory) { _ in
            await counter.add()
            return bytes
        }
        #expect(try await manager.data(for: try url()) == bytes)
        manager.imageCache.flush()
        #expect(try await manager.data(for: try url()) == bytes)
        let image = try await manager.image(for: try url(), context: .thumbnail(width: 10, height: 10))
        #expect(image.cacheType == .disk && image.image.size.width == 10)
        #expect(await counter.count == 1)
    }

    @Test func `data never changes what is in memory, and needs no disk`() async throws {
        let bytes = try png(20, 10)
        let manager = ImageManager(cache: ImageCache(), loader: ClosureLoader { _ in bytes })
        #expect(try await manager.data(for: try url()) == bytes)
        #expect(manager.imageCache[manager.key(for: try url())] == nil)
        #expect(try await manager.image(for: try url()).image.size.width == 20)
        #expect(try await manager.data(for: try url(), context: .thumbnail(width: 5, height: 5)) == bytes)
    }

    @Test func `data comes with every option and policy, also when it has not changed`() async throws {
        let bytes = try png(20, 10)
        let manager = manager(in: directory) { _ in bytes }
        #expect(try await manager.data(for: try url()) == bytes)
        manager.imageCache.flush()
        for options in [.refreshCached, .scaleDownLargeImages, .queryDiskDataSync, .fromCacheOnly] as [ImageOptions] {
            #expect(try await manager.data(for: try url(), options: options) == bytes, "\(options)")
        }
        for policy in HTTPPolicy.allCases {
            #expect(
                try await manager.data(for: try url(), context: .with { $0.httpPolicy = policy }) == bytes, "\(policy)")
        }
    }

    /// Regression: a damaged entry was a final error.
    @Test func `data on disk that no coder accepts is fetched anew`() async throws {
        let bytes = try png(20, 10)
        let manager = manager(in: directory) { _ in bytes }
        let key = DiskKey(source: manager.key(for: try url()).source)
        manager.imageCache.store(DiskCache.Entry(bytes: Array("<html>".utf8)), for: key)
        await #expect(throws: ImageError.badImageData(.unknownFormat(looksLike: "HTML"))) {
            try await manager.data(for: try url(), options: .fromCacheOnly)
        }
        #expect(try await manager.data(for: try url()) == bytes)
        manager.imageCache.flush()
        #expect(manager.imageCache.entry(for: key)?.bytes == bytes)
    }

    @Test func `data that cannot be revalidated is that on disk, where a stale entry is allowed`() async throws {
        let (bytes, counter, error) = (try png(20, 10), Counter(), ImageError.transfer(.timedOut(.total)))
        let manager = manager(in: directory) { _ in
            await counter.add()
            guard await counter.count == 1 else { throw error }
            return bytes
        }
        #expect(try await manager.data(for: try url()) == bytes)
        manager.imageCache.flush()
        let lenient = ImageContext.with { ($0.httpPolicy, $0.staleIfError) = (.http, true) }
        #expect(try await manager.data(for: try url(), context: lenient) == bytes)
        #expect(try await manager.data(for: try url(), options: .refreshCached) == bytes)
        await #expect(throws: error) {
            try await manager.data(for: try url(), context: .with { $0.httpPolicy = .http })
        }
    }

    @Test func `data is the serializer's from disk, and else not stored`() async throws {
        let (bytes, stored, counter) = (try png(20, 10), try png(2, 1), Counter())
        let manager = manager(in: directory) { _ in
            await counter.add()
            return bytes
        }
        manager.configuration.cacheSerializer = { _, _, _ in stored }
        for _ in 0..<2 { #expect(try await manager.data(for: try url(), options: .waitStoreCache) == bytes) }
        #expect(await counter.count == 2)
        _ = try await manager.image(for: try url(), options: .waitStoreCache)
        #expect(try await manager.data(for: try url()) == stored)
    }

    @Test func `data is where the context keeps originals`() async throws {
        let (bytes, counter) = (try png(20, 10), Counter())
        let manager = manager { _ in
            await counter.add()
            return bytes
        }
        let originals = ImageCache(storage: DiskCache(directory: directory.path))
        let context = ImageContext.thumbnail(width: 10, height: 10).with { $0.originalImageCache = originals }
        #expect(try await manager.data(for: try url(), context: context) == bytes)
        originals.flush()
        #expect(try await manager.image(for: try url(), context: context).cacheType == .disk)
        #expect(try await manager.data(for: try url(), context: context) == bytes)
        #expect(await counter.count == 1)
    }

    @Test func `data that is no image is an error`() async throws {
        let manager = manager { _ in Array("<html>".utf8) }
        await #expect(throws: ImageError.badImageData(.unknownFormat(looksLike: "HTML"))) {
            try await manager.data(for: try url())
        }
    }

    @Test func `a manager with a directory reads files and reports progress`() async throws {
        let file = directory.path + "/picture.png"
        let bytes = try png(30, 10)
        directory.write(bytes, to: "picture.png")
        let manager = ImageManager(directory: directory.path + "/cache", userAgent: "Test/1.0")
        let received = Lock(0)
        let image = try await manager.image(for: URL(filePath: file)) { count, _ in received.withLock { $0 = count } }
        #expect(image.image.size.width == 30)
        #expect(try await manager.data(for: URL(filePath: file)) == bytes)
        #expect(manager.downloader?.value(forHeader: "User-Agent") == nil)
        manager.downloader?.setValue("Test/2.0", forHeader: "User-Agent")
        #expect(manager.downloader?.value(forHeader: "user-agent") == "Test/2.0")
        #expect(manager.downloader?.configuration.retry == .standard)
    }

    @Test func `the shared manager has the program's own directory`() throws {
        let directory = try #require(ImageManager.standardCacheDirectory)
        #expect(directory.hasSuffix("/images") && directory.hasPrefix("/"))
        #expect(ImageManager.shared.diskCache?.directory == directory)
    }

    // MARK: - Loaders

    @Test func `a loader that was added gets its scheme, until it is removed`() async throws {
        let bytes = try png(7, 7)
        let manager = ImageManager(directory: nil)
        let registration = manager.loaders.add(ClosureLoader(schemes: ["asset"]) { _ in bytes })
        #expect(try await manager.image(for: try url("asset:photo")).image.size.width == 7)
        manager.loaders.remove(registration)
        await #expect(throws: ImageError.invalidURL) { try await manager.image(for: try url("asset:other")) }
    }

    struct Broken: Error, CustomStringConvertible { let description = "the shelf is empty" }

    @Test func `errors of a closure are the errors of the load`() async throws {
        let broken = manager { _ in throw Broken() }
        await #expect(throws: ImageError.loaderFailed("the shelf is empty")) { try await broken.image(for: try url()) }
        let missing = manager { _ in throw ImageError.invalidStatusCode(404) }
        await #expect(throws: ImageError.invalidStatusCode(404)) { try await missing.image(for: try url()) }
    }

    @Test func `a cancelled task throws CancellationError and cancels the closure`() async throws {
        let (started, stopped) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let never = AsyncStream.makeStream(of: Void.self)
        let manager = manager { _ in
            started.continuation.yield()
            for await _ in never.stream {}  // until the task is cancelled
            stopped.continuation.yield()
            return []
        }
        let address = try url()
        let task = Task { try await manager.image(for: address) }
        for await _ in started.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in stopped.stream { break }
    }

    // MARK: - Settings

    struct Half: ImageTransformer {
        let key = "half"
        func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
            Transformers.Resize(PixelSize(width: 10, height: 5)).transform(image, cancellation: cancellation)
        }
    }

    @Test func `settings changed later apply to the next load`() async throws {
        let bytes = try png(20, 10)
        let manager = manager(in: directory) { _ in bytes }
        #expect(try await manager.image(for: try url()).image.size.width == 20)
        manager.configuration.transformer = Half()
        #expect(try await manager.image(for: try url()).image.size.width == 10)
        manager.configuration.optionsProcessor = { _, options, context in
            (options, context.with { $0.ignoresManagerTransformer = true })
        }
        #expect(try await manager.image(for: try url()).image.size.width == 20)
        manager.configuration.cacheKeyFilter = { "key of " + $0.absoluteString }
        #expect(manager.key(for: try url()).source == "key of test://host/picture")
        #expect(manager.configuration.transformer?.key == "half" && manager.configuration.optionsProcessor != nil)
        let serialized = Lock(0)
        manager.configuration.cacheSerializer = { _, data, _ in
            serialized.withLock { $0 += 1 }
            return data
        }
        _ = try await manager.image(for: try url("test://host/other"), options: .waitStoreCache)
        #expect(serialized.withLock { $0 } == 1)
    }

    // MARK: - Events

    @Test func `the trace has the events of SDWebImage's notifications`() async throws {
        let bytes = try png(4, 4)
        let manager = manager { request in
            guard request.urlText.hasSuffix("picture") else { throw ImageError.invalidStatusCode(404) }
            return bytes
        }
        let subscription = manager.trace.makeSubscription()
        _ = try await manager.image(for: try url())
        _ = try? await manager.image(for: try url("test://host/missing"))
        let notified = subscription.take().filter { [.request, .downloaded, .fail].contains($0.event) }
        #expect(
            notified.map { "\($0.event) \($0.url?.text ?? "")" } == [
                "request test://host/picture", "downloaded test://host/picture", "request test://host/missing",
                "downloaded test://host/missing", "fail test://host/missing",
            ])
        #expect(notified.first { $0.event == .downloaded }?.bytes == bytes.count)
        #expect(notified.last?.error == "404 not found")
    }
}
