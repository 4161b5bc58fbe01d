import ImageCoding
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

@Suite(.endsInTime) struct EditionsTests {
    @Test(arguments: [false, true]) @MainActor func `stored bytes and images belong to one edition, the latest`(
        withOtherProcess: Bool
    ) {
        let schedules = SeededSchedules(part: 0, of: 400_000)
        let wrong = schedules.run { seed, _ in EditionsWorld(seed: seed).run(withOtherProcess: withOtherProcess) }
        #expect(wrong == "")
    }

    private static func response(_ headers: TransferHeaders, at now: Double = 0) -> ResponseMetadata {
        ResponseMetadata(headers: headers, requestHeaders: [], receivedAt: now)
    }

    /// Records a fetch of these bytes at this moment.
    private static func fetch(
        _ digest: UInt64, of source: String, _ response: ResponseMetadata? = nil, into editions: inout Editions
    ) {
        let arrival = Editions.moment()
        _ = editions.admit(
            Revision(digest: digest), of: source, by: .fetched(arrival: arrival), response: response,
            now: Editions.moment())
    }

    @Test func `the number of remembered pictures is limited, and looked-up ones stay`() {
        var editions = Editions(capacity: 10)
        var forgotten: [String] = []
        for number in 0..<100 {
            Self.fetch(UInt64(number), of: "\(number)", into: &editions)
            forgotten += editions.forgetSurplus()
            #expect(editions["0"]?.revision.digest == 0)
            #expect(editions.count <= 10)
        }
        #expect(!forgotten.contains("0") && forgotten.contains("1") && Set(forgotten).count == forgotten.count)
        #expect(editions["1"] == nil)
        #expect(editions["99"] != nil)
    }

    /// Regression: half of all pictures were dropped in one critical section.
    @Test func `surplus editions are forgotten a few at a time, and stay known until then`() {
        var editions = Editions(capacity: 1000)
        var most = 0
        for number in 0..<3000 {
            Self.fetch(UInt64(number), of: "\(number)", into: &editions)
            let forgotten = editions.forgetSurplus()
            most = max(most, forgotten.count)
            for source in forgotten { #expect(editions[source] == nil) }
        }
        #expect((1...32).contains(most) && editions.count <= 1500)
    }

    /// Regression: whenever pictures were forgotten, all that were being loaded were kept out of the caches.
    @Test func `loads that began after the forgotten pictures arrived store theirs`() {
        var editions = Editions(capacity: 2)
        Self.fetch(1, of: "0", into: &editions)
        let arrival = Editions.moment()
        var forgotten: [String] = []
        for number in 1..<3 {
            forgotten += editions.forgetSurplus()
            if number == 1 { Self.fetch(1, of: "1", into: &editions) }
        }
        #expect(forgotten == ["0"])
        let admission = editions.admit(
            Revision(digest: 1), of: "a", by: .fetched(arrival: arrival), response: nil, now: Editions.moment())
        #expect(admission == .adopted)
    }

    @Test func `a confirmation counts from its moment, and only for its own bytes`() {
        var editions = Editions(capacity: 4)
        let response = Self.response(["Cache-Control": "max-age=10"])
        Self.fetch(1, of: "a", response, into: &editions)
        editions.freshen("a", of: Revision(digest: 2), response.renewed(at: 1000))
        #expect(editions["a"]?.response?.state(at: 11) == .stale)
        editions.freshen("a", of: Revision(digest: 1), response.renewed(at: 100))
        #expect(editions["a"]?.response?.state(at: 105) == .fresh)
        #expect(editions["a"]?.response?.state(at: 111) == .stale)
        editions.freshen("b", of: nil, Self.response([:]))
        #expect(editions["b"] == nil)
    }

    @Test func `a read from another disk cache does not decide which bytes are newer`() {
        var editions = Editions(capacity: 4)
        Self.fetch(1, of: "a", into: &editions)
        for (mayReplace, expected) in [(false, Editions.Admission.refused), (true, .adopted)] {
            let begunAt = Editions.moment()
            let admission = editions.admit(
                Revision(digest: 2), of: "a", by: .read(begunAt: begunAt, mayReplace: mayReplace), response: nil,
                now: Editions.moment())
            #expect(admission == expected)
        }
    }

    @Test func `loads that began before pictures were dropped do not store them`() {
        var editions = Editions(capacity: 2)
        let arrival = Editions.moment()
        for number in 0..<2 {
            Self.fetch(1, of: "\(number)", into: &editions)
            _ = editions.forgetSurplus()
        }
        let admission = editions.admit(
            Revision(digest: 1), of: "a", by: .fetched(arrival: arrival), response: nil, now: Editions.moment())
        #expect(admission == .refused)
    }

    @Test func `bytes of a removed picture are superseded, and those of others are not`() {
        var editions = Editions(capacity: 8)
        func isSuperseded(_ source: String, begunAt: Int) -> Bool {
            editions.isSuperseded(Revision(digest: 1), of: source, evidence: .read(begunAt: begunAt, mayReplace: true))
        }
        let before = Editions.moment()
        editions.forget("a", now: Editions.moment())
        let after = Editions.moment()
        #expect(isSuperseded("a", begunAt: before) && !isSuperseded("a", begunAt: after))
        #expect(!isSuperseded("b", begunAt: before))
        // also when many have been removed since
        for number in 0..<100 { editions.forget("\(number)", now: Editions.moment()) }
        #expect(isSuperseded("a", begunAt: before))
        editions.forgetAll(now: Editions.moment())
        #expect(isSuperseded("b", begunAt: after) && !isSuperseded("b", begunAt: Editions.moment()))
    }

    /// Regression: one removal kept all images that were being loaded out of the caches.
    @Test func `loads that began before another picture was removed store theirs`() {
        var editions = Editions(capacity: 4)
        let arrival = Editions.moment()
        editions.forget("a", now: Editions.moment())
        let admission = editions.admit(
            Revision(digest: 1), of: "b", by: .fetched(arrival: arrival), response: nil, now: Editions.moment())
        #expect(admission == .adopted)
    }

    /// Regression: bytes that had already arrived were stored again.
    @Test func `loads that began before a picture was removed do not store it`() {
        for removesAll in [false, true] {
            var editions = Editions(capacity: 4)
            Self.fetch(1, of: "a", into: &editions)
            let arrival = Editions.moment()
            if removesAll {
                editions.forgetAll(now: Editions.moment())
            } else {
                editions.forget("a", now: Editions.moment())
            }
            let admission = editions.admit(
                Revision(digest: 1), of: "a", by: .fetched(arrival: arrival), response: nil, now: Editions.moment())
            #expect(admission == .refused && editions["a"] == nil)
            Self.fetch(1, of: "a", into: &editions)
            #expect(editions["a"] != nil)
        }
    }
}
