import FoundationEssentials
import ImageLoading
import Testing

/// Names and passwords in URLs stay in the request.
struct CredentialsTests {
    @Test(arguments: [
        ("http://user:pass@host/a.jpg", "http://host/a.jpg"), ("https://user@host:8080?x@y", "https://host:8080?x@y"),
        ("http://host/a@b.jpg", "http://host/a@b.jpg"), ("http://a@b@host/c", "http://host/c"),
        ("http://host/a.jpg", "http://host/a.jpg"), ("file:///tmp/a@b.jpg", "file:///tmp/a@b.jpg"),
    ])
    func theCacheKeyHasNoPassword(url: String, key: String) throws {
        let url = try #require(URL(string: url))
        #expect(ImageManager.standardCacheKey(of: url) == key)
    }
}
