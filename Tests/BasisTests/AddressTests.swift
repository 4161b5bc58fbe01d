import Basis
import Glibc
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
    ])
    func `a document with a password in an address is known`(text: String, isPresent: Bool) {
        #expect(RequestAddress.arePresent(withCredentialsIn: Array(text.utf8)) == isPresent)
    }

    @Test(arguments: [
        ("see https://social.test/@alice/1 now", "see https://social.test/@alice/1 now"),
        ("http://host/a@2x.png: bad", "http://host/a@2x.png: bad"), ("(http://bob:se/cret@host/x)", "(http://host/x)"),
    ])
    func `a sentence keeps what is no password`(text: String, shown: String) {
        #expect(Sanitiser.sentence(text) == shown)
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
