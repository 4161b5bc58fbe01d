import FoundationEssentials
import Testing

@testable import ImageLoading

@Suite(.endsInTime) struct DataURLTests {
    func text(_ url: String) -> String? { DataURL(url).map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test func `plain and percent-encoded data is decoded`() {
        #expect(text("data:,A%20brief%20note") == "A brief note")
        #expect(text("data:text/plain;charset=utf-8,%C3%A9") == "é")
        #expect(text("data:,") == "")
        #expect(text("DATA:,x") == "x")
        #expect(text("data:,x#fragment") == "x")
    }

    @Test func `Base64 is decoded with and without padding and spaces`() {
        for data in ["aGVsbG8=", "aGVsbG8", "aGVs%0AbG8%3D", "aGVs bG8="] {
            #expect(text("data:text/plain;base64,\(data)") == "hello", "\(data)")
        }
        #expect(DataURL("data:;base64,__-_")?.bytes == [0xFF, 0xFF, 0xBF])
        #expect(DataURL("data:;base64,//+/")?.bytes == [0xFF, 0xFF, 0xBF])
        #expect(text("data:;base64,aA==") == "h" && text("data:;base64,") == "")
    }

    @Test func `the default type is text`() {
        #expect(DataURL("data:,x")?.mediaType == "text/plain")
        #expect(DataURL("data:;charset=x,x")?.mediaType == "text/plain")
        #expect(DataURL("data:IMAGE/PNG;a=b;base64,AAAA")?.mediaType == "image/png")
    }

    @Test(arguments: [
        "", "data:", "data", "data:text/plain", "http://host/,x", "data:,%", "data:,%4", "data:,%4x",
        "data:;base64,a", "data:;base64,abcde", "data:;base64,ab!c",
    ])
    func `an invalid data URL is refused`(url: String) { #expect(DataURL(url) == nil) }

    /// Keys and traces are kept longer than the picture.
    @Test func `keys and traces have a digest in place of long data`() throws {
        let (long, other) = ("data:image/png;base64," + String(repeating: "AAAA", count: 500), "data:,x")
        func key(_ text: String) throws -> String { ImageManager.standardCacheKey(of: try #require(URL(string: text))) }
        let name = try key(long)
        #expect(name.hasPrefix("data:image/png;base64,2022:") && name.utf8.count < 50)
        #expect(try key(long) == name && key(long + "AAAA") != name && key(other) == other)
        #expect(TraceEvent(.hit, url: long).url?.text == name && TraceEvent(.hit, url: other).url?.text == other)
    }
}
