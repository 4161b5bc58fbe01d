import HalftoneCore
import FoundationEssentials
import Testing
import Transfer

@testable import ImageLoading

/// Credentials in URLs stay out of traces, errors and metadata.
@Suite(.endsInTime) struct CredentialsTests {
    @Test(arguments: [
        ("http://user:pass@host/a.jpg", "http://host/a.jpg"), ("https://user@host:8080?x@y", "https://host:8080?x@y"),
        ("http://host/a@b.jpg", "http://host/a@b.jpg"), ("http://a@b@host/c", "http://host/c"),
        ("http://host/a.jpg", "http://host/a.jpg"), ("file:///tmp/a@b.jpg", "file:///tmp/a@b.jpg"),
    ])
    func `the cache key has no password`(url: String, key: String) throws {
        let url = try #require(URL(string: url))
        #expect(ImageManager.standardCacheKey(of: url) == key)
    }

    @Test(arguments: [
        #""http://bob:secret@h.test/x""#, "W/\"https://secret@h.test/\"", #""//secret@h.test""#,
    ])
    func `an entity tag that contains an address with a password is ignored`(tag: String) {
        let headers: TransferHeaders = ["ETag": tag, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Vary": tag]
        let metadata = ResponseMetadata(headers: headers, requestHeaders: [], receivedAt: 0)
        #expect(metadata.validators == Validators(lastModified: headers["Last-Modified"]))
        #expect(metadata.vary.isByEverything && metadata.vary.fields.isEmpty)
        #expect(!String(decoding: metadata.encoded ?? [], as: UTF8.self).contains("secret"))
        #expect(Validators(entityTag: "\"me@home\"").entityTag == "\"me@home\"")
    }

    @Test(arguments: [
        TransferError.invalidURL("http://me:secret@host/a"), .redirectRefused("to ftp://me:secret@elsewhere/"),
    ])
    @MainActor
    func `neither the error of a cell nor the trace shows the password`(error: TransferError) {
        let bench = Bench(usesDisk: false)
        let subscription = bench.trace.makeSubscription()
        let load = bench.load("http://me:secret@host/a")
        bench.transport.running[0].finish(.failure(error))
        bench.settle()
        let lines = subscription.take().map { "\($0.url ?? "") \($0.error ?? "")" }
        #expect(load.words == [error.description] && lines.last?.hasSuffix(error.description) == true)
        for line in load.words + lines { #expect(!line.contains("secret"), "\(line)") }
    }

    @Test(arguments: [
        ImageError.invalidStatusCode(401, headers: ["Set-Cookie": "token=secret"]),
        .failedBefore(.invalidStatusCode(401, headers: ["Location": "http://host/?token=secret"])),
        .invalidContentType(status: 200, headers: ["Content-Type": "http://me:secret@host"]),
        .invalidContentType(status: 200, headers: ["Content-Type": "text/html; token=secret", "ETag": "secret"]),
        .unreadableFile("http://me:secret@host"), .loaderFailed("http://me:secret@host"),
        .failedBefore(.transfer(.invalidURL("http://me:secret@host"))),
    ])
    func `no error shows the secrets of the address or response that it is about`(error: ImageError) {
        for text in [error.description, String(reflecting: error), "\([error])"] {
            #expect(!text.contains("secret"), "\(text)")
        }
    }
}
