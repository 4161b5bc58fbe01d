import EngineTestSupport
import FeedTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import LabTestSupport
import Pixels
import TerminalScreen
import TestSupport
import Testing
import Transfer

@testable import GalleryScreens

/// The details of an open picture whose bytes are not on disk, and of one that its server revalidates.
@MainActor @Suite(.endsInTime) struct DetailsOffDiskTests {
    private let folder = TemporaryDirectory()
    private let time = ManualTime()
    private let photo = ExifWriter.photo().added(toJPEG: DemoPicture.firstJPEG.bytes)
    private let item = FeedItem(title: "a", picture: .remote("http://h.test/a.jpg"))

    private func manager(
        _ transport: FakeTransport, disk: DiskCache? = nil,
        _ configure: (inout ImageManager.Configuration) -> Void = { _ in }
    ) -> ImageManager {
        var configuration = ImageManager.Configuration()
        configure(&configuration)
        return ImageManager(
            downloader: ImageDownloader(transport: transport), diskCache: disk, configuration: configuration,
            time: time)
    }

    private func server(_ headers: TransferHeaders) -> FakeTransport {
        FakeTransport { [photo] transfer in
            transfer.begin(headers: headers)
            transfer.finish(photo)
        }
    }

    /// Returns the details as soon as the picture is loaded and the disk has been read.
    private func details(_ manager: ImageManager) async throws -> [PictureDetails.Line] {
        let url = try #require(URL(string: "http://h.test/a.jpg"))
        let loaded = try await manager.image(for: url)
        var details = PictureDetails(item: item, loaded: loaded, remembered: manager.cachedResponseMetadata(for: url))
        manager.diskCache?.flush()
        details.adopt(await OriginalReading(manager: manager, url: url).inspect())
        return details.lines
    }

    // MARK: - Not on disk

    @Test(arguments: ["no disk", "no-store", "no room"])
    func `the freshness and the camera data of a picture that is not on disk are shown`(reason: String) async throws {
        let cacheControl = reason == "no-store" ? "no-store" : "max-age=90"
        let transport = server(["cache-control": cacheControl, "content-type": "image/jpeg"])
        var limits = DiskCache.Limits()
        if reason == "no room" { limits.bytes = 100 }
        let disk = DiskCache(directory: folder.path, limits: limits, time: time)
        let manager = manager(transport, disk: reason == "no disk" ? nil : disk)
        // when it comes from the network, and when it comes from memory
        for isFirst in [true, false] {
            let lines = try await details(manager)
            #expect(lines.contains(.fact("loaded from", isFirst ? "the network" : "memory")))
            #expect(lines.contains(.fact("on disk", "no")), "\(reason)")
            #expect(lines.contains(.fact("camera", "Halftone Works H-1")))
            #expect(lines.contains(.fact("orientation", "\(Orientation.right)")))
            if reason != "no-store" { #expect(lines.contains(.fact("fresh for", "90 s"))) }
        }
        #expect(transport.transfers.count == 1, "nothing is fetched for the details")
    }

    @Test func `a transformed picture keeps the camera data of its bytes`() async throws {
        let manager = manager(server([:])) { $0.transformer = Transformers.Flip(horizontal: true) }
        let lines = try await details(manager)
        #expect(lines.contains(.fact("camera", "Halftone Works H-1")))
    }

    /// The camera data is that of the bytes on screen: the file may have changed since.
    @Test func `the details describe the bytes on screen`() async throws {
        let manager = manager(FakeTransport())
        let path = folder.write(photo, to: "a.jpg")
        let loaded = try await manager.image(for: URL(FilePath(path)))
        var details = PictureDetails(item: FeedItem(title: "a", picture: .local(path)), loaded: loaded)
        #expect(details.lines.contains(.fact("camera", "Halftone Works H-1")), "before anything is read again")
        details.adopt(OriginalReading.Inspection(.init(body: StoredBytes(FlatPicture.png(9, 9, (1, 2, 3))))))
        #expect(details.lines.contains(.fact("camera", "Halftone Works H-1")))
    }

    // MARK: - Revalidated

    /// Responds with the photo, and later with 304.
    private func confirmingServer(
        _ confirm: @escaping @Sendable (FakeTransfer) -> Void = { $0.confirm() }
    ) -> FakeTransport {
        FakeTransport { [photo] transfer in
            guard transfer.header("If-None-Match") == nil else { return confirm(transfer) }
            transfer.begin(headers: ["etag": "\"1\"", "cache-control": "max-age=60"])
            transfer.finish(photo)
        }
    }

    @Test func `the details show the time of the last response and its freshness`() async throws {
        let transport = confirmingServer()
        let manager = manager(transport, disk: DiskCache(directory: folder.path, time: time))
        let url = try #require(URL(string: "http://h.test/a.jpg"))
        let first = try await details(manager)
        // the clock stands at 1,700,000,000 seconds since 1970
        #expect(
            first.contains(.fact("last checked", "2023-11-14 22:13 UTC")) && first.contains(.fact("fresh for", "60 s")))
        time.advance(by: .seconds(86_400))
        for await event in manager.events(for: url, options: .refreshCached) where event.isEnd {
            guard case .unchanged = event else {
                Issue.record("\(event)")
                return
            }
        }
        let second = try await details(manager)
        #expect(transport.transfers.count == 2)
        #expect(second.contains(.fact("last checked", "2023-11-15 22:13 UTC")), "\(second)")
        #expect(second.contains(.fact("fresh for", "120 s")))
    }

    /// Regression: a key press did not update the details.
    @Test func `open details are updated when the server confirms the picture`() async throws {
        let isAsked = Latch("the server to be asked")
        let confirmation = Lock<FakeTransfer?>(nil)
        let transport = confirmingServer { transfer in
            confirmation.withLock { $0 = transfer }
            isAsked.open()
        }
        let manager = manager(transport, disk: DiskCache(directory: folder.path, time: time))
        let stage = GalleryStage(columns: 120, rows: 60, browser: .withoutScreen(manager: manager))
        stage.page.open(FeedItems([item]))
        stage.press(.enter)
        await until("the picture") { stage.root.picture.loaded != nil }
        stage.press(.character("d"))
        await until("2023-11-14 22:13 UTC on the screen") { stage.line(of: "2023-11-14 22:13 UTC") != nil }
        time.advance(by: .seconds(86_400))
        stage.press(.character("r"))
        await isAsked.wait()
        _ = try await details(manager)  // read after the details on the screen
        #expect(stage.line(of: "2023-11-14 22:13 UTC") != nil)
        confirmation.withLock { $0 }?.confirm()
        await until("2023-11-15 22:13 UTC on the screen") { stage.line(of: "2023-11-15 22:13 UTC") != nil }
        #expect(stage.line(of: "120 s") != nil && transport.transfers.count == 2)
    }
}

extension FakeTransfer {
    fileprivate func confirm() {
        begin(status: 304, headers: ["cache-control": "max-age=120"])
        finish()
    }
}
