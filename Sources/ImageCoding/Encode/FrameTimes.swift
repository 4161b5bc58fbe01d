/// Rounding of durations to a format's time unit that preserves their sum: each frame's rounding error is carried over
/// to the next.
enum FrameTimes {
    /// Returns the durations in units.
    ///
    /// - Parameter minimum: the least duration of a frame in units; decoders treat shorter ones as a mistake.
    static func rounded(_ durations: [Duration], unit: Duration, minimum: Int, maximum: Int) -> [Int] {
        var owed = 0.0
        return durations.map { duration in
            let wanted = max(0, duration / unit) + owed
            let units = max(minimum, Int(min(Double(maximum), wanted.rounded())))
            // Carries at most one unit: a frame that was lengthened to the minimum does not shorten later ones.
            owed = max(-1, min(1, wanted - Double(units)))
            return units
        }
    }
}
