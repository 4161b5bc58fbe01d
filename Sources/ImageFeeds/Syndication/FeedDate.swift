import Glibc

/// A tolerant parser of dates in feeds: RFC 822 (with two or four digits of the year), ISO 8601 and RFC 3339, Unix
/// times and informal dates.
///
/// Foundation's formatters take longer to start than a whole feed, and refuse half of the dates in use: missing
/// weekdays, seconds and zones, full month names, a space instead of `T`. `strptime` with twenty formats reads 23 of
/// the 78 dates in the tests; `curl_getdate` reads 19 and misreads three.
enum FeedDate {
    /// Returns the seconds since 1 January 1970 UTC, or `nil`. A missing zone is UTC.
    static func seconds(_ text: String) -> Double? {
        let words = text.uppercased().split { " ,\t\n\r".contains($0) }
        guard let first = words.first else { return nil }
        let digits = first.utf8.prefix(while: isDigit).count
        if words.count == 1, digits == first.utf8.count { return number(first) }
        if digits == 8, first.utf8.count == 8 || first.utf8.dropFirst(8).first == 0x54 { return compact(first) }
        let separator = first.utf8.dropFirst(4).first
        if digits == 4, first.utf8.count >= 7, separator == 0x2D || separator == 0x2F { return internet(words) }
        return mail(words)
    }

    // MARK: - Numbers

    /// Parses a date of ISO 8601, a year, or a Unix time in seconds or milliseconds.
    private static func number(_ digits: Substring) -> Double? {
        switch digits.utf8.count {
        case 4: days(year: Int(digits), month: 1, day: 1)
        case 8: compact(digits)
        case 9...10: Double(digits)
        case 12...13: Double(digits).map { $0 / 1_000 }
        default: nil
        }
    }

    /// Parses the basic format of ISO 8601, such as `20031213T183002Z`.
    private static func compact(_ word: Substring) -> Double? {
        let date = word.prefix(8)
        let time = word.dropFirst(9).prefix { $0.isNumber }
        guard time.isEmpty || time.count == 4 || time.count == 6 else { return nil }
        var text = "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"
        if !time.isEmpty {
            text += "T\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.count == 6 ? time.suffix(2) : "00")"
        }
        return internet([Substring(text + word.dropFirst(9 + time.count))])
    }

    // MARK: - RFC 3339

    /// Parses `2003-12-13T18:30:02.25+01:00`, `2003-12-13 18:30Z`, `2003-12-13 18:30:02 UTC` or `2003-12-13`.
    private static func internet(_ words: [Substring]) -> Double? {
        let date = words[0].prefix(10).prefix { $0 != "T" }.split { $0 == "-" || $0 == "/" }
        guard date.count == 3 || date.count == 2 && words.count == 1,
            let day = days(year: Int(date[0]), month: Int(date[1]), day: date.count == 3 ? Int(date[2]) : 1)
        else {
            return nil
        }
        let rest = words[0].dropFirst(date.reduce(date.count - 1) { $0 + $1.count }).drop { $0 == "T" }
        let parts = rest.isEmpty ? words.dropFirst() : [rest] + words.dropFirst()
        guard let first = parts.first else { return day }
        var clock = Clock()
        guard clock.take(first), clock.isSound else { return nil }
        for part in parts.dropFirst() { clock.take(zone: part) }
        return clock.seconds.map { day + $0 }
    }

    // MARK: - RFC 822

    /// Parses `Tue, 10 Jun 2003 04:00:00 GMT`, and informal dates such as `June 10th, 2003 4:00 AM`, `10. Juni 2003`
    /// and `Tue Jun 10 04:00:00 2003`. The parts are recognized by their form, not by their position.
    private static func mail(_ words: [Substring]) -> Double? {
        var numbers: [Substring] = []
        var names: [Substring] = []
        var clock: Clock?
        // `10-Jun-03` is the form of RFC 850.
        for word in words.flatMap({ $0.first?.isNumber == true && !$0.contains(":") ? $0.split(separator: "-") : [$0] })
        {
            if word.first?.isNumber == true {
                if word.contains(":") {
                    guard clock == nil else { continue }
                    var read = Clock()
                    guard read.take(word) else { return nil }
                    clock = read
                } else if numbers.count < 2 {
                    let ordinal = ["ST", "ND", "RD", "TH", "ER", ".", "º", "°"].first { word.hasSuffix($0) }
                    numbers.append(word.dropLast(ordinal?.count ?? 0))
                }
            } else if clock?.isWaitingForZone == true, MonthName.number(word) == nil {
                clock?.take(zone: word)
            } else {
                names.append(word)
            }
        }
        guard let month = month(among: names), numbers.count == 2 else { return nil }
        if numbers[0].utf8.count == 4 { numbers.swapAt(0, 1) }
        guard let year = Int(numbers[1]) else { return nil }
        // RFC 2822, section 4.3.
        let fullYear = numbers[1].count > 2 ? year : year < 50 ? 2000 + year : 1900 + year
        guard let day = days(year: fullYear, month: month, day: Int(numbers[0])) else { return nil }
        guard let clock else { return day }
        return clock.seconds.map { day + $0 }
    }

    private static func month(among words: [Substring]) -> Int? {
        let months = words.filter { MonthName.number($0) != nil }
        // `mar. 4 mai` has two words that may be months, and one of them is not.
        let name = months.first { !MonthName.mayBeWeekday($0) } ?? months.last
        return name.flatMap(MonthName.number) ?? words.lazy.compactMap(MonthName.guess).first
    }

    // MARK: - Clock

    /// A time of day and its zone, as far as parsed.
    private struct Clock {
        private var time = 0.0
        private var isAfternoon: Bool?
        private var offset: Double?
        /// Whether the suffix of the time is valid.
        private(set) var isSound = true

        /// Whether no zone was parsed yet.
        var isWaitingForZone: Bool { offset == nil }

        /// Parses `18:30:02.25`, with an optional AM, PM or zone. Returns `false` if it is not a time.
        mutating func take(_ word: Substring) -> Bool {
            let end = word.dropFirst().firstIndex { $0.isLetter || "+-".contains($0) } ?? word.endIndex
            guard let time = FeedDate.time(word[..<end]) else { return false }
            self.time = time
            let rest = word[end...]
            guard !rest.isEmpty, !takeHalf(rest) else { return true }
            offset = FeedDate.zone(rest)
            isSound = offset != nil
            return true
        }

        /// Parses a word after the time. An unknown zone is UTC, as in RFC 2822.
        mutating func take(zone word: Substring) {
            guard offset == nil, !takeHalf(word) else { return }
            offset = FeedDate.zone(word.drop { $0 == "(" }.prefix { $0 != ")" })
        }

        private mutating func takeHalf(_ word: Substring) -> Bool {
            switch word {
            case "AM", "A.M.": isAfternoon = false
            case "PM", "P.M.": isAfternoon = true
            default: return false
            }
            return true
        }

        /// The seconds since the start of the day in UTC.
        var seconds: Double? {
            var time = time
            if let isAfternoon {
                let isTwelve = time >= 43_200 && time < 46_800
                if isAfternoon, time < 43_200 { time += 43_200 }
                if !isAfternoon, isTwelve { time -= 43_200 }
            }
            return time - (offset ?? 0)
        }
    }

    // MARK: - Parts

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
