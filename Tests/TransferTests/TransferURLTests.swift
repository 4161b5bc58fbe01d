import Testing

@testable import Transfer

@Suite(.endsInTime) struct TransferURLTests {
    // The relevant examples of RFC 3986, 5.4.1, and URLs of real pages.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("", "http://a/b/c/d;p?q"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("https://x/y", "https://x/y"), (" g ", "http://a/b/c/g"), ("a b?c d", "http://a/b/c/a%20b?c%20d"),
        (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("/../g", "http://a/g"), ("g/./h", "http://a/b/c/g/h"),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("..g", "http://a/b/c/..g"),
        ("./?y", "http://a/b/c/?y"),
        // As in browsers: backslashes, missing slashes, line breaks, and escapes beside something to encode.
        ("\\g", "http://a/g"), ("http:g", "http://a/b/c/g"), ("http:/g", "http://a/g"), ("https:/x", "https://x/"),
        ("a\n\tb", "http://a/b/c/ab"), ("bü%20x|", "http://a/b/c/b%C3%BC%20x%7C"),
    ]) func `a reference is resolved`(_ reference: String, _ expected: String) {
        #expect(resolve(reference, against: "http://a/b/c/d;p?q") == expected)
    }

    private func resolve(_ reference: String, against base: String) -> String? {
        try? TransferURL(base).resolving(reference).text
    }

    @Test func `the fragment of a base is not inherited`() {
        #expect(resolve("", against: "http://a/b?c#s") == "http://a/b?c")
        #expect(resolve("d", against: "http://a/b?c#s/t") == "http://a/d")
    }

    @Test(arguments: ["file:///x", "ftp://a/b", "data:,x", "javascript:x()", "http://a:99999/"])
    func `a reference to another scheme is not resolved`(_ reference: String) {
        #expect(resolve(reference, against: "http://a/") == nil)
    }

    @Test(arguments: ["http://bücher.example/ü", "http://b%C3%BCcher.example/%c3%bc", "HTTP://BÜCHER.example:80/ü"])
    func `international names are read, whatever the locale`(_ text: String) throws {
        let url = try TransferURL(text)
        #expect(url.host == "xn--bcher-kva.example")
        #expect(url.text.lowercased() == "http://xn--bcher-kva.example/%c3%bc")
        #expect(url.port == 80)
    }

    @Test func `credentials are removed and decoded`() throws {
        let url = try TransferURL("https://me:p%40ss@h:8443/x")
        #expect(url.text == "https://h:8443/x")
        #expect(url.user == "me" && url.password == "p@ss")
        #expect(try url.resolving("y").user == nil)
    }

    @Test(arguments: [
        ("http://h/a", "http://H:80/b", true), ("http://h/", "https://h/", false), ("http://h/", "http://h:81/", false),
        ("http://h/", "http://i/", false), ("https://h:443/", "https://h/", true),
    ]) func `an origin is scheme, host and port`(_ first: String, _ second: String, _ isSame: Bool) throws {
        #expect(try TransferURL(first).isSameOrigin(as: TransferURL(second)) == isSame)
    }
}
