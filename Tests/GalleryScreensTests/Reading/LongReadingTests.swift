import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The status of local sources while they are scanned.
@MainActor @Suite(.endsInTime) struct LongReadingTests {
    private let folder = TemporaryDirectory()

    init() { for number in 0..<20 { folder.write([1], to: "\(number).png") } }

    /// Returns the screen of a page of the folder, whose scan stops when this many names have been counted.
    private func held(after count: Int) -> (stage: GalleryStage, page: Page, time: HeldTime) {
        let time = HeldTime(holdingLook: count + 2)  // one look is at the beginning
        let reader = SourceReader(
            [.path(folder.path)], options: FeedOptions(),
            environment: SourceReader.Environment(fetcher: HeldNetwork(), pause: {}, time: time))
        let page = Page(title: "it", reader: reader)
        return (GalleryStage(columns: 120, browser: .withoutScreen(page: page)), page, time)
    }

    private func wait(for page: Page, toFind count: Int) async {
        await until("\(count) files to be found") { page.reader.scanProgress.found == count }
    }

    @Test func `the number of pictures found is shown while a folder is scanned`() async {
        let (stage, page, time) = held(after: 8)
        page.reader.open()
        await wait(for: page, toFind: 8)
        #expect(stage.line(of: "8 found so far") != nil && page.reader.isReading)
        time.letGo()
        await until("the pictures to be there") { page.count == 20 }
        #expect(page.reader.scanProgress == ScanProgress() && stage.line(of: "so far") == nil)
    }

    @Test func `a cancelled scan removes its numbers`() async {
        let (stage, page, time) = held(after: 8)
        page.reader.open()
        await wait(for: page, toFind: 8)
        #expect(stage.line(of: "8 found so far") != nil)
        page.cancel()
        #expect(page.reader.scanProgress == ScanProgress())
        time.letGo()
    }

    @Test(arguments: [
        (ScanProgress(), nil), (ScanProgress(bytes: 1_200_000), "1.2 MB"),
        (ScanProgress(found: 12_400, seen: 12_400), "12,400 found"),
        (ScanProgress(found: 12_400, seen: 53_000), "12,400 found among 53,000 files"),
        (ScanProgress(seen: 1_000), "nothing among 1,000 files"),
        (ScanProgress(found: 999, bytes: 1_500), "1.5 KB, 999 found"),
        (ScanProgress(found: 1_234_567), "1,234,567 found"),
    ])
    func `an amount is printed in readable units`(scan: ScanProgress, text: String?) { #expect(scan.words == text) }
}
