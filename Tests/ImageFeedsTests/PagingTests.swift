import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// Sources with several pages: `rel=next`, `next_url`.
@Suite(.endsInTime) struct PagingTests {
    private func page(_ pictures: String..., next: String?) -> (type: String?, text: String) {
        let link = next.map { #"<atom:link rel="next" href="\#($0)"/>"# } ?? ""
        let items = pictures.map {
            #"<item><title>\#($0)</title><enclosure url="\#($0).jpg" type="image/jpeg"/></item>"#
        }
        let text = #"<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel>\#(link)\#(items.joined())</channel></rss>"#
        return (nil, text)
    }

    /// Returns everything that scrolling to the end loads, page by page.
    private func all(
        _ network: FakeNetwork, _ sources: String..., limits: FeedLimits = FeedLimits()
    ) async throws -> (pages: [[String]], failures: [FeedFailure]) {
        let reader = FeedReader(fetcher: network, limits: limits)
        let result = try await reader.items(of: sources.map { .url($0) })
        var pages = [result.items.map(\.title)]
        var failures = result.failures
        var next = result.next
        while let continuation = next, pages.count < 50 {
            let page = try await reader.page(after: continuation)
            pages.append(page.items.map(\.title))
            failures += page.failures
            next = page.next
        }
        return (pages, failures)
    }

    @Test func `pages follow each other to the last`() async throws {
        let network = FakeNetwork([
            "http://x.test/1": page("a", "b", next: "2?p=1&amp;q=2"), "http://x.test/2?p=1&q=2": page("c", next: "/3"),
            "http://x.test/3": page("d", next: nil),
        ])
        let (pages, failures) = try await all(network, "http://x.test/1")
        #expect(pages == [["a", "b"], ["c"], ["d"]])
        #expect(failures.isEmpty)
    }

    @Test(
        arguments: [
            ("application/feed+json", #"{"next_url": "2", "items": [{"image": "a.jpg"}]}"#),
            ("text/html", "<html><link rel=next href=2><img src=a.jpg>"),
            ("text/html", "<html><img src=a.jpg><a class=more rel='nofollow next' href=2>older</a>"),
            (
                "application/atom+xml",
                #"<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="2"/><entry><link rel="enclosure" type="image/png" href="a.jpg"/></entry></feed>"#
            ),
        ])
    func `every kind of document can have a next page`(type: String, text: String) async throws {
        let network = FakeNetwork(["http://x.test/1": (type, text), "http://x.test/2": page("b", next: nil)])
        #expect(try await all(network, "http://x.test/1").pages == [["a.jpg"], ["b"]])
    }

    @Test(arguments: [
        (#"<2>; rel="next""#, true), (#"<http://x.test/0>; rel=prev, </2>; title="a, b"; REL="nofollow Next""#, true),
        ("<2>;rel=next", true), ("<2>; rel=prev", false), (#"<2>; title="rel=next""#, false), ("2; rel=next", false),
        (#"<2>; title="a; rel=next; b""#, false), (#"<a,b;c>; rel=prev,<2> ; rel = "next""#, true),
        ("<2>; rel=prev; rel=next", false), ("<2>; rel=nextpage", false),
        ("<file:///etc/passwd>; rel=next", false), ("<2>", false), ("<2", false), ("", false),
    ])
    func `the next page of a timeline is named in the response`(link: String, isNext: Bool) async throws {
        let timeline = #"[{"media_attachments": [{"type": "image", "url": "http://x.test/a.jpg"}]}]"#
        var network = FakeNetwork(["http://x.test/1": (nil, timeline), "http://x.test/2": page("b", next: nil)])
        network.documents["http://x.test/1"]?.links = ["<http://x.test/style.css>; rel=preload", link]
        #expect(try await all(network, "http://x.test/1").pages == [["a.jpg"]] + (isNext ? [["b"]] : []))
    }

    /// Regression: only a next page that the document names continued a page without pictures.
    @Test func `a timeline continues after a page without pictures`() async throws {
        var network = FakeNetwork([
            "http://x.test/1": (nil, #"[{"media_attachments": []}]"#), "http://x.test/2": page("b", next: nil),
        ])
        network.documents["http://x.test/1"]?.links = ["<2>; rel=next"]
        #expect(try await all(network, "http://x.test/1").pages == [["b"]])
    }

    @Test func `sources continue independently of each other`() async throws {
        let network = FakeNetwork([
            "http://x.test/1": page("a", next: "2"), "http://x.test/2": page("b", next: nil),
            "http://y.test/1": page("k", next: "2"), "http://y.test/2": page("l", next: "3"),
            "http://y.test/3": page("m", next: nil),
        ])
        #expect(
            try await all(network, "http://x.test/1", "http://y.test/1").pages == [["a", "k"], ["b", "l"], ["m"]])
    }

    @Test func `pages of a loop are read once`() async throws {
        let network = FakeNetwork([
            "http://x.test/1": page("a", next: "2"), "http://x.test/2": page("b", next: "1"),
            "http://y.test/1": page("k", next: "1"),
        ])
        let (pages, failures) = try await all(network, "http://x.test/1")
        #expect(pages == [["a"], ["b"]], "what is new is shown, though it leads back")
        #expect(failures.map(\.error) == [.pagesRepeat])
        #expect(try await all(network, "http://y.test/1").failures.map(\.error) == [.pagesRepeat])
    }

    @Test func `a last page that is served forever ends the source`() async throws {
        var network = FakeNetwork(["http://x.test/1": page("a", next: "2")])
        for number in 2...60 {
            network.add("http://x.test/\(number)", type: nil, bytes: Array(page("z", next: "\(number + 1)").text.utf8))
        }
        let (pages, failures) = try await all(network, "http://x.test/1")
        #expect(pages == [["a"], ["z"], []])
        #expect(failures.map(\.error) == [.pagesRepeat])
    }

    @Test func `endless pages are bounded`() async throws {
        var network = FakeNetwork()
        for number in 1...60 {
            network.add(
                "http://x.test/\(number)", type: nil, bytes: Array(page("\(number)", next: "\(number + 1)").text.utf8))
        }
        var limits = FeedLimits()
        limits.pages = 3
        let (pages, failures) = try await all(network, "http://x.test/1", limits: limits)
        #expect(pages == [["1"], ["2"], ["3"]])
        #expect(failures.map(\.error) == [.tooManyPages(limit: 3)])
    }

    @Test func `a failed page is named and can be read again`() async throws {
        var network = FakeNetwork(["http://x.test/1": page("a", next: "2")])
        let result = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/1")])
        let next = try #require(result.next)
        let failed = try await FeedReader(fetcher: network).page(after: next)
        #expect(failed.failures.map(\.source) == ["http://x.test/2"])
        #expect(failed.next == nil)
        network.add("http://x.test/2", type: nil, bytes: Array(page("b", next: nil).text.utf8))
        var items = result.items
        items.append(try await FeedReader(fetcher: network).page(after: next).items)
        #expect(items.map(\.title) == ["a", "b"])
    }

    @Test func `empty first pages are skipped`() async throws {
        let network = FakeNetwork([
            "http://x.test/1": page(next: "2"), "http://x.test/2": page(next: "3"),
            "http://x.test/3": page("a", next: nil),
        ])
        #expect(try await all(network, "http://x.test/1").pages == [["a"]])
        let empty = FakeNetwork(["http://x.test/1": page(next: "2"), "http://x.test/2": page(next: nil)])
        await #expect(throws: FeedError.noPictures(.feed)) { try await all(empty, "http://x.test/1") }
    }

    /// Regression: the feed was said to have no pictures, and its next page was lost.
    @Test func `many empty first pages are reported, and reading can continue after them`() async throws {
        var network = FakeNetwork(["http://x.test/15": page("a", next: "16"), "http://x.test/16": page("b", next: nil)])
        for number in 1...14 {
            network.add("http://x.test/\(number)", type: nil, bytes: Array(page(next: "\(number + 1)").text.utf8))
        }
        let reader = FeedReader(fetcher: network)
        let result = try await reader.items(of: [.url("http://x.test/1")])
        #expect(result.items.isEmpty)
        #expect(result.failures.map(\.error) == [.noPicturesSoFar(pages: 6)])
        #expect("\(result.failures[0])" == "http://x.test/1: has no pictures on its first 6 pages; more follow")
        var (next, titles) = (result.next, [String]())
        while let continuation = next {
            let page = try await reader.page(after: continuation)
            (next, titles) = (page.next, titles + page.items.map(\.title))
        }
        #expect(titles == ["a", "b"])
    }

    @Test func `pages never lead to local files`() async throws {
        let network = FakeNetwork(["http://x.test/1": page("a", next: "file:///etc/passwd")])
        #expect(try await all(network, "http://x.test/1").pages == [["a"]])
    }
}
