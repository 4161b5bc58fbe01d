import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct WebAddressTests {
    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2.
    @Test(
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
        ])
    func `references are resolved by the standard`(reference: String, expected: String) {
        #expect(WebAddress("http://a/b/c/d;p?q")?.resolve(reference)?.text == expected)
    }

    @Test(
        arguments: [
            ("a%2Fb%3Fc.jpg", "https://h.test/x/a%2Fb%3Fc.jpg"), ("a b.jpg", "https://h.test/x/a%20b.jpg"),
            (" \n a.jpg\t", "https://h.test/x/a.jpg"), ("a\n\tb.jpg", "https://h.test/x/ab.jpg"),
            ("schön.jpg", "https://h.test/x/sch%C3%B6n.jpg"), ("100%.jpg", "https://h.test/x/100%25.jpg"),
            ("a[1].jpg", "https://h.test/x/a[1].jpg"), ("a\u{1B}.jpg", "https://h.test/x/a%1B.jpg"),
            ("a\\b|c.jpg", "https://h.test/x/a/b%7Cc.jpg"), ("//bücher.test/ä", "https://bücher.test/%C3%A4"),
            ("//a\u{9B}b.test/", "https://a%c2%9bb.test/"), ("x\"http://ä/", "https://h.test/x/x%22http://%C3%A4/"),
            ("//[::1]:80/a", "https://[::1]:80/a"),
            // Scheme and host are in lower case, and the scheme's own port is dropped.
            ("HTTP://Other.test:8080", "http://other.test:8080"), ("//G.test:443/A", "https://g.test/A"),
            ("http://Bob:PW@G.test:80/A", "http://Bob:PW@g.test/A"), ("//g.test:/a", "https://g.test/a"),
            ("//[::1]:443/a", "https://[::1]/a"), ("//g.test:4430/a", "https://g.test:4430/a"),
            // A backslash is a slash, except in the query.
            ("\\a.jpg", "https://h.test/a.jpg"), ("..\\a.jpg?b\\c", "https://h.test/a.jpg?b%5Cc"),
            ("\\\\g.test\\a.jpg", "https://g.test/a.jpg"), ("http:\\\\g.test\\ä", "http://g.test/%C3%A4"),
            ("/\\bob:pw@g.test", "https://bob:pw@g.test"), ("C:\\a.jpg", nil),
            // Too many slashes, or too few.
            ("///g.test/a", "https://g.test/a"), ("http:/g.test/a", "http://g.test/a"),
            ("http:///bücher.test/", "http://bücher.test/"),
            ("https:/a", "https://h.test/a"), ("https:a", "https://h.test/x/a"),
            ("//g.test/a/../b/./c.jpg?../d", "https://g.test/b/c.jpg?../d"), ("http://g.test/../a", "http://g.test/a"),
            ("%2e%2E/a.jpg", "https://h.test/a.jpg"), ("a/.%2e/%2e/b%2e.jpg", "https://h.test/x/b%2e.jpg"),
            ("a/%2E", "https://h.test/x/a/"), ("%252e%252e/a", "https://h.test/x/%252e%252e/a"),
            // An escape beside something to encode is not encoded again.
            ("bü%20x.jpg", "https://h.test/x/b%C3%BC%20x.jpg"), ("a b%7C{}.jpg", "https://h.test/x/a%20b%7C%7B%7D.jpg"),
            ("//:0", nil), ("http://:80/a.jpg", nil), ("//bob@", nil),
        ])
    func `unusual references are read as browsers do`(reference: String, expected: String?) {
        #expect(WebAddress("https://h.test/x/y")?.resolve(reference)?.text == expected)
    }

    @Test(arguments: [
        "bob_smith:secret@h/2.png", "bob@mail.org:secret@h/2.png", "-bob:secret@h", "öb:secret@h",
        "\"http://bob:secret@h/2.png\"", "<http://bob:secret@h>", "- http://bob:secret@h",
        "url=http://bob:secret@h", "\u{200B}http://bob:secret@h", "./bob:secret@h/2.png", "../../bob:secret@h",
        "“http://bob:secret@h”", "bob_smith:se?cret@h",
    ]) func `a malformed address with a password is no path`(reference: String) {
        #expect(WebAddress("https://h.test/x/y")?.resolve(reference) == nil)
    }

    @Test(arguments: ["a@2x.png", "/12:30@2x.png", "x/12:30@2x.png", "?a:b@c", "#a:b@c", "12_30:1.png", "..", "@a/b:c"])
    func `a path with a colon or an at sign is a path`(reference: String) {
        #expect(WebAddress("https://h.test/x/y")?.resolve(reference) != nil)
    }

    @Test(arguments: [
        "", "a", "/a", "//h/a", "http:", "http://", "http:///", "http://?a", "http://:0", "file:///a", "ftp://h/a",
        "ht tp://h", "://h",
    ])
    func `only absolute HTTP URLs are addresses`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test(arguments: [
        ("http://h.test/bü%20x.jpg#a", "http://h.test/b%C3%BC%20x.jpg"),
        ("http://h.test/a b%7C{.jpg", "http://h.test/a%20b%7C%7B.jpg"),
        ("http://h.test\\a.jpg", "http://h.test/a.jpg"), ("ftp://h.test/a.jpg", nil), ("a.jpg", nil),
    ]) func `the picture at an argument has the address that a document would give it`(text: String, address: String?) {
        #expect(FeedSource(argument: text).pictureAddress?.requestText == address)
    }

    @Test func `arguments become sources`() {
        #expect(FeedSource(argument: "-") == .standardInput)
        #expect(FeedSource(argument: "https://h.test/a") == .url("https://h.test/a"))
        #expect(FeedSource(argument: "HTTP://h.test") == .url("HTTP://h.test"))
        #expect(FeedSource(argument: "gopher://h.test") == .url("gopher://h.test"))
        #expect(FeedSource(argument: "pictures/a:b") == .path("pictures/a:b"))
        #expect(FeedSource(argument: "./http://h.test") == .path("./http://h.test"))
        #expect(FeedSource(argument: "file:///tmp/a%20b") == .path("/tmp/a b"))
        #expect(FeedSource(argument: "file://localhost/tmp/a") == .path("/tmp/a"))
        #expect(FeedSource(argument: "file://h.test/tmp/a") == .url("file://h.test/tmp/a"))
    }
}
