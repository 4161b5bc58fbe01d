import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct CalendarDateTests {
    @Test(arguments: [
        (0.0, "1970-01-01 00:00"), (951_782_399, "2000-02-28 23:59"), (951_782_400, "2000-02-29 00:00"),
        (-1, "1969-12-31 23:59"), (4_107_542_399, "2100-02-28 23:59"), (4_107_542_400, "2100-03-01 00:00"),
        (-62_135_596_801, "1-01-01 00:00"), (1e300, "9999-12-31 23:59"), (.infinity, "1970-01-01 00:00"),
    ])
    func `a date agrees with the calendar`(seconds: Double, text: String) {
        #expect(CalendarDate(secondsSince1970: seconds).text == text)
    }

    @Test func `a date has its weekday and its seconds`() {
        let date = CalendarDate(secondsSince1970: 1_767_268_805.9)
        #expect(date.weekday == 4 && date.dayText == "2026-01-01" && date.timeText == "12:00:05")
    }
}
