import ImageCoding
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

@Suite(.endsInTime) struct PictureIndexTests {
    @Test(arguments: [false, true]) @MainActor func `stored bytes and images are of one revision, the latest`(
        withOtherProcess: Bool
    ) {
        let schedules = SeededSchedules(part: 0, of: 400_000)
        let wrong = schedules.run { seed, _ in PictureIndexWorld(seed: seed).run(withOtherProcess: withOtherProcess) }
        #expect(wrong == "")
    }

    private static func response(_ headers: TransferHeaders, at now: Double = 0) -> ResponseMetadata {
        ResponseMetadata(headers: headers, requestHeaders: [], receivedAt: now)
    }

    /// Registers fetched bytes, by default those that arrive now.
    @discardableResult
    private static func fetch(
        _ digest: UInt64, of source: String, _ response: ResponseMetadata? = nil,
        at arrival: Int = PictureIndex.nextTime(),
        into pictures: inout PictureIndex
    ) -> PictureIndex.Registration {
        pictures.register(
            Revision(digest: digest), of: source, by: .fetched(arrival: arrival), response: response,
            now: PictureIndex.nextTime())
    }

    @Test func `the number of remembered pictures is limited, and looked-up ones stay`() {
        var pictures = PictureIndex(capacity: 10)
        var forgotten: [String] = []
        for number in 0..<100 {
            Self.fetch(UInt64(number), of: "\(number)", into: &pictures)
            forgotten += pictures.forgetSurplus()
            #expect(pictures["0"]?.revision?.digest == 0)
            #expect(pictures.count <= 10)
        }
        #expect(!forgotten.contains("0") && forgotten.contains("1") && Set(forgotten).count == forgotten.count)
        #expect(pictures["1"] == nil)
        #expect(pictures["99"] != nil)
    }

    /// Regression: new bytes of a picture made its record look unused, and it was forgotten before older ones.
    @Test func `new bytes of a picture count as a use`() {
        for digest: UInt64 in [1, 2] {
            var pictures = PictureIndex(capacity: 2)
            for source in ["a", "b"] { Self.fetch(1, of: source, into: &pictures) }
            Self.fetch(digest, of: "a", into: &pictures)
            Self.fetch(1, of: "c", into: &pictures)
            #expect(pictures.forgetSurplus() == ["b"])
        }
    }

    /// Regression: half of all pictures were dropped in one critical section.
    @Test func `one picture is forgotten at a time, and never the newest`() {
        for capacity in [1, 2, 1000] {
            var pictures = PictureIndex(capacity: capacity)
            for number in 0..<3000 {
                Self.fetch(UInt64(number), of: "\(number)", into: &pictures)
                let forgotten = pictures.forgetSurplus()
                #expect(forgotten.count == (number < capacity ? 0 : 1) && !forgotten.contains("\(number)"))
                for source in forgotten { #expect(pictures[source] == nil) }
                if number % 3 > 0 { _ = pictures["\(number)"] }
            }
        }
    }

    /// Regression: whenever pictures were forgotten, all that were being loaded were kept out of the caches.
    @Test func `loads that began after the forgotten pictures arrived store theirs`() {
        var pictures = PictureIndex(capacity: 1)
        Self.fetch(1, of: "0", into: &pictures)
        let arrival = PictureIndex.nextTime()
        Self.fetch(1, of: "1", into: &pictures)
        #expect(pictures.forgetSurplus() == ["0"])
        let outcome = Self.fetch(1, of: "a", at: arrival, into: &pictures)
        #expect(outcome == .becameCurrent(replacing: false))
    }

    @Test func `a confirmation counts from its time, and only for its own bytes`() {
        var pictures = PictureIndex(capacity: 4)
        let response = Self.response(["Cache-Control": "max-age=10"])
        Self.fetch(1, of: "a", response, into: &pictures)
        pictures.freshen("a", of: Revision(digest: 2), response.renewed(at: 1000))
        #expect(pictures["a"]?.response?.state(at: 11) == .stale)
        pictures.freshen("a", of: Revision(digest: 1), response.renewed(at: 100))
        #expect(pictures["a"]?.response?.state(at: 105) == .fresh)
        #expect(pictures["a"]?.response?.state(at: 111) == .stale)
        pictures.freshen("b", of: nil, Self.response([:]))
        #expect(pictures["b"] == nil)
    }

    @Test func `a read from another disk cache does not decide which bytes are newer`() {
        var pictures = PictureIndex(capacity: 4)
        Self.fetch(1, of: "a", into: &pictures)
        for (mayReplace, expected) in [
            (false, PictureIndex.Registration.superseded), (true, .becameCurrent(replacing: true)),
        ] {
            let begunAt = PictureIndex.nextTime()
            let outcome = pictures.register(
                Revision(digest: 2), of: "a", by: .read(begunAt: begunAt, mayReplace: mayReplace), response: nil,
                now: PictureIndex.nextTime())
            #expect(outcome == expected)
        }
    }

    @Test func `loads that began before pictures were dropped do not store them`() {
        var pictures = PictureIndex(capacity: 1)
        let arrival = PictureIndex.nextTime()
        for number in 0..<2 {
            Self.fetch(1, of: "\(number)", into: &pictures)
            _ = pictures.forgetSurplus()
        }
        let outcome = Self.fetch(1, of: "a", at: arrival, into: &pictures)
        #expect(outcome == .superseded)
    }

    @Test func `bytes of a removed picture are superseded, and those of others are not`() {
        var pictures = PictureIndex(capacity: 8)
        func isSuperseded(_ source: String, begunAt: Int) -> Bool {
            pictures.isSuperseded(Revision(digest: 1), of: source, receipt: .read(begunAt: begunAt, mayReplace: true))
        }
        let before = PictureIndex.nextTime()
        pictures.remove("a", now: PictureIndex.nextTime())
        let after = PictureIndex.nextTime()
        #expect(isSuperseded("a", begunAt: before) && !isSuperseded("a", begunAt: after))
        #expect(!isSuperseded("b", begunAt: before))
        // also when many have been removed since
        for number in 0..<100 {
            pictures.remove("\(number)", now: PictureIndex.nextTime())
            _ = pictures.forgetSurplus()
        }
        #expect(isSuperseded("a", begunAt: before))
        pictures.removeAll(now: PictureIndex.nextTime())
        #expect(isSuperseded("b", begunAt: after) && !isSuperseded("b", begunAt: PictureIndex.nextTime()))
    }

    /// Regression: one removal kept all images that were being loaded out of the caches.
    @Test func `loads that began before another picture was removed store theirs`() {
        var pictures = PictureIndex(capacity: 4)
        let arrival = PictureIndex.nextTime()
        pictures.remove("a", now: PictureIndex.nextTime())
        let outcome = Self.fetch(1, of: "b", at: arrival, into: &pictures)
        #expect(outcome == .becameCurrent(replacing: false))
    }

    /// Regression: bytes that had already arrived were stored again.
    @Test func `loads that began before a picture was removed do not store it`() {
        for removesAll in [false, true] {
            var pictures = PictureIndex(capacity: 4)
            Self.fetch(1, of: "a", into: &pictures)
            let arrival = PictureIndex.nextTime()
            if removesAll {
                pictures.removeAll(now: PictureIndex.nextTime())
            } else {
                pictures.remove("a", now: PictureIndex.nextTime())
            }
            let outcome = Self.fetch(1, of: "a", at: arrival, into: &pictures)
            #expect(outcome == .superseded && pictures["a"]?.revision == nil)
            Self.fetch(1, of: "a", into: &pictures)
            #expect(pictures["a"]?.revision != nil)
        }
    }
}
