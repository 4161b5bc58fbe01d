import Testing

@testable import ImageFeeds

struct FeedDateTests {
    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Tue, 10 Jun 2003 04:00:00 GMT", 1_055_217_600),
            ("10 Jun 2003 04:00 GMT", 1_055_217_600),
            ("Tue, 10 June 2003 04:00:00 +0000", 1_055_217_600),
            ("Tuesday, 10-Jun-03 04:00:00 GMT", 1_055_217_600),
            ("tue, 10 jun 03 04:00:00 z", 1_055_217_600),
            ("Tue,10 Jun 2003 00:00:00 EDT", 1_055_217_600),
            ("Mon, 09 Jun 2003 20:00:00 PST", 1_055_217_600),
            ("Tue, 10 Jun 2003 09:30:00 +0530", 1_055_217_600),
            ("Tue, 10 Jun 2003 04:00:00", 1_055_217_600),
            ("10 Jun 2003", 1_055_203_200),
            ("31 Dec 69 23:59:59 GMT", -1),
            ("29 Feb 2000 12:00:00 GMT", 951_825_600),
            ("2003-12-13T18:30:02Z", 1_071_340_202),
            ("2003-12-13T18:30:02.25Z", 1_071_340_202.25),
            ("2003-12-13T18:30:02.25+01:00", 1_071_336_602.25),
            ("2003-12-13t18:30:02z", 1_071_340_202),
            ("2003-12-13 18:30:02 +0000", 1_071_340_202),
            ("2003-12-13T18:30Z", 1_071_340_200),
            ("2003-12-13T13:30:02-0500", 1_071_340_202),
            ("2003-12-13", 1_071_273_600),
            ("1970-01-01T00:00:60Z", 60),
        ])
    func dateIsRead(text: String, seconds: Double) {
        #expect(FeedDate.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            "", " ", "yesterday", "Tue", "Tue, 10", "10 Foo 2003 04:00:00 GMT", "2003-13-01", "2003-00-10",
            "2003-12-32",
            "2003-12-13T25:00:00Z", "2003-12-13T10:61:00Z", "2003-12-13T1e9:00Z", "99999999999999999999 Jan 2000",
            "2003-12-13T18:30:02+99999", "10 Jun 99999999999999999999", "é-é-é", "2003-é2-1x", "2003-12-13T18:30:nanZ",
        ])
    func whatIsNoDateIsNil(text: String) {
        #expect(FeedDate.seconds(text) == nil)
    }

    @Test func daysFollowEachOther() {
        var expected = -2_208_988_800.0  // 1 January 1900
        for year in 1900...2100 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                let name = month < 9 ? "0\(month + 1)" : "\(month + 1)"
                #expect(FeedDate.seconds("\(year)-\(name)-01") == expected)
                expected += Double(days) * 86_400
            }
        }
    }
}
