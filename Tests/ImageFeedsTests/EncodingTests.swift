import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// Feeds and pages in the encodings of Chinese, Japanese, Korean and Russian, under their common labels.
@Suite(.endsInTime) struct EncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let label: String
        let bytes: [UInt8]
        let text: String
        var testDescription: String { label }
    }

    static let samples = [
        Sample(label: "GB18030", bytes: [0xCD, 0xBC, 0xC6, 0xAC, 0x81, 0x39, 0xEE, 0x39], text: "图片㐀"),
        Sample(label: "GBK", bytes: [0xD6, 0xEC, 0xE9, 0x46, 0xCD, 0xBC], text: "朱镕图"),
        // Labeled GB2312, which lacks the second character: the label has meant GBK for decades.
        Sample(label: "gb2312", bytes: [0xD6, 0xEC, 0xE9, 0x46, 0xCD, 0xBC], text: "朱镕图"),
        // Second bytes that are backslashes in ASCII.
        Sample(label: "Shift_JIS", bytes: [0x95, 0x5C, 0x8E, 0xA6, 0x83, 0x5C], text: "表示ソ"),
        Sample(label: "x-sjis", bytes: [0x95, 0x5C, 0x8E, 0xA6], text: "表示"),
        // A character that only Microsoft's variant has, under the name of the standard.
        Sample(label: "shift_jis", bytes: [0x87, 0x40, 0x95, 0x5C], text: "①表"),
        Sample(label: "EUC-JP", bytes: [0xBC, 0xCC, 0xBF, 0xBF], text: "写真"),
        Sample(label: "Big5", bytes: [0xB9, 0xCF, 0xA5, 0x5C], text: "圖功"),
        Sample(label: "EUC-KR", bytes: [0xBB, 0xE7, 0xC1, 0xF8], text: "사진"),
        Sample(label: "ks_c_5601-1987", bytes: [0xBB, 0xE7, 0xC1, 0xF8], text: "사진"),
        Sample(label: "KOI8-R", bytes: [0xEB, 0xC1, 0xD2, 0xD4, 0xC9, 0xCE, 0xC1], text: "Картина"),
        Sample(label: "windows-1251", bytes: [0xCA, 0xE0, 0xF0, 0xF2, 0xE8, 0xED, 0xE0], text: "Картина"),
        // The labels ISO-8859-1 and ASCII mean windows-1252.
        Sample(label: "ISO-8859-1", bytes: [0x93, 0x78, 0x94, 0x96, 0x80, 0x85, 0xE9], text: "“x”–€…é"),
        Sample(label: "us-ascii", bytes: [0x91, 0x78, 0x92, 0x97], text: "‘x’—"),
        Sample(label: "latin1", bytes: [0x80, 0x99, 0xFC], text: "€™ü"),
        Sample(label: "ISO-8859-9", bytes: [0x93, 0xF0, 0xFE, 0x94], text: "“ğş”"),
        Sample(label: "ISO-8859-11", bytes: [0x80, 0xC0, 0xA1], text: "€\u{0E20}\u{0E01}"),
        Sample(label: "x-cp1250", bytes: [0x9E, 0x8A], text: "žŠ"),
        Sample(label: "iso-8859-8-i", bytes: [0xF9, 0xEC], text: "של"),
        Sample(label: "x-mac-roman", bytes: [0x8E, 0xD2], text: "é“"),
        // Not in the standard, but supported by the C library.
        Sample(label: "IBM850", bytes: [0x82, 0x84], text: "éä"),
        // Unknown labels.
        Sample(label: "x-made-up", bytes: [0x93, 0xE9, 0x94], text: "“é”"),
        Sample(label: "x-made-up-too", bytes: Array("“é”".utf8), text: "“é”"),
        // A document that is readable as single bytes is not UTF-16.
        Sample(label: "UTF-16", bytes: Array("é—".utf8), text: "é—"),
        // Its characters are ASCII bytes between escapes, among them < and & here.
        Sample(label: "ISO-2022-JP", bytes: [0x1B, 0x24, 0x42, 0x3C, 0x4C, 0x3F, 0x3F, 0x1B, 0x28, 0x42], text: "写真"),
    ]

    private static func feed(_ declaration: String, _ sample: Sample) -> [UInt8] {
        Array((declaration + "<rss><channel><title>").utf8) + sample.bytes
            + Array("</title><item><title>".utf8) + sample.bytes
            + Array(
                "</title><enclosure url='a.png?x=1\(sample.label.hasPrefix("ISO-2022") ? "&amp;" : "&")y=2' type='image/png'/></item></channel></rss>"
                    .utf8)
    }

    @Test(arguments: samples) func `a feed whose server states its encoding is read`(sample: Sample) async throws {
        let result = try await read(feed: Self.feed("", sample), type: "text/xml; charset=\(sample.label)")
        #expect(result.title == sample.text && result.failures.isEmpty)
    }

    @Test(arguments: samples, [true, false])
    func `a page is read`(sample: Sample, saysSoItself: Bool) async throws {
        let meta = saysSoItself ? "<meta http-equiv='Content-Type' content='text/html; charset=\(sample.label)'>" : ""
        let bytes =
            Array("<html><head>\(meta)<title>".utf8) + sample.bytes
            + Array("</title></head><img src='a.png' alt='".utf8)
            + sample.bytes + Array("'></html>".utf8)
        let result = try await read(feed: bytes, type: "text/html" + (saysSoItself ? "" : "; charset=\(sample.label)"))
        #expect(result.title == sample.text && result.items.map(\.title) == [sample.text])
    }

    /// Regression: the parser switched to the document's own declaration as soon as it had read it, even if another
    /// encoding was given.
    @Test(arguments: samples) func `a long feed is read in one encoding to its end`(sample: Sample) async throws {
        let start = "<?xml version='1.0' encoding='\(sample.label)'?>"
        let filler = "<!--" + String(repeating: "more than one read of the parser ", count: 1_000) + "-->"
        let result = try await read(feed: Self.feed(start + filler, sample))
        #expect(result.title == sample.text && result.items.map(\.title) == [sample.text])
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.png?x=1&y=2")])
        #expect(result.failures.isEmpty)
    }

    /// Regression: one undefined byte ended a feed, with all that followed it.
    @Test func `an invalid byte costs no other character`() async throws {
        let sample = Sample(label: "windows-1252", bytes: [0x81, 0x61, 0x9D], text: "a")
        let result = try await read(feed: Self.feed("<?xml version='1.0' encoding='windows-1252'?>", sample))
        #expect(result.items.map(\.title) == ["a"] && result.failures.isEmpty)
    }

    /// The position matters: the decoder works on a few kilobytes at a time.
    @Test(arguments: [0, 20_000]) func `a byte that is not UTF-8 is windows-1252`(filler: Int) async throws {
        let space = String(repeating: " ", count: filler)
        let sample = Sample(label: "utf-8", bytes: [0x61, 0xE9, 0x62] + Array("ж".utf8), text: "aébж")
        let feed = try await read(feed: Self.feed("<?xml version='1.0' encoding='utf-8'?>" + space, sample))
        #expect(feed.items.map(\.title) == [sample.text] && feed.failures.isEmpty)
        let page =
            Array("<!DOCTYPE html><html><meta charset=utf-8>\(space)<img src=a.png alt='".utf8) + sample.bytes
            + Array("'><img src=b.png>".utf8)
        let items = try await read(feed: page, type: "text/html").items
        #expect(items.map(\.title) == [sample.text, "b.png"])
    }

    /// As in browsers: the mark, the server, the document, UTF-8, windows-1252.
    @Test(
        arguments: [
            ("\u{FEFF}", "; charset=windows-1251", "windows-1251", Array("é".utf8), "é"),
            ("", "; charset=windows-1251", "utf-8", [0xE9], "й"), ("", "; charset=\"KOI8-R\"", nil, [0xC4], "д"),
            ("", "; charset=unknown", "windows-1251", [0xE9], "й"), ("", "", "windows-1251", [0xE9], "й"),
            ("", "; Charset = windows-1251", "utf-8", [0xE9], "й"),
            ("\u{FEFF}", "; charset=latin1", nil, Array("Grün".utf8), "Grün"),
            ("", "; charset=\"ISO-8859-15\"", nil, [0x47, 0x72, 0xFC, 0x6E], "Grün"),
            ("", "", "ISO-8859-1", [0x63, 0x61, 0x66, 0xE9], "café"),
            ("", "", "windows-1252", [0x93, 0x80, 0x94], "“€”"),
            ("", "", nil, [0x61, 0xFF, 0xC3, 0x62], "aÿÃb"),
            // Bytes that are UTF-8 too: the label counts.
            ("", "", "gb2312", [0xCD, 0xBC, 0xC6, 0xAC], "图片"), ("", "", "EUC-JP", Array("写真".utf8), "写真"),
            ("", "; charset=big5", nil, Array("图片".utf8), "图片"), ("", "", nil, Array("é".utf8), "é"),
            ("", "", nil, [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x80], "Grüße€"),
        ] as [(String, String, String?, [UInt8], String)], [true, false])
    func `the first statement of an encoding counts`(
        _ sample: (mark: String, type: String, declared: String?, bytes: [UInt8], text: String), isPage: Bool
    ) async throws {
        let start =
            isPage
            ? "<html>" + (sample.declared.map { "<meta charset='\($0)'>" } ?? "") + "<title>"
            : (sample.declared.map { "<?xml version='1.0' encoding='\($0)'?>" } ?? "") + "<rss><channel><title>"
        let end =
            isPage ? "</title><img src=a.png></html>" : "</title><item><enclosure url='a.png'/></item></channel></rss>"
        let bytes = Array((sample.mark + start).utf8) + sample.bytes + Array(end.utf8)
        let result = try await read(feed: bytes, type: (isPage ? "text/html" : "text/xml") + sample.type)
        #expect(result.title == sample.text && result.failures.isEmpty)
    }

    /// Regression: only the first `meta` was looked at.
    @Test(arguments: [
        "<html><meta name='description' content='of a charset'><meta charset='windows-1251'>",
        "<html><!-- <meta charset='utf-8'> --><meta charset='windows-1251'>",
        "<html><meta charset='x-unknown'><meta charset = 'windows-1251' />",
        "<html><title>\(String(repeating: "x", count: 2_000))</title><meta charset=windows-1251>",
        "<?xml version='1.0' encoding='windows-1251'?><html>",
    ])
    func `the first known encoding that a page states counts`(start: String) async throws {
        let page = Array("\(start)<img src=a.png alt='".utf8) + [0xE9] + Array("'>".utf8)
        #expect(try await read(feed: page, type: "text/html").items.map(\.title) == ["й"])
    }

    private static let warning = "<br />\n<b>Warning</b>: Undefined variable in <b>/x.php</b> on line <b>3</b><br />\n"

    @Test(
        arguments: [
            "", "\n\n ", "\n\n  ", "\u{FEFF}\n", warning, "Notice: x in /a.php\n", "<!-- cached -->\n",
            warning + "\u{FEFF}", String(repeating: warning, count: 200),
            "<h1>Error</h1><ul><li><code>x</code></ul><center><img src='/x.png'></center>",
            "<script>if (a<b) {}</script>",
        ],
        [
            rss("<enclosure url='a.png'/>"), atom("<link rel='enclosure' href='a.png'/>"),
            "<?xml version='1.0'?><?xml-stylesheet href='a.xsl'?><!-- x --><urlset><url><image><loc>a.png</loc></image></url></urlset>",
        ])
    func `rubbish before the declaration is skipped`(rubbish: String, document: String) async throws {
        for type in ["application/rss+xml", "text/html"] {
            let result = try await read(feed: rubbish + document, type: type)
            #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.png")] && result.failures.isEmpty)
        }
    }

    @Test(
        arguments: [warning, "<b>Notice</b>: x<br>", "<!-- cached -->", warning + "<?xml version='1.0'?>\n"],
        ["<rss><channel><item><enclosure url='a.png'/></item></channel></rss>", "<html><img src='a.png'></html>"])
    func `rubbish before the outermost element is skipped`(rubbish: String, document: String) async throws {
        let result = try await read(feed: rubbish + document, type: nil)
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.png")] && result.failures.isEmpty)
    }

    /// The outermost elements of other formats, which contain elements of these names.
    @Test(arguments: [("<kml><feed/></kml>", "kml"), ("<letter><head/><body/></letter>", "letter")])
    func `an element inside of another format is not its outermost`(document: String, root: String) async {
        await #expect(throws: FeedError.notAFeed(looksLike: .xml(root: root))) {
            try await read(feed: document, type: nil)
        }
    }

    @Test func `rubbish has no byte order mark because of one letter`() async throws {
        let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
        let document = declaration + "<rss><channel><item><title>"
        let bytes: [UInt8] = [0xEF, 0x0A] + Array(document.utf8) + [0xE9]
        let end = "</title><enclosure url='a.png'/></item></channel></rss>"
        #expect(try await read(feed: bytes + Array(end.utf8)).items.map(\.title) == ["й"])
    }

    @Test(arguments: [
        "<rss><channel><item><enclosure url='a.png'/><description><![CDATA[<?xml version='1.0'?><rss>]]></description></item></channel></rss>",
        "<div><?xml version='1.0'?><svg/></div><img src=a.png>",
        #"{"items": [{"image": "a.png", "content_html": "<?xml version='1.0'?><rss>"}]}"#,
    ])
    func `a declaration inside of a document is part of it`(document: String) async throws {
        let type = document.hasPrefix("<div") ? "text/html" : nil
        #expect(
            try await read(feed: document, type: type).items.map(\.picture) == [.remote("http://feeds.test/a/a.png")])
    }

    @Test func `the C library supports every name of the table`() {
        for name in Set(EncodingLabels.names.values) {
            #expect(EncodingLabels.name(of: name) != nil, "\(name)")
        }
    }

    /// Returns a text in UTF-16 or UTF-32.
    private static func wide(_ text: String, bits: Int, isLittle: Bool) -> [UInt8] {
        let units = bits == 16 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
        return units.flatMap { unit -> [UInt8] in
            let bytes = (0..<bits / 8).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
            return isLittle ? bytes : bytes.reversed()
        }
    }

    /// Regression: JSON was refused as a list in UTF-16, or without a mark as bytes of no format.
    @Test(
        arguments: [
            "<rss><channel><item><title>né “😀”</title><enclosure url='a.png?x=1&y=2'/></item></channel></rss>",
            "<?xml version='1.0' encoding='UTF-32'?><rss><item><title>né “😀”</title><enclosure url='a.png?x=1&y=2'/></item></rss>",
            "<html><img src='a.png?x=1&y=2' alt='né “😀”'>",
            #"{"items": [{"title": "né “😀”", "image": "a.png?x=1&y=2"}]}"#,
            "\n[\n" + #"{"content": "né “😀”", "media_attachments": [{"type": "image", "url": "a.png?x=1&y=2"}]}]"#,
        ], [(16, true), (16, false), (32, true), (32, false)])
    func `a document in UTF-16 or UTF-32 is read`(document: String, encoding: (bits: Int, isLittle: Bool)) async throws
    {
        for mark in document.hasPrefix("\n") ? ["\u{FEFF}"] : ["\u{FEFF}", ""] {
            let bytes = Self.wide(mark + document, bits: encoding.bits, isLittle: encoding.isLittle)
            let items = try await read(feed: bytes, type: nil).items
            #expect(items.map(\.title) == ["né “😀”"])
            #expect(items.map(\.picture) == [.remote("http://feeds.test/a/a.png?x=1&y=2")])
        }
    }

    @Test(arguments: [16, 32], [(#"{"a": 1}"#, FeedError.Look.json), ("[1] a.png\n", .wideText)])
    func `what is no feed is named in UTF-16 and UTF-32 too`(bits: Int, document: (text: String, look: FeedError.Look))
        async
    {
        for isLittle in [true, false] {
            let bytes = Self.wide("\u{FEFF}" + document.text, bits: bits, isLittle: isLittle)
            await #expect(throws: FeedError.notAFeed(looksLike: document.look)) {
                try await read(feed: bytes, type: nil)
            }
        }
    }
}
