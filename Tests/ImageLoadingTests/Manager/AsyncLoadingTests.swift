import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// The `async` interface. Executors and network complete at once, on their own threads; the clock stands still, so that
/// a failure does not expire between two loads of a test.
@Suite(.endsInTime) struct AsyncLoadingTests {
    private let directory = TemporaryDirectory()
    private let coder = TextCoder()

    private func manager(_ transport: FakeTransport) -> ImageManager {
        var configuration = ImageManager.Configuration()
        configuration.time = ManualTime()
        return ImageManager(
            downloader: ImageDownloader(transport: transport),
            cache: ImageCache(storage: DiskCache(directory: directory.path)), coders: .init(coders: [coder]),
            configuration: configuration, deliveries: DeliveryQueue { _ in })
    }

    private func address(_ name: String = "a") throws -> URL { try #require(URL(string: "http://host/" + name)) }

    private func words(_ manager: ImageManager, _ options: ImageOptions = []) async throws -> String {
        let url = try address()
        do {
            return RecordedLoad.words(.success(try await manager.image(for: url, options: options)))
        } catch {
            return error is CancellationError ? "cancelled" : "\(error)"
        }
    }

    @Test func `an image is awaited`() async throws {
        let manager = manager(FakeTransport { $0.respond("picture") })
        #expect(try await words(manager) == "image none")
        #expect(try await words(manager) == "image memory")
        #expect(manager.activeLoadCount == 0 && manager.trace.summary.loads == 2)
    }

    @Test func `an error is thrown and counted`() async throws {
        let manager = manager(FakeTransport { $0.respond(status: 404) })
        #expect(try await words(manager) == "404 not found")
        #expect(try await words(manager) == "404 not found (not tried again yet)")
        #expect(manager.trace.summary.failed == 2)
    }

    @Test func `a refresh returns the new image, or the cached one without a change`() async throws {
        let answers = Lock([("picture", 200), ("picture 2", 200), ("", 304), ("", 500), ("picture 2", 200)])
        let manager = manager(
            FakeTransport { transfer in
                let (body, status) = answers.withLock { $0.removeFirst() }
                transfer.respond(body, status: status, tag: "tag")
            })
        #expect(try await words(manager) == "image none")
        #expect(try await words(manager, .refreshCached) == "image none")
        for _ in 0..<3 { #expect(try await words(manager, .refreshCached) == "cached memory") }
    }

    @Test func `cancelling the task cancels the load`() async throws {
        let started = AsyncStream.makeStream(of: Void.self)
        let transport = FakeTransport { _ in started.continuation.finish() }
        let manager = manager(transport)
        let task = Task { try await words(manager) }
        for await _ in started.stream {}
        task.cancel()
        #expect(try await task.value == "cancelled")
        // The transfer may not be known yet on the thread that is to cancel it.
        await until { transport.transfers.map(\.isCancelled) == [true] }
        #expect(manager.activeLoadCount == 0 && manager.trace.summary.cancelled == 1)
    }

    @Test func `cancelling a refresh throws although an image was cached`() async throws {
        let started = AsyncStream.makeStream(of: Void.self)
        let manager = manager(
            FakeTransport { transfer in
                if transfer.header("If-None-Match") == nil {
                    transfer.respond("picture", tag: "tag")
                } else {
                    started.continuation.finish()
                }
            })
        #expect(try await words(manager) == "image none")
        let task = Task { try await words(manager, .refreshCached) }
        for await _ in started.stream {}
        task.cancel()
        #expect(try await task.value == "cancelled")
    }

    @Test func `events cover the whole load`() async throws {
        let manager = manager(FakeTransport { $0.respond("picture") })
        var story: [String] = []
        for await event in manager.task(for: try address()).events {
            switch event {
            case .progress(let received, let expected): story.append("\(received) of \(expected ?? -1)")
            case .cached(let image), .finished(.success(let image)): story.append(RecordedLoad.words(.success(image)))
            case .finished(.failure(let error)): story.append(error.description)
            case .preview: story.append("preview")
            case .unchanged: story.append("unchanged")
            }
        }
        #expect(story == ["7 of 7", "image none"])
    }

    @Test func `a task has its image for several readers beside its events`() async throws {
        let transport = FakeTransport()
        let manager = manager(transport)
        let task = manager.task(for: try address())
        let readers = (0..<2).map { _ in Task { RecordedLoad.words(.success(try await task.value)) } }
        await until { transport.running.count == 1 }
        transport.running.first?.respond("picture")
        var ends = 0
        for await event in task.events where event.isEnd { ends += 1 }
        for reader in readers { #expect(try await reader.value == "image none") }
        #expect(try await task.value.image.size.width > 0 && ends == 1)
    }

    @Test func `a cancelled task ends without a result`() async throws {
        let manager = manager(FakeTransport())
        let task = manager.task(for: try address())
        task.cancel()
        for await event in task.events { Issue.record("\(event)") }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(manager.activeLoadCount == 0 && manager.trace.summary.cancelled == 1)
    }

    @Test func `a Swift task that is already cancelled ends its load`() async throws {
        let manager = manager(FakeTransport())
        let never = Latch("nothing but a cancellation")
        let task = Task {
            await never.opened()
            return try await words(manager)
        }
        task.cancel()
        #expect(try await task.value == "cancelled")
        #expect(manager.activeLoadCount == 0 && manager.trace.summary.cancelled == 1)
    }

    @Test func `a task changes the priority of its load, and cancels it when released`() throws {
        let loader = HeldLoader()
        let manager = ImageManager(cache: ImageCache(), loader: loader, deliveries: DeliveryQueue { _ in })
        var task: ImageTask? = manager.task(for: try address())
        let fetch = try #require(loader.open.first)
        task?.setPriority(.high)
        #expect(fetch.priorities.withLock { $0 } == [.high] && manager.activeLoadCount == 1)
        task = nil
        #expect(fetch.isCancelled && manager.activeLoadCount == 0)
    }

    @Test func `progress begins with 0 of an unknown total, unless the load ends at once`() async throws {
        let manager = manager(FakeTransport { $0.respond("picture") })
        let received = Lock<[Int]>([])
        for _ in 0..<2 {
            _ = try await manager.image(for: try address()) { count, _ in received.withLock { $0.append(count) } }
        }
        #expect(received.withLock { $0 } == [0, 7])
    }

    @Test func `breaking out of the loop cancels the load`() async throws {
        let transport = FakeTransport { transfer in
            transfer.send(.response(.init(url: "", status: 200, expectedBytes: 7)))
            transfer.send(.bytes(Array("pic".utf8)))
        }
        let manager = manager(transport)
        for await _ in manager.task(for: try address()).events { break }
        #expect(manager.activeLoadCount == 0)
        // The transfer may not be known yet on the thread that is to cancel it.
        await until { transport.transfers.map(\.isCancelled) == [true] }
    }

    @Test func `streams without a reader are cancelled`() throws {
        let transport = FakeTransport()
        let manager = manager(transport)
        for number in 0..<100 { _ = manager.task(for: try address("\(number)")).events }
        #expect(manager.activeLoadCount == 0 && manager.trace.summary.cancelled == 100)
    }

    @Test @MainActor func `cancelAll ends streams too and counts them`() async throws {
        let manager = manager(FakeTransport())
        let stream = manager.task(for: try address()).events
        manager.cancelAll()
        var errors: [String] = []
        for await case .finished(.failure(let error)) in stream { errors.append(error.description) }
        #expect(errors == ["cancelled"] && manager.trace.summary.cancelled == 1)
    }

    @Test func `a thread may wait for an image`() throws {
        let manager = manager(FakeTransport { $0.respond("picture") })
        #expect(RecordedLoad.words(manager.waitForImage(try address())) == "image none")
    }
}
