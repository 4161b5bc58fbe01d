/// The query of a URL as names and values, in order.
struct LabQuery: Equatable, Sendable {
    struct Pair: Equatable, Sendable {
        let name: String
        /// `nil` for a bare name without `=`.
        let value: String?
    }

    var pairs: [Pair] = []

    init() {}

    /// More parameters than anything here has by far, and few enough to compare each with each.
    private static let mostPairs = 100

    /// Reads `a=1&b&c=x%20y`. Throws for broken percent escapes, for a name that comes twice and for very many.
    init(_ text: some StringProtocol) throws(LabError) {
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), let value = Self.decode(halves.count > 1 ? halves[1] : "") else {
                throw .badQuery("'\(part)' has a broken percent escape")
            }
            guard pairs.count < Self.mostPairs else { throw .badQuery("more than \(Self.mostPairs) parameters") }
            guard self[name] == nil else { throw .badQuery("'\(name)' is given twice") }
            pairs.append(Pair(name: name, value: halves.count > 1 ? value : nil))
        }
    }

    /// The query as text, escaped where needed; empty without pairs.
    var text: String {
        pairs.map { pair in
            Self.encode(pair.name) + (pair.value.map { "=" + Self.encode($0) } ?? "")
        }.joined(separator: "&")
    }

    /// The pair of this name. Setting replaces it in place, appends it, or removes it with `nil`.
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

    /// These pairs, replaced and followed by those of `other`.
    func merged(with other: LabQuery) -> LabQuery {
        other.pairs.reduce(into: self) { $0[$1.name] = $1 }
    }

    // MARK: - Percent escapes

    /// `nil` if an escape is broken or the result is not UTF-8. A plus sign stays what it is: credentials and media
    /// types hold it.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    static func encode(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if isPlain(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/", ":", ",": true
        default: false
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
