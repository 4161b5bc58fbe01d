import HalftoneCore

/// The query of a URL as names and values, in order.
struct LabQuery: Equatable, Sendable {
    struct Pair: Equatable, Sendable {
        let name: String
        /// `nil` for a bare name without `=`.
        let value: String?
    }

    var pairs: [Pair] = []

    init(pairs: [Pair]) { self.pairs = pairs }

    /// Far more parameters than any URL of the server has, and few enough to compare all pairs.
    private static let maxPairs = 100

    /// Parses `a=1&b&c=x%20y`. Throws for invalid percent escapes, a repeated name or too many parameters.
    init(_ text: some StringProtocol) throws(LabError) {
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), let value = Self.decode(halves.count > 1 ? halves[1] : "") else {
                throw .badQuery("'\(part)' has a broken percent escape")
            }
            guard pairs.count < Self.maxPairs else { throw .badQuery("more than \(Self.maxPairs) parameters") }
            guard self[name] == nil else { throw .badQuery("'\(name)' is given twice") }
            pairs.append(Pair(name: name, value: halves.count > 1 ? value : nil))
        }
    }

    /// The query as text, with percent escapes where needed; empty without pairs.
    var text: String {
        pairs.map { pair in
            Self.encode(pair.name) + (pair.value.map { "=" + Self.encode($0) } ?? "")
        }.joined(separator: "&")
    }

    /// The pair with this name. Setting it replaces the pair in place or appends it; `nil` removes it.
    subscript(name: String) -> Pair? {
        get { pairs.first { $0.name == name } }
        set {
            guard let index = pairs.firstIndex(where: { $0.name == name }) else {
                if let newValue { pairs.append(newValue) }
                return
            }
            if let newValue { pairs[index] = newValue } else { pairs.remove(at: index) }
        }
    }

    // MARK: - Percent escapes

    /// Returns the text without percent escapes; `nil` if an escape is invalid or the result is not UTF-8. A plus sign
    /// is not a space here: credentials and media types contain plus signs.
    static func decode(_ text: some StringProtocol) -> String? {
        PercentEscapes.decode(text.utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }

    static func encode(_ text: String) -> String { PercentEscapes.encode(text.utf8, keeping: "-._~/:,") }
}
