import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Progress of a long scan of local sources, and its cancellation.
@Suite(.endsInTime) struct ScanProgressTests {
    private let folder = TemporaryDirectory()

    /// Makes twenty pictures and a text, in two folders.
    private func makeTree() throws {
        _ = folder.makeFolder("in")
        for number in 0..<10 {
            try folder.write("\(number).png", "x")
            try folder.write("in/\(number).png", "x")
        }
        try folder.write("notes.txt", "x")
    }

    private func reader() -> FeedReader {
        var options = FeedOptions()
        options.isRecursive = true
        return FeedReader(fetcher: FakeNetwork(), options: options)
    }

    /// Waits until a walk has counted this number of names.
    private func wait(_ progress: FeedLoadProgress, untilSeen count: Int) async {
        for await _ in progress.changes where progress.scanProgress.seen == count { return }
    }

    @Test func `scan progress is reported at intervals, and not for every entry`() {
        let (time, reported) = (ManualTime(), Lock(0))
        let counter = ScanCounter(time: time) { reported.withLock { $0 += 1 } }
        counter.withContext(isCancelled: { false }) { context in
            for _ in 0..<1_000 { context.count(found: 1, seen: 2) }
            #expect(reported.withLock(\.self) == 0)
            time.advance(by: ScanCounter.pause)
            for _ in 0..<1_000 { context.count(bytes: 3) }
            #expect(reported.withLock(\.self) == 1)
            #expect(counter.progress == ScanProgress(found: 1_000, seen: 2_000, bytes: 3_000))
            // the last progress is also reported, once, if nothing more is found for long
            for _ in 0..<3 {
                time.advance(by: ScanCounter.pause)
                context.count()
            }
            #expect(reported.withLock(\.self) == 2)
            // another scan beside it, which ends
            counter.withContext(isCancelled: { true }) { other in
                other.count(found: 5)
                #expect(other.isCancelled && !context.isCancelled && counter.progress.found == 1_005)
            }
            #expect(counter.progress.found == 1_000)
        }
        #expect(counter.progress == ScanProgress())
    }

    /// Regression: only a spinner distinguished a walk through a large tree from one that hung.
    @Test func `a scan of a tree reports its progress while it runs`() async throws {
        try makeTree()
        let time = HeldTime(holdingLook: 10)  // the first look is at the beginning
        let progress = FeedLoadProgress(time: time)
        async let whole = reader().items(of: [.path(folder.path)], progress: progress)
        await wait(progress, untilSeen: 8)
        #expect((6...8).contains(progress.scanProgress.found), "all but the text and the folder")
        #expect(!progress.consumeChange() && progress.soFar == nil)
        time.letGo()
        #expect(try await whole.items.count == 20)
        #expect(progress.scanProgress == ScanProgress())
        #expect(time.looks == 1 + 22)
    }

    /// Regression: the walk ran on to its end beside the next one.
    @Test func `a cancelled scan ends`() async throws {
        try makeTree()
        let time = HeldTime(holdingLook: 10)
        let progress = FeedLoadProgress(time: time)
        let reading = Task { [folder] in try await reader().items(of: [.path(folder.path)], progress: progress) }
        await time.isHeld.wait()
        reading.cancel()
        time.letGo()
        await #expect(throws: FeedError.cancelled) { try await reading.value }
        #expect(time.looks == 10)
    }

    @Test func `a long list reports its progress and can be cancelled`() throws {
        let text = String(repeating: "/a.png\n", count: 100_000)
        let path = try folder.write("list", text)
        let found = Lock(ScanProgress())
        func read(givenUpAfter limit: Int) throws(FeedError) -> SourceContent {
            found.withLock { $0 = ScanProgress() }
            let context = ReadContext(
                isCancelled: { found.withLock { $0.found >= limit } },
                count: { more in found.withLock { $0 = $0 + more } })
            return try FeedReader(fetcher: FakeNetwork()).read(.path(FilePath(path)), context)
        }
        #expect(try read(givenUpAfter: .max).segment.count == 100_000)
        let whole = found.withLock(\.self)
        #expect(whole.bytes == text.utf8.count - DocumentHead.length && whole.found > 80_000)
        #expect(throws: FeedError.cancelled) { try read(givenUpAfter: 1) }
        #expect(found.withLock(\.found) < 20_000)
    }

    @Test func `bytes from a pipe are counted from the first one`() async throws {
        let pipe = try NamedPipe(folder.path + "/pipe")
        let progress = FeedLoadProgress(time: HeldTime(holdingLook: .max))
        async let whole = FeedReader(fetcher: FakeNetwork()).items(of: [.path(pipe.path)], progress: progress)
        let writer = try await blocking { try pipe.openWriter() }
        #expect(write(writer, "/a.png\n", 7) == 7)
        for await _ in progress.changes where progress.scanProgress.bytes == 7 { break }
        close(writer)
        #expect(try await whole.items.map(\.title) == ["a.png"])
    }
}
