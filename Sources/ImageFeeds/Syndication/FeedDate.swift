/// Dates as feeds write them: RFC 822 (with the year in two or four digits) and RFC 3339, read tolerantly.
///
/// Written here because Foundation's formatters cost more start-up than the whole feed, and refuse half of what is
/// out there: missing weekdays, seconds and zones, full month names, a space instead of `T`.
enum FeedDate {
    /// Seconds since 1 January 1970 UTC, or `nil`. A missing zone is UTC.
    static func seconds(_ text: String) -> Double? {
        let words = text.uppercased().split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" }
        guard let first = words.first else { return nil }
        if first.utf8.count >= 8, first.utf8.prefix(4).allSatisfy(isDigit), first.utf8.dropFirst(4).first == 0x2D {
            return internet(words)
        }
        return mail(first.utf8.allSatisfy(isDigit) ? words[...] : words.dropFirst())
    }

    // MARK: - RFC 3339

    /// `2003-12-13T18:30:02.25+01:00`, `2003-12-13 18:30Z`, `2003-12-13`.
    private static func internet(_ words: [Substring]) -> Double? {
        let date = words[0].prefix(10).split(separator: "-")
        guard date.count == 3, let day = days(year: Int(date[0]), month: Int(date[1]), day: Int(date[2])) else {
            return nil
        }
        let rest = words[0].dropFirst(10).drop { $0 == "T" } + words.dropFirst().joined()
        guard !rest.isEmpty else { return day }
        let end = rest.dropFirst().firstIndex { "Z+-".contains($0) } ?? rest.endIndex
        guard let time = time(rest[..<end]), let offset = zone(rest[end...]) else { return nil }
        return day + time - offset
    }

    // MARK: - RFC 822

    /// `10 Jun 2003 04:00:00 GMT`, behind the weekday.
    private static func mail(_ words: ArraySlice<Substring>) -> Double? {
        // `10-Jun-03` is the form of RFC 850.
        let words = words.prefix(1).flatMap { $0.split(separator: "-") } + words.dropFirst()
        guard words.count >= 3, let month = months.firstIndex(of: words[1].prefix(3)), let year = Int(words[2]) else {
            return nil
        }
        // RFC 2822, section 4.3.
        let fullYear = words[2].count > 2 ? year : year < 50 ? 2000 + year : 1900 + year
        guard let day = days(year: fullYear, month: month + 1, day: Int(words[0])) else { return nil }
        guard words.count > 3 else { return day }
        guard let time = time(words[3]) else { return nil }
        // An unknown name of a zone is UTC, as RFC 2822 wants it.
        return day + time - (words.count > 4 ? zone(words[4]) ?? 0 : 0)
    }

    private static let months: [Substring] = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    // MARK: - Parts

    /// Seconds of the day in `18:30`, `18:30:02` and `18:30:02.25`. A leap second counts as the one after.
    private static func time(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":")
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
        guard let second = parts.count == 3 ? Double(parts[2]) : 0 else { return nil }
        guard (0...24).contains(hour), (0...59).contains(minute), second >= 0, second < 61 else { return nil }
        return Double(hour * 3600 + minute * 60) + second
    }

    /// Seconds east of UTC: `Z`, `+0100`, `+01:00`, `-08`, `EST`.
    private static func zone(_ text: some StringProtocol) -> Double? {
        if let hours = zones[String(text)] { return Double(hours * 3600) }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = String(text.dropFirst().filter { $0 != ":" })
        guard digits.utf8.allSatisfy(isDigit), let number = Int(digits) else { return nil }
        let minutes: Int
        switch digits.count {
        case 1, 2: minutes = number * 60
        case 3, 4: minutes = number / 100 * 60 + number % 100
        default: return nil
        }
        return Double(minutes * (sign == "-" ? -60 : 60))
    }

    private static let zones: [String: Int] = [
        "": 0, "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8, "PDT": -7, "CET": 1, "CEST": 2, "BST": 1,
    ]

    /// Seconds from 1970 to the beginning of a day of the Gregorian calendar.
    ///
    /// Counts years from March, so that the leap day is a year's last.
    private static func days(year: Int?, month: Int?, day: Int?) -> Double? {
        guard let year, let month, let day, (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else {
            return nil
        }
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let daysBeforeYear = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
        let daysBeforeMonth = (monthFromMarch * 153 + 2) / 5
        return Double((daysBeforeYear + daysBeforeMonth + day - 1 - 719_468) * 86_400)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
