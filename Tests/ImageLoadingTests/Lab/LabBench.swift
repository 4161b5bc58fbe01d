import DemoAssets
import FoundationEssentials
import ImageLab
import Pixels
import Testing
import Transfer

@testable import ImageLoading

/// The real engine on real sockets: libcurl, SQLite, the decoders and threads, with the Lab's server at the other end.
/// The name of a picture in the caches leaves its query out, so that a fault hits the entry of the good picture; only
/// a seed makes it another picture.
final class LabBench: Sendable {
    let lab: LabServer
    let directory = TemporaryDirectory()
    let transport = CurlTransport()
    let manager: ImageManager

    init(downloads: Int = 6) throws {
        let photo = Self.demoPicture(0)
        let other = Self.demoPicture(1)
        lab = LabServer(pictures: [
            LabPicture(name: "photo", title: "Photo", mimeType: "image/jpeg") { photo },
            LabPicture(name: "other", title: "Other", mimeType: "image/jpeg") { other },
            LabPicture(name: "page", title: "Page", mimeType: "text/html") { Array("<!DOCTYPE html><p>Log in".utf8) },
        ])
        try lab.start()
        var configuration = ImageManager.Configuration()
        configuration.maxConcurrentDownloads = downloads
        manager = ImageManager(
            downloader: ImageDownloader(transport: transport), diskCache: DiskCache(directory: directory.path),
            configuration: configuration, deliveries: DeliveryQueue { _ in }
        ) { url in url.query()?.contains("seed") == true ? url.absoluteString : url.path() }
    }

    /// The bytes of one of the pictures that are compiled into the program.
    static func demoPicture(_ index: Int) -> [UInt8] {
        let picture = halftone_demo_picture(index)
        return [UInt8](UnsafeBufferPointer(start: picture.bytes, count: picture.byte_count))
    }

    func url(_ query: String = "", of name: String = "photo") throws -> URL {
        try #require(URL(string: lab.baseURL + "/image/" + name + (query.isEmpty ? "" : "?" + query)))
    }

    /// Loads a picture and says how it ended, as ``RecordedLoad/words`` does.
    func load(_ query: String = "", of name: String = "photo", _ options: ImageOptions = []) async throws -> String {
        let url = try url(query, of: name)
        do throws(ImageError) {
            return RecordedLoad.words(
                .success(try await manager.image(for: url, options: options, context: .with(width: 40))))
        } catch {
            return error.description
        }
    }

    /// What the disk has under the name of a picture.
    func stored(_ name: String = "photo") -> [UInt8]? { manager.diskCache?.read("/image/" + name)?.bytes }
}
