import TestSupport
import Testing

@testable import ImageLoading

/// HTTP dates.
@Suite(.endsInTime) struct HTTPDateTests {
    private let now = 1_795_286_400.0  // 2026

    private func seconds(_ text: String) -> Double? { HTTPDate(text, now: now)?.secondsSince1970 }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 08:49:37 UTC", "sun, 06 nov 1994 08:49:37 GMT",
    ]) func `the three formats have equal dates`(text: String) { #expect(seconds(text) == 784_111_777) }

    @Test func `the calendar is right`() {
        #expect(seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(seconds("Thu, 29 Feb 2024 23:59:60 GMT") == 1_709_251_200)
        #expect(seconds("Mon, 01 Mar 2100 00:00:00 GMT") == 4_107_542_400)
        #expect(seconds("Wed, 31 Dec 1969 23:59:59 GMT") == -1)
        #expect(seconds("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799)
    }

    @Test func `two-digit years are in the nearest century`() {
        #expect(seconds("Sunday, 06-Nov-77 08:49:37 GMT").map { $0 < now } == true)
        #expect(seconds("Sunday, 06-Nov-70 08:49:37 GMT").map { $0 > now } == true)
    }

    @Test(arguments: [
        "", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST",
        "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT extra",
        "Sun, 06 Nov 1994 8:49:3७ GMT",
    ]) func `an invalid date is nil`(text: String) { #expect(seconds(text) == nil) }

    @Test func `any text is read without harm`() {
        let parts = [
            "Sun", ",", " ", "06", "-", "Nov", "1994", "08:49:37", "GMT", ":", "\u{0}", "é", "99999999999999999999",
        ]
        for seed in UInt64(0)..<200 {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            for time in [now, 0, -1e300, 1e300, .infinity] {
                let date = HTTPDate(text, now: time)
                #expect(date.map { $0.secondsSince1970.isFinite } ?? true, "seed \(seed)")
            }
        }
    }
}
