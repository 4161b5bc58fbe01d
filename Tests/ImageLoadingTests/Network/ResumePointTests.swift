import Testing
import Transfer

@testable import ImageLoading

/// Where a download resumes, and which responses continue it.
@Suite(.endsInTime) struct ResumePointTests {
    let tagged = Validators(entityTag: "\"v1\"")

    func response(_ range: String?, tag: String? = nil, length: Int? = nil) -> TransferResponse {
        var fields: [(name: String, value: String)] = []
        if let range { fields.append(("Content-Range", range)) }
        if let tag { fields.append(("ETag", tag)) }
        return TransferResponse(url: "", status: 206, headers: TransferHeaders(fields), expectedBytes: length)
    }

    @Test func `it requests the rest, and only of the same picture`() throws {
        let point = try #require(ResumePoint(offset: 100, validators: tagged, total: 500))
        #expect(point.headers.map(\.name) == ["Range", "If-Range"])
        #expect(point.headers.map(\.value) == ["bytes=100-", "\"v1\""])
    }

    @Test func `nothing is resumed without bytes or a validator, or when all bytes are there`() {
        #expect(ResumePoint(offset: 0, validators: tagged, total: 500) == nil)
        #expect(ResumePoint(offset: 10, validators: Validators(), total: 500) == nil)
        #expect(ResumePoint(offset: 500, validators: tagged, total: 500) == nil)
        #expect(ResumePoint(offset: 600, validators: tagged, total: 500) == nil)
        #expect(ResumePoint(offset: 600, validators: tagged, total: nil) != nil)
    }

    @Test func `only a part that begins where the stored bytes end and reaches the end fits`() throws {
        let point = try #require(ResumePoint(offset: 100, validators: tagged, total: 500))
        #expect(point.isContinued(by: response("bytes 100-499/500")))
        #expect(point.isContinued(by: response("bytes 100-499/500", tag: "\"v1\"", length: 400)))
        #expect(point.isContinued(by: response("BYTES 100-499/*")))
        for range in [
            "bytes 0-499/500", "bytes 99-499/500", "bytes 101-499/500", "bytes 100-499/501", "bytes 100-400/500",
            "bytes */500", "bytes 100-/500", "bytes -100/500", "items 100-499/500", "100-499/500", "bytes", "",
            "bytes 499-100/500", "bytes 100-500/500", "bytes 100-499/-1", "bytes 100-99999999999999999999/500",
        ] {
            #expect(!point.isContinued(by: response(range)), "\(range)")
        }
        #expect(!point.isContinued(by: response(nil)))
        #expect(!point.isContinued(by: response("bytes 100-499/500", tag: "\"v2\"")))
        #expect(!point.isContinued(by: response("bytes 100-499/500", length: 399)))
    }

    @Test(arguments: [("gzip", false), ("br", false), ("identity", true)])
    func `a part of an encoded body does not fit`(encoding: String, fits: Bool) throws {
        let point = try #require(ResumePoint(offset: 100, validators: tagged, total: 500))
        let headers: TransferHeaders = ["Content-Range": "bytes 100-499/500", "Content-Encoding": encoding]
        #expect(point.isContinued(by: TransferResponse(url: "", status: 206, headers: headers)) == fits)
    }

    @Test func `weak entity tags do not allow resuming`() {
        #expect(Validators(entityTag: "W/\"v1\"").strong(at: 0).isEmpty)
        #expect(Validators(entityTag: "v1").strong(at: 0).isEmpty)
        #expect(Validators(entityTag: "\"").strong(at: 0).isEmpty)
        #expect(Validators(entityTag: "\"v1\"").strong(at: 0) == tagged)
        // a weak tag means that the bytes may differ although the date does not
        let both = Validators(entityTag: "W/\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(both.strong(at: 2e9).isEmpty)
    }

    @Test func `a date is a strong validator after a minute`() {
        let date = "Tue, 14 Nov 2023 22:13:20 GMT"  // 1,700,000,000
        let validators = Validators(lastModified: date)
        #expect(validators.strong(at: 1_700_000_059).isEmpty)
        #expect(validators.strong(at: 1_700_000_060) == validators)
        #expect(Validators(lastModified: "yesterday").strong(at: 2e9).isEmpty)
    }
}
