/// The links of a response (RFC 8288).
enum LinkHeader {
    /// Returns the target of the first link with `rel="next"` among the values of `Link`, or `nil`.
    static func next(in values: [String]) -> String? {
        for link in values.lazy.flatMap({ parts(of: $0[...], separatedBy: ",") }) {
            let parts = parts(of: link, separatedBy: ";")
            guard parts[0].hasPrefix("<"), parts[0].hasSuffix(">"),
                relations(in: parts.dropFirst()).contains("next")
            else { continue }
            return String(parts[0].dropFirst().dropLast())
        }
        return nil
    }

    /// Returns the trimmed parts of a text, at least one. Separators inside of `"…"` and `<…>` do not count.
    private static func parts(of text: Substring, separatedBy separator: Character) -> [Substring] {
        var end: Character?
        let parts = text.split(omittingEmptySubsequences: false) { letter in
            if letter == end { end = nil } else if end == nil { end = ["\"": "\"", "<": ">"][letter] }
            return letter == separator && end == nil
        }
        return parts.map(\.trimmed)
    }

    /// Returns the relations of the first `rel`, in lower case.
    private static func relations(in parameters: ArraySlice<Substring>) -> [Substring] {
        for parameter in parameters {
            let parts = parameter.lowercased().split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmed == "rel" else { continue }
            return parts[1].split { $0 == "\"" || $0.isWhitespace }
        }
        return []
    }
}
