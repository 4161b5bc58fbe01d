import Testing

@testable import ImageLab

@Suite(.endsInTime) struct FeedTests {
    private let site = LabSite(pictures: Samples.pictures, baseURL: "http://127.0.0.1:1")

    private func feed(
        _ target: String, of other: LabSite? = nil
    ) throws -> (reply: LabReply, elements: [MarkupScanner.Element]) {
        let reply = (other ?? site).reply(to: LabRequest(method: "GET", target: target))
        return (reply, try MarkupScanner.elements(of: String(decoding: reply.body, as: UTF8.self)))
    }

    @Test func `the demo feed lists every picture once at its own pace`() throws {
        let (reply, elements) = try feed("/feed/demo")

        #expect(reply.headers.contains { $0 == ("Content-Type", "application/rss+xml; charset=utf-8") })
        #expect(elements.last?.attributes["version"] == "2.0")
        #expect(
            elements.filter { $0.name == "title" }.map(\.text)
                == ["Halftone's demo feed", "Salt & <pepper> \"to taste\"", "Dot", "Large"])
        let urls = [
            "http://127.0.0.1:1/image/photo", "http://127.0.0.1:1/image/dot",
            "http://127.0.0.1:1/image/large%20one",
        ]
        #expect(elements.filter { $0.name == "enclosure" }.map { $0.attributes["url"] } == urls)
        #expect(elements.filter { $0.name == "media:content" }.map { $0.attributes["url"] } == urls)
        #expect(elements.filter { $0.name == "pubDate" }.first?.text == "Thu, 01 Jan 2026 12:00:00 +0000")
        #expect(elements.filter { $0.name == "pubDate" }.last?.text == "Thu, 01 Jan 2026 10:00:00 +0000")
    }

    @Test func `faults are passed on and override the natural pace`() throws {
        let (_, elements) = try feed("/feed/demo?count=1&delay=5&etag&auth=a%26b:c")
        #expect(
            elements.first { $0.name == "enclosure" }?.attributes["url"]
                == "http://127.0.0.1:1/image/photo?delay=5&etag&auth=a%26b:c")
    }

    @Test func `a long feed repeats the pictures, and no URL twice`() throws {
        let (_, elements) = try feed("/feed/all?count=1000&seed=5")
        let urls = elements.filter { $0.name == "enclosure" }.compactMap { $0.attributes["url"] }
        #expect(urls.count == 1000)
        #expect(Set(urls).count == 1000)
        #expect(urls[0] == "http://127.0.0.1:1/image/photo?seed=5")
        #expect(urls[3] == "http://127.0.0.1:1/image/photo?seed=6")
    }

    @Test func `a feed named like a picture has that picture`() throws {
        let (_, elements) = try feed("/feed/dot?count=3")
        let urls = elements.filter { $0.name == "enclosure" }.compactMap { $0.attributes["url"] }
        #expect(urls == ["", "?seed=1", "?seed=2"].map { "http://127.0.0.1:1/image/dot" + $0 })
    }

    @Test func `the size is stated if it is known`() throws {
        let picture = LabPicture(name: "a", title: "a", mimeType: "image/x", byteCount: 64) { [] }
        let (_, elements) = try feed("/feed/all?count=2", of: LabSite(pictures: [picture], baseURL: ""))

        #expect(elements.filter { $0.name == "enclosure" }.map { $0.attributes["length"] } == ["64", "0"])
        #expect(elements.filter { $0.name == "media:content" }.map { $0.attributes["fileSize"] } == ["64", nil])
    }

    @Test func `an empty feed is still a feed`() throws {
        #expect(try feed("/feed/all?count=0").elements.last?.name == "rss")
    }

    @Test(arguments: ["count=-1", "count=x", "count", "count=100001", "format=json", "delay=never", "colour=red"])
    func `a bad value is refused`(query: String) {
        #expect(site.reply(to: LabRequest(method: "GET", target: "/feed/demo?\(query)")).status == 400)
    }

    @Test func `characters that XML cannot hold are dropped`() {
        #expect(Markup.escape("a\u{1B}[31m<b>&\"\u{0}é") == "a[31m&lt;b&gt;&amp;&quot;é")
    }

    @Test func `the index lists the pictures`() {
        #expect(site.indexPage.contains("<a href=\"/image/large%20one\">Large</a>"))
        #expect(site.indexPage.contains("Salt &amp; &lt;pepper&gt;"))
    }
}
