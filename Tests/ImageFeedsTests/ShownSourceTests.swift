import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// How sources are shown, without their passwords.
@Suite(.endsInTime) struct ShownSourceTests {
    /// A network that is down, and fails with the URL in its message.
    private struct Down: FeedFetcher {
        struct Unreachable: Error, CustomStringConvertible {
            let description: String
        }

        func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument?
        {
            let url = address.requestText
            throw Unreachable(description: "no way to \(url)")
        }
    }

    @Test(arguments: [
        "https://me:secret@feeds.test/a.xml", "https://me:se@cret@feeds.test/", "http://secret@feeds.test",
        "ftp://me:secret@feeds.test/a.xml", "http://me:secret@", "http://me:se?secret@feeds.test/",
        "http://me:se/secret@feeds.test/",
    ])
    func `no sentence about a source shows its password`(address: String) async throws {
        let reader = FeedReader(fetcher: Down())
        let alone = await #expect(throws: FeedError.self) { try await reader.items(of: [.url(address)]) }
        let together = await #expect(throws: FeedError.self) {
            try await reader.items(of: [.url(address), .url(address)])
        }
        let beside = try await FeedReader(fetcher: Down()).items(of: [.url("http://feeds.test/a.png"), .url(address)])
        let sentences = [alone, together].map { "\($0.map { "\($0)" } ?? "")" } + beside.failures.map(\.description)
        #expect(sentences.count == 3 && sentences.allSatisfy { !$0.isEmpty })
        for sentence in sentences { #expect(!sentence.contains("secret"), "\(sentence)") }
    }

    @Test func `the host and the path are shown`() {
        let failure = FeedFailure(
            source: .url("https://me:secret@feeds.test/a.xml"),
            error: .missingScheme(suggestion: "https://you:pw@b.test"),
            isPartial: false)
        #expect(
            failure.description
                == "https://feeds.test/a.xml: no such file; did you mean https://b.test?")
    }

    @Test func `a file with an at sign keeps its name`() {
        let failure = FeedFailure(source: .path("a/photo@2x.png"), error: .empty, isPartial: false)
        #expect(failure.description == "a/photo@2x.png: is empty")
    }
}
