import DemoAssets
import Dispatch
import FoundationEssentials
import ImageLab
import Pixels
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The real engine on real sockets: libcurl, SQLite, the decoders and threads, with the Lab's server at the other end.
/// The cache key of a picture omits its query, so that a fault hits the entry of the good picture; only a seed makes it
/// another picture.
final class LabBench: Sendable {
    let lab: LabServer
    let pictures: [LabPicture]
    let directory = TemporaryDirectory()
    let transport = CurlTransport()
    let manager: ImageManager

    init(downloads: Int = 6) throws {
        let photo = Self.demoPicture(0)
        let other = Self.demoPicture(1)
        pictures = [
            LabPicture(name: "photo", title: "Photo", mimeType: "image/jpeg") { photo },
            LabPicture(name: "other", title: "Other", mimeType: "image/jpeg") { other },
            LabPicture(name: "page", title: "Page", mimeType: "text/html") { Array("<!DOCTYPE html><p>Log in".utf8) },
        ]
        lab = LabServer(pictures: pictures)
        try lab.start()
        var configuration = ImageDownloader.Configuration()
        configuration.queue.total = downloads
        configuration.timeout = .seconds(3600)  // no test here is about timeouts, and the machine may be slow
        var settings = ImageManager.Configuration()
        settings.cacheKeyFilter = { $0.query()?.contains("seed") == true ? $0.absoluteString : $0.path() }
        manager = ImageManager(
            downloader: ImageDownloader(transport: transport, configuration: configuration),
            cache: ImageCache(storage: DiskCache(directory: directory.path)), configuration: settings,
            deliveries: DeliveryQueue { _ in })
        AfterTest.run { [weak manager] in manager?.cancelAll() }
    }

    /// The bytes of one of the pictures that are compiled into the program.
    static func demoPicture(_ index: Int) -> [UInt8] {
        let picture = halftone_demo_picture(index)
        return [UInt8](UnsafeBufferPointer(start: picture.bytes, count: picture.byte_count))
    }

    func url(_ query: String = "", of name: String = "photo") throws -> URL {
        try #require(URL(string: lab.baseURL + "/image/" + name + (query.isEmpty ? "" : "?" + query)))
    }

    /// Loads a picture and returns how it ended, as ``RecordedLoad/words`` does.
    func load(_ query: String = "", of name: String = "photo", _ options: ImageOptions = []) async throws -> String {
        await load(try url(query, of: name), options)
    }

    func load(_ url: URL, _ options: ImageOptions = []) async -> String {
        do {
            return RecordedLoad.words(
                .success(try await manager.image(for: url, options: options, context: .with(width: 40))))
        } catch {
            return error is CancellationError ? "cancelled" : "\(error)"
        }
    }

    /// The bytes that the disk has for a picture.
    func stored(_ name: String = "photo") -> [UInt8]? { manager.diskCache?.read("/image/" + name)?.bytes }
}
