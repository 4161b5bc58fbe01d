import Basis
import ImageFeeds
import ImageLoading
import TestSupport
import Testing

@testable import halftone

/// What the gallery says of sources of this machine while it looks through them.
@MainActor @Suite(.endsInTime) struct LongReadingTests {
    private let folder = TemporaryDirectory()
    private let stage = GalleryStage(columns: 120)

    init() { for number in 0..<20 { folder.write([1], to: "\(number).png") } }

    /// Sources that stand still when so many names of the folder have been counted, and the deeds that show them.
    private func held(after count: Int) -> (sources: GallerySources, deeds: GalleryDeeds, time: HeldTime) {
        let time = HeldTime(holdingLook: count + 2)  // one look is at the beginning
        let sources = GallerySources(
            [.path(folder.path)], fetcher: HeldNetwork(), options: FeedOptions(), pause: {}, time: time)
        let deeds = GalleryDeeds(
            gallery: stage.gallery, sources: sources,
            downloader: Engine(CommonOptions(), trace: Trace()) { _ in }.downloader, root: stage.root)
        return (sources, deeds, time)
    }

    private func wait(_ sources: GallerySources, untilFound count: Int, then show: @MainActor () -> Void) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        sources.didFind = { continuation.yield() }
        if sources.findings.found < count { for await _ in changes where sources.findings.found == count { break } }
        show()
    }

    @Test func howManyPicturesWereFoundIsSaidWhileAFolderIsRead() async {
        let (sources, deeds, time) = held(after: 8)
        sources.open()
        await wait(sources, untilFound: 8) { deeds.showActivity() }
        #expect(stage.line(of: "8 found so far") != nil && sources.isReading)
        let opened = AsyncStream.makeStream(of: Int.self)
        sources.didChange = { news in
            if case .opened(let result) = news { opened.continuation.yield(result.items.count) }
        }
        time.letGo()
        for await count in opened.stream {
            #expect(count == 20)
            break
        }
        #expect(sources.findings == ScanProgress())
    }

    @Test func aReadingThatIsGivenUpTakesItsNumbersAlong() async {
        let (sources, deeds, time) = held(after: 8)
        sources.open()
        await wait(sources, untilFound: 8) { deeds.showActivity() }
        sources.cancel()
        #expect(sources.findings == ScanProgress())
        time.letGo()
    }

    @Test(arguments: [
        (ScanProgress(), 0, nil), (ScanProgress(bytes: 1_200_000), 0, "1.2 MB"),
        (ScanProgress(found: 12_400, seen: 12_400), 0, "12,400 found"),
        (ScanProgress(found: 12_400, seen: 53_000), 0, "12,400 found among 53,000 files"),
        (ScanProgress(seen: 1_000), 0, "nothing among 1,000 files"),
        (ScanProgress(found: 999, bytes: 500), 1_000, "1.5 KB, 999 found"),
        (ScanProgress(found: 1_234_567), 0, "1,234,567 found"),
    ])
    func anAmountIsSaidAsPeopleReadIt(findings: ScanProgress, fetched: Int, text: String?) {
        #expect(ReadingAmount(fetchedBytes: fetched, findings: findings).text == text)
    }
}
