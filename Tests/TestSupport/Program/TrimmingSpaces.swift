extension StringProtocol {
    /// A copy without white space at its beginning and end.
    public var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
