import Glibc

/// A tolerant parser of dates in feeds: RFC 822 (with two or four digits of the year), ISO 8601 and RFC 3339, Unix
/// times, and informal dates in English such as `June 10th, 2003 4:00 AM`. The words are recognized by their form, not
/// by their position.
///
/// Foundation's formats refuse half of the dates in use: missing weekdays, seconds and zones, a space instead of `T`.
/// `strptime` with twenty formats reads less than half of the dates in the tests, `curl_getdate` fewer.
enum FeedDate {
    /// Returns the seconds since 1 January 1970 UTC, or `nil`. A missing or unknown zone is UTC, as in RFC 2822.
    static func seconds(_ text: String) -> Double? {
        let words = text.uppercased().split { " ,\t\n\r".contains($0) }
        if words.count == 1, words[0].utf8.count != 8, words[0].utf8.allSatisfy(isDigit) { return number(words[0]) }
        var parts = Parts()
        return words.allSatisfy { parts.take($0) } ? parts.seconds : nil
    }

    /// Parses a year, or a Unix time in seconds or milliseconds.
    private static func number(_ digits: Substring) -> Double? {
        switch digits.utf8.count {
        case 4: days(year: Int(digits), month: 1, day: 1)
        case 9...10: Double(digits)
        case 12...13: Double(digits).map { $0 / 1_000 }
        default: nil
        }
    }

    // MARK: - Words

    /// The parts of a date, as far as parsed.
    private struct Parts {
        private var day: Double?
        private var numbers: [Substring] = []
        private var month: Int?
        /// Whether there are words of another language: its weekdays may look like months, as `mar`.
        private var isForeign = false
        private var clock: Clock?

        /// Parses a word. Returns `false` if it makes the date invalid.
        mutating func take(_ word: Substring) -> Bool {
            guard word.first?.isNumber == true else {
                take(name: word)
                return true
            }
            if let mark = word.firstIndex(of: "T"), let day = FeedDate.day(word[..<mark]) {
                self.day = day
                return readTime(FeedDate.withColons(word[word.index(after: mark)...]))
            }
            if word.contains(":") { return clock != nil || readTime(word) }
            if let date = FeedDate.day(word) {
                day = date
                return true
            }
            // `10-Jun-03` is the form of RFC 850.
            let pieces = word.split(separator: "-")
            if pieces.count > 1 { return pieces.allSatisfy { take($0) } }
            let ordinal = ["ST", "ND", "RD", "TH", "."].first { word.hasSuffix($0) }
            if numbers.count < 2 { numbers.append(word.dropLast(ordinal?.count ?? 0)) }
            return true
        }

        private mutating func readTime(_ word: Substring) -> Bool {
            clock = Clock(word)
            return clock != nil
        }

        private mutating func take(name: Substring) {
            let letters = name.filter { $0 != "." }
            if letters.utf8.count >= 3, let index = FeedDate.months.firstIndex(where: { $0.hasPrefix(letters) }) {
                month = month ?? index + 1
            } else if clock != nil {
                clock?.take(zone: name)
            } else if letters.utf8.count >= 3, !FeedDate.weekdays.contains(where: { $0.hasPrefix(letters) }) {
                isForeign = true
            }
        }

        var seconds: Double? {
            guard let day = day ?? namedDay else { return nil }
            return day + (clock?.seconds ?? 0)
        }

        /// The day whose month is a word.
        private var namedDay: Double? {
            guard !isForeign, let month, numbers.count == 2 else { return nil }
            let (first, last) = (numbers[0], numbers[1])
            let (text, dayText) = first.utf8.count == 4 ? (first, last) : (last, first)
            guard let year = Int(text) else { return nil }
            // RFC 2822, section 4.3.
            let fullYear = text.count > 2 ? year : year < 50 ? 2000 + year : 1900 + year
            return FeedDate.days(year: fullYear, month: month, day: Int(dayText))
        }
    }

    private static let months = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
    ]
    private static let weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

    // MARK: - Clock

    /// A time of day and its zone, as far as parsed.
    private struct Clock {
        private let time: Double
        private var isAfternoon: Bool?
        private var offset: Double?

        /// Parses `18:30:02.25`, with an optional AM, PM or zone behind it; `nil` if it is not a time.
        init?(_ word: Substring) {
            let end = word.dropFirst().firstIndex { $0.isLetter || "+-".contains($0) } ?? word.endIndex
            guard let time = FeedDate.time(word[..<end]) else { return nil }
            self.time = time
            guard end != word.endIndex else { return }
            take(zone: word[end...])
            if isAfternoon == nil, offset == nil { return nil }
        }

        /// Parses AM, PM or the zone.
        mutating func take(zone word: Substring) {
            switch word {
            case "AM", "A.M.": isAfternoon = false
            case "PM", "P.M.": isAfternoon = true
            default: offset = offset ?? FeedDate.zone(word.drop { $0 == "(" }.prefix { $0 != ")" })
            }
        }

        /// The seconds since the start of the day in UTC.
        var seconds: Double {
            let isTwelve = (43_200..<46_800).contains(time)
            let half = isAfternoon == true && time < 43_200 ? 43_200.0 : isAfternoon == false && isTwelve ? -43_200 : 0
            return time + half - (offset ?? 0)
        }
    }

    // MARK: - Parts

    /// Returns the seconds from 1970 to the day of `2003-12-13`, `2003/12/13`, `20031213` or `2003-12`.
    private static func day(_ text: Substring) -> Double? {
        let isCompact = text.utf8.count == 8 && text.utf8.allSatisfy(isDigit)
        let parts =
            isCompact
            ? [text.prefix(4), text.dropFirst(4).prefix(2), text.suffix(2)]
            : text.split { $0 == "-" || $0 == "/" }
        // The second part may be a day of the year, `2003-347`, which no feed in use has.
        guard parts.count == 2 || parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count <= 2 else {
            return nil
        }
        return days(year: Int(parts[0]), month: Int(parts[1]), day: parts.count == 3 ? Int(parts[2]) : 1)
    }

    /// Returns `18:30:02Z` for the basic format of ISO 8601, `183002Z`.
    private static func withColons(_ word: Substring) -> Substring {
        let digits = word.prefix { $0.isNumber }
        guard digits.count == 4 || digits.count == 6 else { return word }
        let seconds = digits.count == 6 ? ":\(digits.suffix(2))" : ""
        return "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2))\(seconds)\(word[digits.endIndex...])"
    }

    /// Returns the seconds of the day for `18:30`, `18:30:02` or `18:30:02.25`. A leap second counts as the next
    /// second.
    private static func time(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":")
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
        guard let second = parts.count == 3 ? Double(parts[2]) : 0 else { return nil }
        guard (0...24).contains(hour), (0...59).contains(minute), second >= 0, second < 61 else { return nil }
        return Double(hour * 3600 + minute * 60) + second
    }

    /// Returns the seconds east of UTC for `Z`, `+0100`, `+01:00`, `-08` or `EST`.
    private static func zone(_ text: some StringProtocol) -> Double? {
        if let hours = zones[String(text)] { return Double(hours * 3600) }
        // `GMT+1` means an hour east of it.
        let text = ["GMT", "UTC"].contains { text.hasPrefix($0) } ? text.dropFirst(3) : text[...]
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = String(text.dropFirst().filter { $0 != ":" })
        guard digits.count <= 4, digits.utf8.allSatisfy(isDigit), let number = Int(digits) else { return nil }
        let minutes = digits.count > 2 ? number / 100 * 60 + number % 100 : number * 60
        return Double(minutes * (sign == "-" ? -60 : 60))
    }

    private static let zones: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8, "PDT": -7, "CET": 1, "CEST": 2, "BST": 1, "WET": 0, "WEST": 1, "EET": 2, "EEST": 3, "MSK": 3,
        "JST": 9, "KST": 9,
        "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "AKST": -9, "AKDT": -8, "HST": -10,
    ]

    /// Returns the seconds from 1970 to the start of a day of the Gregorian calendar.
    private static func days(year: Int?, month: Int?, day: Int?) -> Double? {
        guard let year, let month, let day, (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else {
            return nil
        }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        return Double(timegm(&date))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
