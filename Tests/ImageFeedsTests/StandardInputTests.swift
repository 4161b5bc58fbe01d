import HalftoneCore
import Glibc
import TestSupport
import Testing

@testable import ImageFeeds

/// Standard input: read once, kept as far as it was read, and cancelled.
@Suite(.endsInTime) struct StandardInputTests {
    /// A pipe of which the test holds both ends.
    private final class Pipe: Sendable {
        let (input, output): (Int32, Int32)

        init() throws {
            (input, output) = try #require(makePipe())
        }

        func write(_ text: String) { text.withCString { _ = Glibc.write(output, $0, strlen($0)) } }
        func end() { close(output) }
        deinit { close(input) }
    }

    private func input(
        _ pipe: Pipe, _ limits: FeedLimits = FeedLimits(), _ separator: FeedOptions.Separator = .newline
    ) -> StandardInput {
        StandardInput(limits: limits, separator: separator, descriptor: pipe.input)
    }

    @Test func `standard input is read once, to its end`() throws {
        let pipe = try Pipe()
        let input = input(pipe)
        pipe.write("a.png\n")
        pipe.write("b.png\n")
        pipe.end()
        #expect(try input.read().all == Array("a.png\nb.png\n".utf8))
        #expect(try input.read().all == Array("a.png\nb.png\n".utf8))
    }

    /// Regression: each read of an input that did not end kept a thread forever.
    @Test func `a cancelled read ends and loses nothing`() throws {
        let pipe = try Pipe()
        let input = input(pipe)
        pipe.write("a.png\n")
        // cancelled after the first chunk
        let asked = Lock(0)
        #expect(throws: FeedError.cancelled) {
            try input.read(
                ReadContext(isCancelled: {
                    asked.withLock {
                        $0 += 1; return $0 > 2
                    }
                }))
        }
        pipe.write("b.png\n")
        pipe.end()
        #expect(try input.read().all == Array("a.png\nb.png\n".utf8))
    }

    /// Regression: the input was read to the limit of lists, sixteen times as much, before it was refused.
    @Test func `a feed over the limit is refused as it arrives`() throws {
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (1_000, 8_000)
        let pipe = try Pipe()
        let input = input(pipe, limits)
        pipe.write("<rss>" + String(repeating: " ", count: 3_000))  // and it does not end
        #expect(throws: FeedError.tooLarge(limit: ByteSize(1_000))) { try input.read() }
        #expect(throws: FeedError.tooLarge(limit: ByteSize(1_000))) { try input.read() }
        pipe.end()
    }

    @Test(arguments: [FeedOptions.Separator.newline, .zero])
    func `a list may be longer`(separator: FeedOptions.Separator)
        throws
    {
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (1_000, 8_000)
        let pipe = try Pipe()
        let input = input(pipe, limits, separator)
        let text = (separator == .zero ? "<rss>" : "") + String(repeating: "name of a picture.png\n", count: 200)
        pipe.write(text)
        pipe.end()
        #expect(try input.read().all == Array(text.utf8))
    }
}
