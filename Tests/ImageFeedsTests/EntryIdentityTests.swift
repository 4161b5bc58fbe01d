import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// What makes an entry of a feed the same entry in the next reading.
@Suite(.endsInTime) struct EntryIdentityTests {
    private struct Entry {
        var guid: String?
        var page: String?
        var title: String?
        var picture: String? = "cover"
        var host = "x.test"

        var rss: String {
            "<item>" + (guid.map { "<guid isPermaLink='false'>\($0)</guid>" } ?? "")
                + (page.map { "<link>http://\(host)/\($0)</link>" } ?? "")
                + (title.map { "<title>\($0)</title>" } ?? "")
                + (picture.map { "<enclosure type='image/png' url='http://\(host)/\($0).png'/>" } ?? "") + "</item>"
        }

        var atom: String {
            "<entry>" + (guid.map { "<id>\($0)</id>" } ?? "")
                + (page.map { "<link href='http://\(host)/\($0)'/>" } ?? "")
                + (title.map { "<title>\($0)</title>" } ?? "")
                + (picture.map { "<link rel='enclosure' type='image/png' href='http://\(host)/\($0).png'/>" } ?? "")
                + "</entry>"
        }

        var json: String {
            let fields = [
                ("id", guid), ("url", page.map { "http://\(host)/\($0)" }), ("title", title),
                ("image", picture.map { "http://\(host)/\($0).png" }),
            ]
            return "{" + fields.compactMap { name, text in text.map { "\"\(name)\":\"\($0)\"" } }.joined(separator: ",")
                + "}"
        }
    }

    enum Format: CaseIterable {
        case rss, atom, json
    }

    private func ids(_ entries: [Entry], _ format: Format, showsAll: Bool = false) async throws -> [FeedItem.ID] {
        let text =
            switch format {
            case .rss: "<rss><channel>\(entries.map(\.rss).joined())</channel></rss>"
            case .atom: "<feed xmlns='http://www.w3.org/2005/Atom'>\(entries.map(\.atom).joined())</feed>"
            case .json: "{\"items\": [\(entries.map(\.json).joined(separator: ","))]}"
            }
        var options = FeedOptions()
        options.showsEntriesWithoutPictures = showsAll
        let network = FakeNetwork(["http://x.test/f": (nil, text)])
        return try await FeedReader(fetcher: network, options: options).items(of: [.url("http://x.test/f")]).items.map(
            \.id)
    }

    /// Regression: the first entries of two feeds that number theirs shared a mark.
    @Test(arguments: Format.allCases)
    func `numbers count within a host, addresses everywhere`(format: Format) async throws {
        func id(_ guid: String, at host: String) async throws -> FeedItem.ID? {
            var entry = Entry(guid: guid, title: "A")
            entry.host = host
            return try await ids([entry], format).first
        }
        #expect(try await id("1", at: "x.test") != id("1", at: "y.test"))
        #expect(try await id("tag:z.test,1", at: "x.test") == id("tag:z.test,1", at: "y.test"))
    }

    @Test(arguments: Format.allCases)
    func `episodes with one cover differ, and keep their identity whatever else changes`(format: Format) async throws {
        let before = try await ids([Entry(guid: "a", title: "A"), Entry(guid: "b", title: "B")], format)
        #expect(Set(before).count == 2)
        let after = try await ids(
            [
                Entry(guid: "c", title: "C"), Entry(guid: "a", page: "moved", title: "A2", picture: "new"),
                Entry(guid: "b", title: "B"),
            ], format)
        #expect(after.dropFirst() == before[...] && !before.contains(after[0]))
    }

    @Test(arguments: Format.allCases)
    func `entries without a guid are known by page, then picture, then title`(format: Format) async throws {
        let all = [
            Entry(page: "a", title: "A"), Entry(page: "b", title: "B"), Entry(title: "C", picture: "c"),
            Entry(title: "D", picture: nil), Entry(title: "E", picture: nil),
        ]
        let before = try await ids(all, format, showsAll: true)
        #expect(before.count == 5 && Set(before).count == 5)
        let changed = [
            Entry(page: "a", title: "A2", picture: "new"), Entry(page: "b", title: "B2"),
            Entry(title: "C2", picture: "c"), Entry(title: "D", picture: nil), Entry(title: "E", picture: nil),
        ]
        #expect(try await ids(changed, format, showsAll: true) == before)
    }

    @Test(arguments: Format.allCases)
    func `a guid that different entries share does not merge them`(format: Format) async throws {
        let byPage = try await ids([Entry(guid: "x", page: "a"), Entry(guid: "x", page: "b")], format)
        #expect(Set(byPage).count == 2)
        let longer = try await ids(
            [Entry(guid: "x", page: "c"), Entry(guid: "x", page: "a"), Entry(guid: "x", page: "b")], format)
        #expect(longer.dropFirst() == byPage[...], "known by their pages")
        let byPicture = [Entry(guid: "x", page: "a", picture: "1"), Entry(guid: "x", page: "a", picture: "2")]
        #expect(Set(try await ids(byPicture, format)).count == 2)
        let byTitle = [Entry(guid: "x", title: "A"), Entry(guid: "x", title: "B"), Entry(guid: "y", title: "C")]
        #expect(Set(try await ids(byTitle, format)).count == 3)
    }

    @Test(arguments: Format.allCases)
    func `an entry that occurs twice has one identity`(format: Format) async throws {
        let entry = Entry(guid: "x", page: "a", title: "A")
        #expect(Set(try await ids([entry, entry], format)).count == 1)
    }

    @Test func `episodes with the picture of their feed are distinguished`() async throws {
        let episodes = ["a", "b"].map {
            "<item><guid>\($0)</guid><enclosure type='audio/mpeg' url='http://x.test/\($0).mp3'/></item>"
        }
        let text = "<rss><channel>\(episodes.joined())<image><url>http://x.test/c.png</url></image></channel></rss>"
        let network = FakeNetwork(["http://x.test/f": (nil, text)])
        let items = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/f")]).items
        #expect(Set(items.map(\.picture)).count == 1 && Set(items.map(\.id)).count == 2)
    }

    @Test func `the id of an Atom entry is not its page`() async throws {
        let result = try await read(
            feed: atom("<id>http://x.test/id</id><link href='http://x.test/page'/><link rel='image' href='a.png'/>"))
        #expect(result.items.map(\.page) == ["http://x.test/page"])
    }

    @Test func `pictures of files, lists and pages are their identity`() async throws {
        let network = FakeNetwork(["http://x.test/p": ("text/html", "<a href=/x><img src=/a.png></a><img src=/b.png>")])
        let items = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/p")]).items
        #expect(items.count == 2 && items.allSatisfy { $0.id == .picture($0.picture) })
    }
}
