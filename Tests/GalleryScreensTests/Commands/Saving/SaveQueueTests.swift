import FeedTestSupport
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The queue of pictures to save, without network and disk.
@MainActor @Suite(.endsInTime) struct SaveQueueTests {
    /// Saves a picture when the test releases it.
    @MainActor private final class Desk {
        private(set) var asked: [String] = []
        private(set) var tokens: [CommitToken] = []
        private(set) var isCancelled = false
        private var waiting: CheckedContinuation<Result<String, Failure>, Never>?
        private var watcher: (count: Int, latch: Latch)?

        func save(_ item: FeedItem, _ token: CommitToken) async throws -> String {
            asked.append(item.title)
            tokens.append(token)
            if let watcher, asked.count >= watcher.count {
                self.watcher = nil
                watcher.latch.open()
            }
            let result = await withCheckedContinuation { waiting = $0 }
            isCancelled = Task.isCancelled
            return try result.get()
        }

        /// Returns when this number of saves has been requested.
        func wait(for count: Int) async {
            guard asked.count < count else { return }
            let latch = Latch("\(count) pictures to be saved")
            watcher = (count, latch)
            await latch.wait()
        }

        func finish(_ result: Result<String, Failure>) {
            let waiting = waiting
            self.waiting = nil
            waiting?.resume(returning: result)
        }
    }

    private let desk = Desk()
    private let queue: SaveQueue

    init() { queue = SaveQueue { [desk] in SavedFile(name: try await desk.save($0, $1)) } }

    private func items(_ names: String...) -> [FeedItem] {
        names.map { FeedItem(title: $0, picture: .local("/" + $0)) }
    }

    /// Returns the outcome of the whole queue, once the last picture is saved.
    private func end(_ last: Result<String, Failure>) async throws -> SaveQueue.Outcome {
        try await answer("the end of the queue") { end in
            queue.didEnd = { end($0) }
            desk.finish(last)
        }
    }

    @Test func `a single save is reported from the beginning`() async throws {
        var told: [String] = []
        queue.didAdvance = { told.append($0.words) }
        queue.add(items("a"))
        #expect(told == ["saving a …"] && queue.isSaving)
        await desk.wait(for: 1)
        #expect(try await end(.success("a.png")) == SaveQueue.Outcome(saved: ["a.png"], failures: []))
        #expect(!queue.isSaving && queue.progress == nil)
    }

    /// Regression: two batches ran concurrently, and each picture was saved twice.
    @Test func `duplicates are saved once, and new pictures join the same queue`() async throws {
        queue.add(items("a", "b"))
        await desk.wait(for: 1)
        queue.add(items("a", "b"))
        #expect(queue.progress?.count == 2)
        queue.add(items("b", "c"))
        #expect(queue.progress?.words == "saving 1 of 3 …")
        desk.finish(.success("a.png"))
        await desk.wait(for: 2)
        #expect(queue.progress?.words == "saving 2 of 3 …")
        desk.finish(.failure(Failure("no")))
        await desk.wait(for: 3)
        #expect(try await end(.success("c.png")).failures == ["b: no"])
        #expect(desk.asked == ["a", "b", "c"])
        // and once more, when the queue has ended
        queue.add(items("a"))
        #expect(queue.progress?.words == "saving a …")
    }

    @Test func `giving up returns the unsaved pictures, which are not saved later`() async throws {
        var hasEnded = false
        queue.didEnd = { _ in hasEnded = true }
        queue.add(items("a", "b", "c"))
        await desk.wait(for: 1)
        desk.finish(.success("a.png"))
        await desk.wait(for: 2)
        let saving = try #require(queue.task)
        #expect(queue.cancel().map(\.title) == ["b", "c"])
        #expect(!queue.isSaving && queue.cancel().isEmpty)
        desk.finish(.success("b.png"))
        await saving.end(of: "the saving")
        #expect(desk.isCancelled && !hasEnded && desk.asked == ["a", "b"])
        #expect(desk.tokens[1].commit { 0 } != 0, "the file gets no name any more")
    }

    @Test func `a file that was named just before counts as saved`() async throws {
        queue.add(items("a", "b"))
        await desk.wait(for: 1)
        #expect(desk.tokens[0].commit { 0 } == 0)
        #expect(queue.cancel().map(\.title) == ["b"])
    }

    @Test func `giving up before the first save returns all`() async throws {
        var hasEnded = false
        queue.didEnd = { _ in hasEnded = true }
        queue.add(items("a", "b"))
        let saving = try #require(queue.task)
        #expect(queue.cancel().map(\.title) == ["a", "b"])
        await saving.end(of: "the saving")
        #expect(!hasEnded && desk.asked.isEmpty)
    }
}
