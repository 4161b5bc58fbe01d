import Glibc

/// A date as HTTP writes it (RFC 9110, section 5.6.7), in whole seconds since 1 January 1970 UTC.
///
/// A value. It does not depend on the machine's locale, as `strptime` does, nor on its time zone.
struct HTTPDate: Equatable {
    let secondsSince1970: Double

    /// Reads the three forms that a recipient must accept: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `nil` for anything else.
    ///
    /// `now` determines the century of a two-digit year: more than fifty years ahead means the past.
    init?(_ text: some StringProtocol, now: Double) {
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { Substring($0) }
        guard parts.count >= 5, parts.count <= 6 else { return nil }
        let isWithoutZone = parts.count == 5  // asctime: day name, month, day, time, year
        if !isWithoutZone { guard ["GMT", "UTC"].contains(parts[5]) else { return nil } }
        let (dayText, monthText) = isWithoutZone ? (parts[2], parts[1]) : (parts[1], parts[2])
        let (yearText, timeText) = isWithoutZone ? (parts[4], parts[3]) : (parts[3], parts[4])
        guard let day = Self.number(dayText, 1...31), let month = Self.months.firstIndex(of: monthText.lowercased()),
            var year = Self.number(yearText, 0...9999), let seconds = Self.secondsOfDay(timeText)
        else { return nil }
        if yearText.utf8.count == 2 {
            let thisYear = 1970 + Int((min(max(now, 0), 2e11) / 31_556_952).rounded(.down))
            year += thisYear / 100 * 100
            if year > thisYear + 50 { year -= 100 }
        }
        var midnight = tm()
        (midnight.tm_year, midnight.tm_mon, midnight.tm_mday) = (Int32(year - 1900), Int32(month), Int32(day))
        secondsSince1970 = Double(timegm(&midnight) + seconds)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], 0...23), let minute = number(parts[1], 0...59),
            let second = number(parts[2], 0...60)  // 60: a leap second
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 4, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text)
        else { return nil }
        return range.contains(number) ? number : nil
    }
}
