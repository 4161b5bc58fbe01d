/// Brings durations to the whole units of a format, so that their sum is kept: what one loses the next one gets.
enum FrameTimes {
    /// - Parameter minimum: of a frame; decoders take shorter ones for a mistake.
    static func rounded(_ durations: [Duration], unit: Duration, minimum: Int, maximum: Int) -> [Int] {
        var owed = 0.0
        return durations.map { duration in
            let wanted = max(0, duration / unit) + owed
            let units = max(minimum, Int(min(Double(maximum), wanted.rounded())))
            owed = max(-1, min(1, wanted - Double(units)))  // a frame that is too short for the format stays so
            return units
        }
    }
}
