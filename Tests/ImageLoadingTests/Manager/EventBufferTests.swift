import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Events for a reader that is slower than their source.
@Suite(.endsInTime) struct EventMailboxTests {
    private let buffer = EventBuffer()

    private func drain() async -> [String] {
        var words: [String] = []
        while let event = await buffer.next() {
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

    @Test func `only the latest progress and preview are buffered`() async {
        for count in 1...1000 {
            buffer.send(.progress(received: count, expected: nil))
            buffer.send(.preview(testImage(pixels: count)))
        }
        buffer.send(.finished(.failure(.cancelled)))
        #expect(await drain() == ["1000", "preview 1000", "finished"])
    }

    @Test func `no event follows the end`() async {
        buffer.send(.unchanged)
        buffer.send(.progress(received: 1, expected: nil))
        buffer.send(.finished(.failure(.cancelled)))
        #expect(await drain() == ["unchanged"])
    }

    @Test func `a waiting reader is resumed by the next event`() async {
        async let words = drain()
        for count in 1...3 { buffer.send(.progress(received: count, expected: nil)) }
        buffer.send(.unchanged)
        #expect(await words.last == "unchanged")
    }

    /// Regression: an image may hold an object of the program, which was released under locks.
    @Test(arguments: [false, true]) @MainActor
    func `the caller releases a preview that is replaced`(isForMain: Bool) throws {
        let operation = try #require(Bench(usesDisk: false).load().operation)
        let queue = DeliveryQueue { _ in }
        func put(_ image: Image) -> ImageLoadEvent? {
            isForMain
                ? queue.put(.init(operation: operation, event: .preview(image))).replaced?.event
                : buffer.put(.preview(image)).replaced
        }
        weak var first: Image?
        do {
            let image = testImage(pixels: 1)
            first = image
            _ = put(image)
        }
        let replaced = put(testImage(pixels: 2))
        withExtendedLifetime(replaced) { #expect(first != nil) }
    }

    @Test func `closing ends the wait`() async {
        async let words = drain()
        await Task.yield()
        buffer.close()
        #expect(await words.isEmpty)
    }
}
