import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// The way of events to a reader who is slower than they come.
@Suite(.endsInTime) struct EventMailboxTests {
    private let mailbox = EventMailbox()

    private func drain() async -> [String] {
        var words: [String] = []
        while let event = await mailbox.next() {
            switch event {
            case .progress(let received, _): words.append("\(received)")
            case .preview(let image): words.append("preview \(image.size.width)")
            case .cached: words.append("cached")
            case .finished: words.append("finished")
            case .unchanged: words.append("unchanged")
            }
        }
        return words
    }

    @Test func onlyTheLatestProgressAndPreviewWait() async {
        for count in 1...1000 {
            mailbox.send(.progress(received: count, expected: nil))
            mailbox.send(.preview(testImage(pixels: count)))
        }
        mailbox.send(.finished(.failure(.cancelled)))
        #expect(await drain() == ["1000", "preview 1000", "finished"])
    }

    @Test func nothingFollowsTheEnd() async {
        mailbox.send(.unchanged)
        mailbox.send(.progress(received: 1, expected: nil))
        mailbox.send(.finished(.failure(.cancelled)))
        #expect(await drain() == ["unchanged"])
    }

    @Test func aReaderWhoIsThereFirstIsWokenByTheNextEvent() async {
        async let words = drain()
        for count in 1...3 { mailbox.send(.progress(received: count, expected: nil)) }
        mailbox.send(.unchanged)
        #expect(await words.last == "unchanged")
    }

    @Test func closingEndsTheWait() async {
        async let words = drain()
        await Task.yield()
        mailbox.close()
        #expect(await words.isEmpty)
    }
}
