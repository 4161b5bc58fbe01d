import FoundationEssentials
import HalftoneKit
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// Several readers behind a real nginx in front of an origin, as the article “Many Machines” describes them.
@Suite(.endsInTime) struct SharedCacheTests {
    private let origin: LabServer
    private let cache: SharedCache
    /// Reserves the origin's port while the origin is down.
    private let port: HeldPort

    init() async throws {
        port = try HeldPort()
        let picture = DemoPicture.firstJPEG
        origin = LabServer(
            pictures: [LabPicture(name: "photo", title: "Photo", mimeType: "image/jpeg") { picture.bytes }],
            port: port.number)
        try origin.start()
        cache = try await SharedCache(origin: origin.baseURL)
    }

    /// A reader on its own machine.
    private final class Reader: Sendable {
        private let directory = TemporaryDirectory()
        let manager: ImageManager

        init(proxy: String) { manager = makeReader(directory: directory.path, proxy: proxy) }

        init(gateway: String) throws {
            manager = makeReader(directory: directory.path, proxy: "")
            use(gateway: gateway, for: try #require(manager.downloader))
        }

        func load(_ url: String, _ policy: HTTPPolicy = .forever) async throws -> LoadedImage {
            let url = try #require(URL(string: url))
            return try await manager.image(
                for: url, context: .thumbnail(width: 16, height: 16).with { $0.httpPolicy = policy })
        }
    }

    private func photo(_ query: String) -> String { "\(origin.baseURL)/image/photo?\(query)" }

    private func makeTransport() -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = cache.proxy
        return CurlTransport(configuration: configuration)
    }

    /// Requests a URL from the shared cache until `condition` holds for a response.
    private func ask(_ url: String, until condition: (TransferResponse) -> Bool) async {
        let transport = makeTransport()
        while !Task.isCancelled {
            if let response = await transport.response(to: url), condition(response) { return }
        }
    }

    // MARK: - Tests

    @Test func `many readers at once cost the origin one request`() async throws {
        let url = photo("maxage=3600&delay=200")
        let readers = (0..<6).map { _ in Reader(proxy: cache.proxy) }
        let sizes = try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for reader in readers { group.addTask { try await reader.load(url).image.sourceSize } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes.count == 6 && Set(sizes).count == 1)
        #expect(try await Reader(proxy: cache.proxy).load(url).cacheType == .none)
        #expect(origin.log.map(\.status) == [200])
    }

    @Test func `stale images are revalidated with 304 on both sides`() async throws {
        let url = photo("etag&maxage=1")
        let reader = Reader(proxy: cache.proxy)
        let subscription = reader.manager.trace.makeSubscription()
        let first = try await reader.load(url, .http)
        await ask(url) { _ in origin.log.contains { $0.status == 304 } }
        let second = try await reader.load(url, .http)
        #expect(first.image.sourceSize == second.image.sourceSize)
        #expect(origin.log.first?.status == 200 && origin.log.dropFirst().allSatisfy { $0.status == 304 })

        #expect(subscription.take().compactMap(\.status) == [200, 304])
    }

    @Test func `images stay available while the origin is down`() async throws {
        let url = photo("etag&maxage=1")
        _ = try await Reader(proxy: cache.proxy).load(url)
        origin.stop()
        await ask(url) { $0.headers["X-Cache-Status"] == "STALE" }
        let image = try await Reader(proxy: cache.proxy).load(url)
        #expect(image.cacheType == .none && image.image.sourceSize.width > 16)
        let error = await #expect(throws: ImageError.self) {
            try await Reader(proxy: cache.proxy).load(photo("seed=2"))
        }
        #expect(error?.description == "502 the server failed")
    }

    @Test func `the gateway fetches over https and follows redirects itself`() async throws {
        let url = "\(cache.secureOrigin)/image/photo?maxage=3600&redirect=2"
        let readers = [try Reader(gateway: cache.gateway), try Reader(gateway: cache.gateway)]
        for reader in readers { #expect(try await reader.load(url).cacheType == .none) }
        // The second reader's request came to the gateway, too: the origin has not seen it.
        #expect(origin.log.map(\.status) == [302, 302, 200])
    }

    @Test func `images that need a password are not shared`() async throws {
        let url = photo("maxage=3600&auth=me:secret")
        let mine = url.replacing("http://", with: "http://me:secret@")
        #expect(try await Reader(proxy: cache.proxy).load(mine).cacheType == .none)
        let error = await #expect(throws: ImageError.self) { try await Reader(proxy: cache.proxy).load(url) }
        #expect(error?.description == "401 password required")
        #expect(try await Reader(proxy: cache.proxy).load(mine).cacheType == .none)
        #expect(origin.log.map(\.status) == [200, 401, 200])
    }
}
