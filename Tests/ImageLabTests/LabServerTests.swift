import Glibc
import LabTestSupport
import Testing

@testable import ImageLab

/// Responses as a client receives them over a socket.
@Suite(.endsInTime) struct LabServerTests {
    private let server: LabServer
    private let photo = Samples.jpeg()

    init() throws { server = try Samples.server() }

    private func get(_ target: String, headers: [String: String] = [:]) throws -> RawClient.Response {
        try RawClient(server).get(target, headers: headers)
    }

    // MARK: - Without faults

    @Test func `a picture arrives unchanged`() throws {
        let response = try get("/image/photo")
        #expect(response.status == 200)
        #expect(response.end == .complete)
        #expect(response.body == photo)
        #expect(response["content-length"] == "\(photo.count)")
        #expect(response["content-type"] == "image/jpeg")
    }

    @Test func `a large picture arrives whole`() throws {
        #expect(try get("/image/large%20one").body == Samples.large)
    }

    @Test func `a connection serves many requests`() throws {
        let client = try RawClient(server)
        for target in ["/image/photo", "/image/dot?delay=1", "/image/photo?status=404", "/feed/demo", "/image/dot"] {
            #expect(try client.get(target).end == .complete)
        }
        #expect(try client.get("/image/dot").body == Samples.png)
    }

    @Test func `HEAD has the headers of GET and no body`() throws {
        let client = try RawClient(server)
        try client.send("/image/photo?delay=1", method: "HEAD")
        let response = try client.response(toHead: true)
        #expect(response.status == 200)
        #expect(response["content-length"] == "\(photo.count)")
        #expect(try client.get("/image/dot").body == Samples.png)
    }

    @Test func `only the loopback address listens`() throws {
        let port = try #require(server.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
        let error = #expect(throws: RawClient.Failure.self) {
            try RawClient(port: port, host: INADDR_LOOPBACK + 1)
        }
        #expect(error?.code == ECONNREFUSED)
    }

    @Test func `the URL of a picture with faults is served`() throws {
        var faults = LabFaults()
        faults.status = 418
        let url = server.url(ofPicture: "large one", faults: faults)
        #expect(url == server.baseURL + "/image/large%20one?status=418")
        #expect(try get(String(url.dropFirst(server.baseURL.count))).status == 418)
    }

    // MARK: - One fault at a time

    @Test(arguments: [200, 203, 301, 403, 404, 410, 500, 503, 599])
    func `any status can be requested`(status: Int) throws {
        let response = try get("/image/photo?status=\(status)")
        #expect(response.status == status)
        #expect(response.end == .complete)
        #expect((response.body == photo) == (status < 300))
    }

    @Test(arguments: [204, 304])
    func `a status without body has none`(status: Int) throws {
        let client = try RawClient(server)
        #expect(try client.get("/image/photo?status=\(status)").body.isEmpty)
        #expect(try client.get("/image/dot").body == Samples.png)
    }

    @Test(arguments: [0, 1, 5000])
    func `a truncated picture ends early`(bytes: Int) throws {
        let response = try get("/image/photo?truncate=\(bytes)")
        #expect(response["content-length"] == "\(photo.count)")
        #expect(response.body == Array(photo[..<bytes]))
        #expect(response.end == .closed)
    }

    @Test func `a picture shorter than its truncation is whole`() throws {
        #expect(try get("/image/photo?truncate=99999999&reset=99999999&stall=99999999").body == photo)
    }

    @Test(arguments: [0, 1, 5000])
    func `a reset is sent after the exact number of bytes`(bytes: Int) throws {
        let response = try get("/image/photo?reset=\(bytes)")
        #expect(response.body == Array(photo[..<bytes]))
        #expect(response.end == .reset)
    }

    @Test func `a reset late in a large picture loses nothing before it`() throws {
        let response = try get("/image/large%20one?reset=19000000")
        #expect(response.body.count == 19_000_000)
        #expect(response.end == .reset)
    }

    @Test func `redirects end at the picture`() throws {
        let client = try RawClient(server)
        var target = "/image/photo?redirect=3&seed=1"
        for _ in 0..<3 {
            let response = try client.get(target)
            #expect(response.status == 302)
            target = response["location"] ?? ""
        }
        let last = try client.get(target)
        #expect(last.status == 200)
        #expect(last.body.count > photo.count)
    }

    @Test(arguments: [
        ("loop", 302, "location", "/image/photo?loop"), ("empty", 200, "content-length", "0"),
        ("type=text/html", 200, "content-type", "text/html"), ("maxage=60", 200, "cache-control", "max-age=60"),
    ])
    func `a fault changes the status or a header`(fault: String, status: Int, header: String, value: String) throws {
        let response = try get("/image/photo?" + fault)
        #expect(response.status == status && response[header] == value)
    }

    @Test func `garbage is as long as the picture`() throws {
        let response = try get("/image/photo?garbage")
        #expect(response.status == 200)
        #expect(response.body.count == photo.count)
        #expect(response.body.prefix(2) != photo.prefix(2))
    }

    @Test func `a length can be too large, too small or missing`() throws {
        let larger = try get("/image/photo?length=wrong")
        #expect(larger["content-length"] == "\(photo.count + 1000)")
        #expect((larger.body, larger.end) == (photo, .closed))

        let client = try RawClient(server)
        try client.send("/image/photo?length=500")
        let head = try client.head()
        #expect(head.headers.filter { $0.name == "content-length" }.map(\.value) == ["500"])
        #expect(client.take(.max).0 == photo)

        let missing = try get("/image/photo?length=none")
        #expect(missing["content-length"] == nil)
        #expect((missing.body, missing.end) == (photo, .complete))
    }

    // MARK: - Conditions

    @Test func `a picture with a known ETag is not sent again`() throws {
        let client = try RawClient(server)
        let first = try client.get("/image/photo?etag&maxage=60")
        let tag = try #require(first["etag"])
        #expect(first["cache-control"] == "max-age=60")

        let second = try client.get("/image/photo?etag&maxage=60", headers: ["If-None-Match": tag])
        #expect(second.status == 304)
        #expect(second["etag"] == tag)
        #expect(try client.get("/image/photo?etag&seed=2", headers: ["If-None-Match": tag]).status == 200)
    }

    @Test func `a range is that part of the picture`() throws {
        let client = try RawClient(server)
        let tag = try #require(try client.get("/image/photo?range&etag")["etag"])

        let part = try client.get("/image/photo?range&etag", headers: ["Range": "bytes=100-", "If-Range": tag])
        #expect(part.status == 206)
        #expect(part["accept-ranges"] == "bytes")
        #expect(part["content-range"] == "bytes 100-\(photo.count - 1)/\(photo.count)")
        #expect(part.body == Array(photo[100...]))

        let stale = try client.get("/image/photo?range&etag", headers: ["Range": "bytes=100-", "If-Range": "\"old\""])
        #expect((stale.status, stale.body) == (200, photo))

        let outside = try client.get("/image/photo?range", headers: ["Range": "bytes=\(photo.count)-"])
        #expect((outside.status, outside["content-range"]) == (416, "bytes */\(photo.count)"))

        let unasked = try client.get("/image/photo", headers: ["Range": "bytes=100-"])
        #expect((unasked.status, unasked["accept-ranges"]) == (200, nil))
    }

    @Test func `a truncated picture can be requested in pieces`() throws {
        var bytes: [UInt8] = []
        var requests = 0
        while bytes.count < photo.count, requests < 10 {
            let range = bytes.isEmpty ? [:] : ["Range": "bytes=\(bytes.count)-"]
            bytes += try get("/image/photo?range&truncate=6000", headers: range).body
            requests += 1
        }
        #expect(bytes == photo)
        #expect(requests == 4)
    }

    @Test func `a protected picture is sent for its password only`() throws {
        let client = try RawClient(server)
        let locked = try client.get("/image/photo?auth=me:secret")
        #expect((locked.status, locked["www-authenticate"]) == (401, "Basic realm=\"lab\""))
        let wrong = try client.get("/image/photo?auth=me:secret", headers: ["Authorization": "Basic bWU6eA=="])
        #expect(wrong.status == 401)
        let right = try client.get("/image/photo?auth=me:secret", headers: ["Authorization": "Basic bWU6c2VjcmV0"])
        #expect((right.status, right.body) == (200, photo))
    }

    @Test func `a cookie unlocks the picture`() throws {
        let client = try RawClient(server)
        let first = try client.get("/image/photo?cookie")
        #expect(first.status == 403)
        let cookie = try #require(first["set-cookie"]?.split(separator: ";").first)
        #expect(try client.get("/image/photo?cookie", headers: ["Cookie": "a=b; \(cookie)"]).body == photo)
    }

    @Test(arguments: [60, 500, 4000])
    func `a query of many parameters has a response, and its record ends`(count: Int) async throws {
        let client = try RawClient(server)
        let query = (0..<count).map { "a\($0)=1" }.joined(separator: "&")
        try client.send("/image/nothing?" + query)
        let response = try client.response()
        #expect(response.status == 400 && response.text.split(separator: "\n").count == 1, "\(response.text)")
        // the connection stays usable, too
        try client.send("/")
        #expect(try client.response().status == 200)
        let log = await server.records { records in records.count { $0.isFinished } == 2 }
        #expect(log.count == 2 && log.allSatisfy { $0.isFinished })
        #expect(log.first?.path == "/image/nothing?" + query)
    }
}
