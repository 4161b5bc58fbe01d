import Testing

@testable import ImageLab

@Suite(.endsInTime) struct LabFeedTests {
    private func urls(_ feed: LabFeed, count: Int? = nil, faults: LabFaults = LabFaults()) throws -> [String] {
        var query = faults.pairs
        query["count"] = count.map { LabQuery.Pair(name: "count", value: "\($0)") }
        return try LabSite(pictures: Samples.pictures, baseURL: "http://127.0.0.1:1")
            .items(named: feed.rawValue, query: query).map(\.url)
    }

    private func faults(_ url: String) throws -> LabFaults {
        try LabFaults(query: url.split(separator: "?").dropFirst().first.map(String.init) ?? "")
    }

    @Test(arguments: LabFeed.allCases)
    func `every feed has faults that the server understands and no URL twice`(feed: LabFeed) throws {
        let urls = try urls(feed, count: 200)
        #expect(urls.count == 200 && Set(urls).count == 200)
        for url in urls { _ = try faults(url) }
    }

    @Test func `the seed after the last one is valid too`() throws {
        var last = LabFaults()
        last.seed = Int.max / 2
        let urls = try urls(.steady, count: 200, faults: last)
        #expect(urls.count == 200 && Set(urls).count == 200)
        for url in urls { #expect(try faults(url).seed != nil) }
        let second = try urls[Samples.pictures.count...].first.map(faults)
        #expect(second?.seed == 0)
    }

    @Test func `the huge feed has ten thousand items, and the others one of each`() throws {
        #expect(try urls(.huge).count == 10_000)
        #expect(try urls(.slow).count == Samples.pictures.count)
    }

    @Test func `the slow feed is late and slow in every item`() throws {
        let urls = try urls(.slow, count: 30)
        try #require(!urls.isEmpty)
        for url in urls {
            let faults = try faults(url)
            #expect((faults.delay ?? 0) >= 200 && (faults.rate ?? .max) < 150_000)
        }
    }

    @Test func `the flaky feed has temporary failures, permanent ones and whole pictures`() throws {
        let all = try urls(.flaky, count: 40).map(faults)
        #expect(all.contains { $0.fail != nil } && all.contains { $0.status == 404 })
        #expect(all.contains { $0.reset != nil } && all.contains { $0.truncate != nil })
        #expect(all.contains { $0.fail == nil && $0.status == nil && $0.reset == nil && $0.truncate == nil })
    }

    @Test func `the changing feed alternates and is never fresh`() throws {
        let urls = try urls(.changing)
        try #require(!urls.isEmpty)
        for url in urls {
            let faults = try faults(url)
            #expect(faults.flip && faults.etag && faults.maxage == 0)
        }
    }

    @Test func `the hostile feed has invalid responses`() throws {
        let all = try urls(.hostile, count: 40).map(faults)
        #expect(all.contains { $0.garbage } && all.contains { $0.loop } && all.contains { $0.length == .wrong })
        #expect(all.contains { $0.location == "file:///etc/hostname" })
    }

    @Test func `faults of the switches override those of the feed`() throws {
        var faults = LabFaults()
        (faults.delay, faults.status) = (7, 503)
        let urls = try urls(.slow, faults: faults)
        try #require(!urls.isEmpty)
        for url in urls {
            let all = try self.faults(url)
            #expect(all.delay == 7 && all.status == 503 && all.rate != nil)
        }
    }

    @Test func `the table and the server have the same items`() throws {
        var faults = LabFaults()
        faults.delay = 5
        let own = LabServer(pictures: Samples.pictures).items(of: .flaky, faults: faults).map(\.url)
        #expect(own.map { $0.replacing(":0/", with: ":1/") } == (try urls(.flaky, faults: faults)))
    }

    /// Regression: all items were made at once, on the main actor. Here that would be a hundred million.
    @Test func `only the items that are read are made`() {
        let server = LabServer(pictures: Samples.pictures)
        for number in 0..<10_000 { #expect(server.items(of: .huge)[number].url.contains("/image/")) }
    }
}
