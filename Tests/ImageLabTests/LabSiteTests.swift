import Testing

@testable import ImageLab

/// Responses of the site, without sockets.
@Suite(.endsInTime) struct LabSiteTests {
    private func reply(
        _ target: String, method: String = "GET", of site: LabSite = LabSite(pictures: Samples.pictures, baseURL: "")
    ) -> LabReply {
        site.reply(to: LabRequest(method: method, target: target))
    }

    @Test(arguments: [
        ("/image/photo?delay=soon", 400), ("/image/photo?what", 400), ("/image/%zz", 400), ("/image/nobody", 404),
        ("http://lab:1/image/dot", 200), ("http://lab", 200), ("/image/", 404), ("/nothing", 404), ("/log/photo", 404),
        ("/", 200), ("/image/photo?count=3", 400),
        ("/feed/nope", 404), ("/feed/Steady", 404), ("/feed/steady", 200), ("/feed/all", 200), ("/feed/photo", 200),
    ])
    func `the response to a wrong URL is one line`(target: String, status: Int) {
        let reply = reply(target)
        #expect(reply.status == status)
        if status != 200 { #expect(reply.body.filter { $0 == 10 }.count == 1) }
    }

    @Test func `a bad value is named in the response`() {
        let text = String(decoding: reply("/image/photo?rate=0").body, as: UTF8.self)
        #expect(text == "rate=0: expected a whole number, from 1 to 1000000000\n")
    }

    @Test func `the response to an unknown feed lists the known ones`() {
        let text = String(decoding: reply("/feed/Steady").body, as: UTF8.self)
        #expect(
            text == "no feed named 'Steady' (demo, all, steady, slow, flaky, changing, moving, huge, hostile, or the "
                + "name of a picture)\n")
    }

    @Test func `other methods are not allowed`() {
        let reply = reply("/image/photo", method: "DELETE")
        #expect(reply.status == 405)
        #expect(reply.headers.contains { $0 == ("Allow", "GET, HEAD") })
    }

    @Test func `the first requests of a URL fail, and those of another are counted separately`() {
        let site = LabSite(pictures: Samples.pictures, baseURL: "")
        let statuses = (0..<4).map { _ in reply("/image/photo?fail=2", of: site).status }
        #expect(statuses == [503, 503, 200, 200])
        #expect(reply("/image/photo?fail=2&seed=1", of: site).status == 503)
    }

    @Test func `an alternating URL has another picture each time, and never equal bytes`() {
        let site = LabSite(pictures: Array(Samples.pictures.prefix(2)), baseURL: "")
        let replies = (0..<6).map { _ in reply("/image/photo?flip&etag", of: site) }
        #expect(Set(replies.map(\.body)).count == 6)
        #expect(Set(replies.compactMap { $0.headers.first { $0.name == "ETag" }?.value }).count == 6)
        #expect(replies.prefix(3).map { $0.headers[0].value } == ["image/jpeg", "image/png", "image/jpeg"])
    }

    @Test func `an ETag is equal in every server and differs between seeds`() {
        func tag(_ target: String) -> String? { reply(target).headers.first { $0.name == "ETag" }?.value }
        #expect(tag("/image/photo?etag") == tag("/image/photo?etag"))
        #expect(tag("/image/photo?etag&seed=1") != tag("/image/photo?etag&seed=2"))
        #expect(tag("/image/photo?etag") != tag("/image/dot?etag"))
        #expect(tag("/image/photo") == nil)
    }

    @Test func `the earliest of several faults in a body applies`() {
        #expect(reply("/image/photo?stall=5&truncate=4&reset=9").firstBreak == .init(kind: .truncate, offset: 4))
        #expect(reply("/image/photo?stall=5&truncate=5&reset=5").firstBreak == .init(kind: .reset, offset: 5))
        #expect(reply("/image/photo").firstBreak == nil)
    }

    @Test func `a redirect keeps the other faults for the end`() {
        let hop = reply("/image/photo?delay=9&redirect=2&status=404")
        #expect(hop.status == 302)
        #expect(hop.delay == .zero)
        #expect(hop.headers.contains { $0 == ("Location", "/image/photo?delay=9&redirect=1&status=404") })
        let last = reply("/image/photo?redirect=1")
        #expect(last.headers.contains { $0 == ("Location", "/image/photo") })
    }

    @Test func `a location may lead anywhere`() {
        let reply = reply("/image/photo?location=file:///etc/passwd%3Fa%3Db")
        #expect(reply.status == 302)
        #expect(reply.headers.contains { $0 == ("Location", "file:///etc/passwd?a=b") })
    }
}

@Suite(.endsInTime) struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-5", .part(95..<100)),
        ("bytes=-500", .part(0..<100)), ("bytes=50-500", .part(50..<100)), ("bytes=99-99", .part(99..<100)),
        ("bytes=100-", .outside), ("bytes=-0", .outside), ("bytes=9-3", .whole), ("bytes=0-1,4-5", .whole),
        ("lines=0-1", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("", .whole),
        ("bytes=0-9223372036854775807", .part(0..<100)), ("bytes=--5", .whole),
        ("bytes=--9223372036854775808", .whole),
    ])
    func `a Range header is parsed`(header: String, range: ByteRange) {
        #expect(ByteRange(header: header, of: 100) == range)
    }

    @Test func `an empty body has no range`() {
        #expect(ByteRange(header: "bytes=0-", of: 0) == .outside)
    }
}

@Suite(.endsInTime) struct ConditionsTests {
    @Test(arguments: [
        ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false), ("", false),
    ])
    func `a matching entity tag is found`(header: String, isKnown: Bool) {
        #expect(Conditions.isKnown("\"a\"", to: header) == isKnown)
    }

    @Test(arguments: [
        ("me:secret", "bWU6c2VjcmV0"), ("Aladdin:open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("u:", "dTo="),
    ])
    func `credentials are compared in Base64`(credentials: String, encoded: String) throws {
        let faults = try LabFaults(query: "auth=" + LabQuery.encode(credentials))
        let expected = try #require(faults.auth)
        #expect(Conditions.authorizes("Basic " + encoded, expected))
        #expect(Conditions.authorizes("basic  " + encoded, expected))
        for header in ["Basic eDp5", "Bearer " + encoded, nil] { #expect(!Conditions.authorizes(header, expected)) }
    }
}
