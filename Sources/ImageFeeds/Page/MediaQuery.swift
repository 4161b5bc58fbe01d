/// The evaluation of media queries (Media Queries Level 4) for a light screen of 1,000 by 750 pixels: a page offers
/// other pictures to printers and to phones.
enum MediaQuery {
    /// Maximum bytes of a list. Real ones have less than a hundred; evaluating megabytes takes seconds.
    private static let maxBytes = 1_000

    /// Returns whether a list of queries matches; an empty one always does, and a longer one than ``maxBytes`` never.
    static func matchesScreen(_ list: String) -> Bool {
        guard list.utf8.count <= maxBytes else { return false }
        let queries = list.lowercased().replacing(" / ", with: "/").split(separator: ",")
        return queries.allSatisfy { $0.allSatisfy(\.isWhitespace) } || queries.contains(where: matches)
    }

    /// Returns whether all parts of a query hold, or one of those that `or` joins. Nested groups count as one: no page
    /// mixes `and` and `or`.
    private static func matches(_ query: Substring) -> Bool {
        guard query.count(where: { $0 == "(" }) == query.count(where: { $0 == ")" }) else { return false }
        var (parts, isNegated, isAny) = ([Bool](), false, false)
        for piece in query.split(whereSeparator: { $0 == "(" || $0 == ")" }) {
            guard !piece.contains(where: { ":<>=".contains($0) }) else {
                parts.append(holds(piece))
                continue
            }
            for word in piece.split(whereSeparator: \.isWhitespace) {
                switch word {
                case "not": isNegated = true
                case "or": isAny = true
                case "and", "only": break
                default: parts.append(["screen", "all", "color", "hover", "width", "height"].contains(word))
                }
            }
        }
        return (isAny ? parts.contains(true) : !parts.contains(false)) != isNegated
    }

    /// Returns whether a feature has a value. An unknown feature has none.
    private static func holds(_ content: Substring) -> Bool {
        let parts = content.split(separator: ":", maxSplits: 1).map(\.trimmed)
        guard parts.count == 2 else { return holds(range: content) }
        let (feature, value) = (String(parts[0].replacing("-webkit-", with: "")), parts[1])
        if feature.hasPrefix("min-") { return holds(range: "\(feature.dropFirst(4)) >= \(value)") }
        if feature.hasPrefix("max-") { return holds(range: "\(feature.dropFirst(4)) <= \(value)") }
        if screen[feature] != nil { return holds(range: "\(feature) = \(value)") }
        return ["landscape", "light", "no-preference", "hover", "fine", "fast", "srgb", "standard"].contains(value)
    }

    /// Returns whether a comparison such as `width >= 600px` or `400px < width <= 70em` holds.
    private static func holds(range: Substring) -> Bool {
        let words = range.replacing("<=", with: " l ").replacing(">=", with: " g ").replacing("<", with: " < ")
            .replacing(">", with: " > ").replacing("=", with: " = ").split(whereSeparator: \.isWhitespace)
        guard words.count >= 3 else { return false }
        return stride(from: 0, to: words.count - 2, by: 2).allSatisfy { index in
            guard let left = number(words[index]), let right = number(words[index + 2]) else { return false }
            return switch words[index + 1] {
            case "l": left <= right
            case "g": left >= right
            case "<": left < right
            case ">": left > right
            default: left == right
            }
        }
    }

    /// The features of the screen, in pixels, and in device pixels for each.
    private static let screen: [String: Double] = [
        "width": 1_000, "device-width": 1_000, "height": 750, "device-height": 750, "resolution": 1,
        "device-pixel-ratio": 1, "aspect-ratio": 4 / 3, "device-aspect-ratio": 4 / 3, "color": 8, "monochrome": 0,
    ]
    private static let units: [Substring: Double] = [
        "": 1, "px": 1, "em": 16, "rem": 16, "pt": 4 / 3, "mm": 3.78, "cm": 37.8, "in": 96, "vw": 10, "%": 10,
        "dppx": 1, "x": 1, "dpi": 1 / 96,
    ]

    /// Returns the value of a feature, a length, a ratio or a resolution.
    private static func number(_ text: Substring) -> Double? {
        if let value = screen[String(text)] { return value }
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(length)
        guard let first = parts[0], parts.count == 2 else { return parts[0] }
        return parts[1].map { first / $0 }
    }

    /// Returns the pixels of a length, or the number of a resolution; `nil` if it is none.
    static func length(_ text: Substring) -> Double? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
        return Double(digits).flatMap { number in units[text[digits.endIndex...]].map { number * $0 } }
    }
}
