import FeedTestSupport
import Glibc
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Sorting by the date in the EXIF data of local photos.
@MainActor @Suite(.endsInTime) struct CaptureDatesTests {
    private let folder = TemporaryDirectory()
    private let stage = GalleryStage(columns: 100, rows: 30)

    private func photo(_ name: String, taken: String?) -> FeedItem {
        var exif = ExifWriter()
        exif.picture = [(0x010F, exif.text("Maker"))]
        if let taken { exif.camera = [(0x9003, exif.text(taken))] }
        let content = Array("Exif\0\0".utf8) + exif.block
        let length = content.count + 2
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        let path = folder.write(head + content + [0xFF, 0xD9], to: name)
        return FeedItem(title: name, picture: .local(FilePath(path)), date: 1)
    }

    private func sort() async {
        stage.page.arrange(SortAndFilter(order: .taken))
        await until("the order") { !stage.page.isArranging }
    }

    @Test func `the latest photo is first, and photos without a date are last`() async {
        stage.page.open(
            FeedItems([
                photo("old", taken: "2001:02:03 04:05:06"), photo("none", taken: nil),
                photo("future", taken: "2999:01:01 00:00:00"), photo("new", taken: "2020:01:01 00:00:00"),
                photo("nonsense", taken: "0000:00:00 00:00:00"),
                FeedItem(title: "remote", picture: .remote("http://h.test/a.jpg"), date: 5),
                FeedItem(title: "gone", picture: .local("/nowhere/gone.jpg"), date: 5),
            ]))
        await sort()
        #expect(stage.page.titles == ["future", "new", "old", "none", "nonsense", "remote", "gone"])
    }

    @Test func `a pipe in place of a photo delays nothing`() async {
        mkfifo(folder.path + "/pipe.jpg", 0o600)
        stage.page.open(
            FeedItems([
                FeedItem(title: "pipe", picture: .local(FilePath(folder.path + "/pipe.jpg"))),
                photo("new", taken: "2020:01:01 00:00:00"),
            ]))
        await sort()
        #expect(stage.page.titles == ["new", "pipe"])
    }

    @Test func `the lines of the preview have the dates of their photos`() async {
        let stage = GalleryStage(columns: 100, rows: 30, layout: .preview)
        stage.page.open(
            FeedItems([
                photo("a", taken: "2001:02:03 04:05:06"), photo("none", taken: nil),
                photo("b", taken: "2020:01:09 00:00:00"),
            ]))
        stage.turn(after: .milliseconds(1))
        stage.turn(after: .milliseconds(80))
        await until("the dates") { stage.line(of: "9 Jan 2020") != nil }
        #expect(stage.line(of: "3 Feb 2001") != nil)
    }

    @Test func `a photo is read once, and again when its file has changed`() {
        let captures = CaptureDates()
        var item = photo("a", taken: "2001:02:03 04:05:06")
        captures.read(item)
        #expect(captures[item] == "2001-02-03 04:05:06")
        _ = photo("a", taken: "2002:02:03 04:05:06")
        captures.read(item)
        #expect(captures[item] == "2001-02-03 04:05:06")
        item.date = 2
        captures.read(item)
        #expect(captures[item] == "2002-02-03 04:05:06")
    }
}
