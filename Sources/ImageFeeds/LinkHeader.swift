/// The links of a response (RFC 8288).
enum LinkHeader {
    /// Returns the target of the first link with `rel="next"` among the values of `Link`, or `nil`.
    static func next(in values: [String]) -> String? { values.lazy.compactMap(next).first }

    private static func next(in value: String) -> String? {
        var rest = value[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let target = rest[start..<end].dropFirst()
            let parameters = rest[end...].dropFirst()
            var isQuoted = false
            let next = parameters.firstIndex { letter in
                if letter == "\"" { isQuoted.toggle() }
                return letter == "," && !isQuoted
            }
            if relations(in: parameters[..<(next ?? rest.endIndex)]).contains("next") { return String(target) }
            rest = parameters[(next ?? rest.endIndex)...]
        }
        return nil
    }

    private static func relations(in parameters: Substring) -> [Substring] {
        for parameter in parameters.lowercased().split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "rel" else { continue }
            return parts[1].split { $0 == "\"" || $0.isWhitespace }
        }
        return []
    }
}
