import Glibc

/// A day and a time, UTC. A value.
public struct CalendarDate: Hashable, Sendable {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    /// The day of the week; 0 is Sunday.
    public let weekday: Int
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 59.
    public let second: Int

    /// Creates the date of a time. Times outside the years 1 to 9999 are clamped; one that is not finite counts as 0.
    public init(secondsSince1970 seconds: Double) {
        let whole = min(max(-62_135_596_800, seconds.isFinite ? seconds : 0), 253_402_300_799).rounded(.down)
        var (time, fields) = (time_t(whole), tm())
        gmtime_r(&time, &fields)
        (year, month, day) = (Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday))
        weekday = Int(fields.tm_wday)
        (hour, minute, second) = (Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_sec))
    }

    /// The day and the time without seconds, in the order of ISO 8601.
    public var text: String { "\(dayText) \(Self.padded(hour)):\(Self.padded(minute))" }

    /// The day, in the order of ISO 8601.
    public var dayText: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }

    /// The time with seconds.
    public var timeText: String { "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))" }

    /// Returns a number with at least two digits.
    public static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
