import FoundationEssentials
import ImageLab
import LabTestSupport
import TestSupport
import Testing

@testable import ImageLoading

/// Whole loads over real sockets.
@Suite(.endsInTime) struct LabLoadingTests {
    private let bench: LabBench

    init() throws { bench = try LabBench() }

    @Test func `a picture is fetched once and then found in memory and on disk`() async throws {
        #expect(try await bench.load() == "image none")
        #expect(bench.stored() == LabBench.demoPicture(0))
        #expect(try await bench.load() == "image memory")
        bench.manager.memoryCache.removeAll()
        #expect(try await bench.load() == "image disk")
        #expect(bench.lab.log.map(\.path) == ["/image/photo"])
    }

    @Test func `a picture on disk outlives the program and its server`() async throws {
        #expect(try await bench.load() == "image none")
        bench.manager.diskCache?.flush()
        let later = DiskCache(directory: bench.directory.path)
        #expect(later.read("/image/photo")?.bytes == LabBench.demoPicture(0))
        bench.lab.stop()
        bench.manager.memoryCache.removeAll()
        #expect(try await bench.load() == "image disk")
    }

    @Test func `an unchanged picture is revalidated with status 304`() async throws {
        #expect(try await bench.load("etag") == "image none")
        #expect(try await bench.load("etag", .refreshCached) == "cached memory")
        bench.manager.memoryCache.removeAll()
        #expect(try await bench.load("etag", .refreshCached) == "cached disk")
        #expect(bench.lab.log.map(\.status) == [200, 304, 304])
        #expect(bench.lab.log.dropFirst().allSatisfy { $0.bytesSent == 0 })
    }

    @Test(arguments: [
        ("status=404", "404 not found"), ("status=410", "410 gone"),
        ("status=500", "500 the server failed"), ("status=503", "503 the server failed"),
        ("status=403", "403 access denied"), ("auth=a:b", "401 password required"),
        ("garbage", "not an image of a known format"), ("empty", "the picture is empty"),
        ("truncate=3000", "connection lost after 3.0 KB of "), ("reset=3000", "connection lost after "),
        ("length=wrong", "connection lost after "), ("loop", "redirected more than 10 times"),
        ("status=304", "the server answered 304"),
    ]) func `a fault is a clear error that is not stored and removes nothing`(
        query: String, message: String
    ) async throws {
        // given a server with a fault and empty caches
        #expect(try await bench.load(query).hasPrefix(message))
        #expect(bench.stored() == nil)
        // when the good picture is loaded
        #expect(try await bench.load() == "image none")
        // then a load that skips the caches fails and leaves the entry alone, and so does a refresh
        #expect(try await bench.load(query, [.fromLoaderOnly, .retryFailed]).hasPrefix(message))
        #expect(try await bench.load(query, [.refreshCached, .retryFailed]) == "cached memory")
        #expect(bench.stored() == LabBench.demoPicture(0))
        #expect(try await bench.load() == "image memory")
    }

    @Test func `a page instead of a picture is reported`() async throws {
        #expect(try await bench.load(of: "page") == "not an image (looks like HTML)")
        #expect(bench.stored("page") == nil)
        // whatever content type it claims
        #expect(try await bench.load("type=image/png", of: "page") == "not an image (looks like HTML)")
    }

    @Test func `a picture is decoded, whatever its Content-Type`() async throws {
        #expect(try await bench.load("type=text/html") == "image none")
    }

    @Test func `an unreachable server does not block the URL`() async throws {
        let port = try HeldPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/image/photo"))
        for _ in 0..<2 {
            #expect(await bench.load(url) == "could not connect to 127.0.0.1:\(port.number)")
        }
        // and when the server is back
        let server = LabServer(pictures: bench.pictures, port: port.number)
        try server.start()
        #expect(await bench.load(url) == "image none")
    }

    @Test func `the server detects that a cancelled client disconnected`() async throws {
        let task = Task { try await bench.load("stall=3000") }
        _ = await bench.lab.records { $0.contains { $0.bytesSent > 0 } }
        task.cancel()
        #expect(try await task.value == "cancelled")
        let log = await bench.lab.records { $0.allSatisfy(\.isFinished) }
        #expect(log.map(\.wasClientGone) == [true] && bench.manager.activeLoadCount == 0)
    }

    @Test func `sixty loads are never more than six at once`() async throws {
        let ends = try await withThrowingTaskGroup(of: String.self) { [bench] group in
            for seed in 0..<60 {
                // a URL of its own each, and 40 ms before the first byte
                group.addTask { try await bench.load("delay=40&seed=\(seed)", .fromLoaderOnly) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends == Array(repeating: "image none", count: 60))
        // Each request has its slot for at least 40 ms, so that the seventh begins no earlier than that after the
        // first.
        let begun = bench.lab.log.map(\.began).sorted()
        #expect(begun.count == 60)
        for (early, late) in zip(begun, begun.dropFirst(6)) { #expect(late - early > 0.038) }
    }
}
