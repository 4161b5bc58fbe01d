import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// The list of formats: every row is complete, and a document is handled as its row says.
@Suite(.endsInTime) struct DocumentFormatTests {
    /// A file of each format. A new row of the list needs one.
    struct Sample: Sendable, CustomTestStringConvertible {
        let format: DocumentFormat
        let document: [UInt8]
        /// A file of the format without pictures; `nil` if there is none.
        var empty: [UInt8]?
        var testDescription: String { format.name }

        init(_ format: DocumentFormat, _ document: String, empty: String? = nil) {
            self.init(format, Array(document.utf8))
            self.empty = empty.map { Array($0.utf8) }
        }

        init(_ format: DocumentFormat, _ document: [UInt8]) { (self.format, self.document) = (format, document) }
    }

    static let samples = [
        Sample(.page, "<!-- x --><!doctype html><img src='http://x.test/a.png'>", empty: "<html></html>"),
        Sample(.picture, "GIF89a"),
        Sample(.feed, rss("<enclosure url='http://x.test/a.png'/>"), empty: "<rss><channel/></rss>"),
        Sample(
            .feedList, "<opml><body><outline xmlUrl='http://x.test/1'/></body></opml>", empty: "<opml><body/></opml>"),
        Sample(
            .sitemap,
            "<urlset><url><loc>http://x.test/</loc><image><loc>http://x.test/a.png</loc></image></url></urlset>",
            empty: "<urlset><url><loc>http://x.test/</loc></url></urlset>"),
        Sample(
            .sitemapIndex, "<sitemapindex><sitemap><loc>http://x.test/1</loc></sitemap></sitemapindex>",
            empty: "<sitemapindex/>"),
        Sample(.compressed, Self.compressedSitemap),
        Sample(.wideText, [0xFF, 0xFE, 0x61, 0, 0x0A, 0]),
        Sample(.entries, "/a.png\0/b.png\0"),
        Sample(.binary, "\u{1}\u{2}\u{3}"),
        Sample(.json, #"{"version": "https:\/\/jsonfeed.org", "items": [{"image": "http://x.test/a.png"}]}"#),
        Sample(.jsonFeed, #" {"items": [{"image": "http://x.test/a.png"}]}"#, empty: #"{"items": []}"#),
        Sample(
            .timeline, #" [{"media_attachments": [{"type": "image", "url": "http://x.test/a.png"}]}]"#,
            empty: " [ ]\n"),
        Sample(.list, "/a.png\n/b.png\n", empty: "# nothing\n"),
    ]

    /// The sample of a sitemap, in gzip.
    static let compressedSitemap: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xB3, 0x29, 0x2D, 0xCA, 0x29, 0x4E, 0x2D, 0xB1,
        0xB3, 0x01, 0xD2, 0x76, 0x36, 0x39, 0xF9, 0xC9, 0x76, 0x19, 0x25, 0x25, 0x05, 0x56, 0xFA, 0xFA, 0x15, 0x7A,
        0x25, 0xA9, 0xC5, 0x25, 0xFA, 0x36, 0xFA, 0x20, 0x31, 0x9B, 0xCC, 0xDC, 0xC4, 0xF4, 0x54, 0x6C, 0xF2, 0x89,
        0x7A, 0x05, 0x79, 0xE9, 0x50, 0x45, 0xFA, 0x50, 0x55, 0xFA, 0x60, 0xB3, 0xF4, 0xA1, 0x26, 0x03, 0x00, 0xB3,
        0x12, 0xDC, 0xA5, 0x62, 0x00, 0x00, 0x00,
    ]

    /// Returns a reader of files and of NUL-separated lists.
    private func reader(_ limits: FeedLimits = FeedLimits()) -> DocumentReader {
        var options = FeedOptions()
        options.separator = .zero
        return DocumentReader(
            limits: limits, options: options, base: .folder(""),
            picture: FeedItem(title: "picture", picture: .local("picture")))
    }

    @Test func `every format has a name of its own and a sample`() {
        let names = DocumentFormat.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names) == Set(Self.samples.map(\.format.name)))
    }

    @Test func `every format has words for a document with nothing to show, and a limit`() throws {
        try #require(!DocumentFormat.all.isEmpty)
        for format in DocumentFormat.all {
            #expect(!format.kind.emptyMessage.isEmpty, "\(format.name)")
            #expect((1...FeedLimits().listBytes).contains(format.limit(FeedLimits())), "\(format.name)")
        }
    }

    /// A format is recognized by the first bytes, or by the root element or the outline.
    @Test(arguments: samples) func `a document is recognized`(sample: Sample) throws {
        let format = DocumentFormat.of(reader().head(sample.document))
        guard format.name != sample.format.name else { return }
        let isXML = sample.format.rootElement != nil
        #expect(
            try isXML
                || reader().decode(StoredBytes(sample.document), DocumentReader.format)?.name == sample.format.name)
        #expect(format.name == (isXML ? DocumentFormat.feed : .json).name)
        let content = try reader().content(of: StoredBytes(sample.document))
        #expect(content.followed.count + content.segment.count == 1)
    }

    private static let emptySamples = samples.filter { $0.empty != nil }

    @Test func `most formats have a sample with nothing to show`() {
        #expect(Self.emptySamples.count >= 6)
    }

    @Test(arguments: emptySamples)
    func `a document with nothing to show is described by its format`(sample: Sample) throws {
        let empty = try #require(sample.empty)
        let error = #expect(throws: FeedError.self) { try reader().content(of: StoredBytes(empty)) }
        #expect(error == .noPictures(sample.format.kind))
        #expect(error?.description == sample.format.kind.emptyMessage)
        #expect(try !reader().content(of: StoredBytes(sample.document)).isEmpty)
    }

    @Test(arguments: samples)
    func `a document over the limit of its format is refused, unless its beginning is enough`(sample: Sample) {
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (5, 4)
        let isEnough = sample.format.isHeadEnough(reader().head(sample.document))
        let limit = FeedError.tooLarge(limit: ByteSize(sample.format.limit(limits)))
        do throws(FeedError) {
            _ = try reader(limits).content(of: StoredBytes(sample.document))
            #expect(isEnough)
        } catch {
            #expect((error == limit) != isEnough, "\(error)")
        }
    }

    @Test func `a new format needs only its row`() throws {
        let letter = DocumentFormat(
            name: "letter", kind: .init(emptyMessage: "the letter has no pictures"),
            parse: { reader in
                { body throws(FeedError) in body.count < 9 ? SourceContent() : try reader.picture(body) }
            })
        #expect(try reader().content(of: StoredBytes(Array("Dear all,".utf8)), as: letter).title == "picture")
        let error = #expect(throws: FeedError.self) {
            try reader().content(of: StoredBytes(Array("Dear".utf8)), as: letter)
        }
        #expect(error?.description == "the letter has no pictures")
    }

    @Test func `no name with the extension of a format is taken for a host`() {
        let endings = DocumentFormat.all.flatMap(\.fileExtensions)
        #expect(endings.contains("html") && endings.contains("png") && endings.contains("txt"))
        for ending in endings {
            #expect(FeedSource.suggestion(for: "name.\(ending)") == nil, "\(ending)")
        }
        #expect(FeedSource.suggestion(for: "name.test") == "https://name.test")
    }
}
