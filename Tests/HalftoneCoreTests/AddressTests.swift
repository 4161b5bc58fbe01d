import HalftoneCore
import Glibc
import TestSupport
import Testing

/// Addresses without their passwords, and paths that are bytes.
@Suite(.endsInTime) struct AddressTests {
    @Test(arguments: [
        ("http://bob:secret@host/x", "http://host/x"), ("//bob:secret@host/x", "//host/x"),
        ("bob:secret@host/x", "host/x"), ("/tmp/bob:secret@host/x", "/tmp/host/x"),
        ("http:/bob:secret@host", "http:/host"),
        ("http:///bob:secret@host", "http:///host"), ("http://bob:se/secret@host/x", "http://host/x"),
        ("http://bob:se?secret@host", "http://host"), ("http://bob:se#secret@host", "http://host"),
        ("http://bob:se@secret@host:80/x", "http://host:80/x"), ("http://a@bob:se/secret@host", "http://host"),
        ("http:\\\\bob:secret@host", "http:\\\\host"), ("ftp://bob:secret@host", "ftp://host"),
        ("bob:/secret@host", "bob:/host"), ("http://bob:secret@[::1]:80/x", "http://[::1]:80/x"),
        ("http://bob:secret@[::1/x", "http://[::1/x"), ("//bob@secret@host", "//host"),
    ])
    func `a public address has no password`(text: String, shown: String) {
        #expect(PublicAddress(text).text == shown && PublicAddress(shown).text == shown)
        #expect(RequestAddress(text).holdsCredentials && !RequestAddress(shown).holdsCredentials)
        #expect(RequestAddress(text).requestText == text)
        let words = [
            "\(RequestAddress(text))", String(reflecting: RequestAddress(text)),
            String(describing: [RequestAddress(text)]),
        ]
        for word in words { #expect(!word.contains("secret")) }
        var dumped = ""
        dump(RequestAddress(text), to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test(arguments: [
        "http://host/a@2x.png", "https://social.test/@alice/1", "https://host:8080/x?y=a@b:c", "pictures/photo@2x.png",
        "file:///tmp/a:b@c.png", "mailto:bob@host", "data:text/plain,a:b@c", "http://[::1]:80/a@b", "", "@", "a:b",
    ])
    func `what has no password stays as it is`(text: String) {
        #expect(PublicAddress(text).text == text && !RequestAddress(text).holdsCredentials)
    }

    @Test func `the key of a URL of another scheme is not cut`() {
        #expect(PublicAddress(url: "asset:icons/user:on@2x.png").text == "asset:icons/user:on@2x.png")
        #expect(PublicAddress(url: "https://me:pw@host/a").text == "https://host/a")
    }

    @Test(arguments: [
        ("<a href=\"http://bob:secret@host/\">", true), ("{\"url\": \"http:\\/\\/bob:secret@host\\/\"}", true),
        ("//bob@host", true), ("see https://social.test/@alice, or me@host // and /a@b", false), ("", false),
        ("@", false),
        ("http://host/a@2x.png http://host?x@y", false), ("http://host/\nhttps://bob:pw@host", true),
        ("<a href=\"http://bob:it's@host/\">", true), ("<a href='http://bob:it\"s@host/'>", true),
        ("<a href='http:/bob:pw@host/'>", true), ("http://bob:a/b@host/x", true), ("http:\\\\bob:pw@host", true),
        (#"{"url":"https://social.test","name":"@bob"}"#, false),
        ("<img src='https://host/a.png' alt='@bob: hi'>", false), ("https://cdn.test/npm/@scope/a@1.2/b.js", false),
        ("mailto:bob@host\nBob <bob@host>, http://host:80/@bob", false),
        ("http:&#47;&#x2F;bob:pw&#0064;host", false),
        ("http://host&#8221; says bob@host, it\\u2026s", false),
        (#"\\ubeef:pw@host/x.png"#, true),
        ("http://bob:1'secret@host/", true), ("http://bob:'secret@host/", true), (#"http://bob"secret@host/"#, true),
        (#"  "mail": "bob:@host""#, false),
    ])
    func `a document with a password in an address is recognized`(text: String, isPresent: Bool) {
        #expect(RequestAddress.arePresent(withCredentialsIn: Array(text.utf8)) == isPresent)
    }

    @Test func `a document of nothing but slashes is looked through in one pass`() {
        let slashes = Array(String(repeating: "//a:b/", count: 20_000).utf8)
        #expect(!RequestAddress.arePresent(withCredentialsIn: slashes))
        #expect(!RequestAddress.arePresent(withCredentialsIn: slashes + Array(" @".utf8)))
        #expect(RequestAddress.arePresent(withCredentialsIn: slashes + Array(" //a:b@".utf8)))
    }

    @Test(arguments: [
        ("see https://social.test/@alice/1 now", "see https://social.test/@alice/1 now"),
        ("http://host/a@2x.png: bad", "http://host/a@2x.png: bad"), ("(http://bob:se/cret@host/x)", "(http://host/x)"),
        ("see http://bob:it's@host/x, 'http://bob:pw@host'", "see http://host/x, 'http://host'"),
        ("http:/bob:pw@host/ http:///bob:pw@host", "http:/host/ http:///host"), ("and/or @bob", "and/or @bob"),
        ("a//me@b: no such file", "a//me@b: no such file"), ("--trace=//bob:pw@host/x", "--trace=//host/x"),
    ])
    func `a sentence keeps what is no password`(text: String, shown: String) {
        #expect(TextSanitizer.sentence(text) == shown)
    }

    // MARK: - Paths

    @Test func `a path is bytes`() {
        let path = FilePath(bytes: Array("bad".utf8) + [0xFF] + Array(".png".utf8))
        #expect(path.exactText == nil && path.description == "bad\u{FFFD}.png" && path.shownName == "bad\u{FFFD}.png")
        #expect(path.withCString { strlen($0) } == 8)
        let absolute = FilePath("/tmp").appending(path)
        #expect(absolute.fileURL == "file:///tmp/bad%FF.png")
        #expect(FilePath(percentEncoded: "/tmp/bad%FF.png") == absolute && absolute.folder == "/tmp")
        #expect(FilePath(bytes: Array("a".utf8) + [0] + Array("b".utf8)).withCString { strlen($0) } == 0)
    }

    @Test(arguments: [("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("a", "/b", "/b"), ("/", "b", "/b")])
    func `paths are joined`(folder: String, name: String, path: String) {
        #expect(FilePath(folder).appending(FilePath(name)).text == path)
    }

    @Test func `a relative path is inside the working directory`() {
        #expect(FilePath("./a").absolute() == FilePath("a").absolute() && FilePath("a").absolute().isAbsolute)
        #expect(FilePath("/a/../b").absolute() == "/a/../b")
    }
}
