import HalftoneCore

/// One result of `doctor`, printed as text or JSON.
struct Finding {
    enum Value {
        case text(String)
        case number(Int)
        case bytes(Int)
        case ratio(Double)
        case flag(Bool)
        /// A missing or unknown value.
        case unknown
    }

    /// The name in JSON.
    var key: String
    /// The name in the text.
    var label: String
    var value: Value
    /// A remark in the text, such as the reason for the value.
    var note: String?

    init(_ key: String, _ label: String? = nil, _ value: Value, note: String? = nil) {
        (self.key, self.label, self.value, self.note) = (key, label ?? key, value, note)
    }

    /// Creates a finding with a text; `nil` is unknown.
    init(_ key: String, _ label: String? = nil, text: String?, note: String? = nil) {
        self.init(key, label, text.map { .text($0) } ?? .unknown, note: note)
    }

    init(_ key: String, _ label: String? = nil, flag: Bool?, note: String? = nil) {
        self.init(key, label, flag.map { .flag($0) } ?? .unknown, note: note)
    }

    /// The value and the note. Untrusted text must be sanitized already.
    var text: String {
        let shown =
            switch value {
            case .text(let text): text
            case .number(let number): "\(number)"
            case .bytes(let count): "\(ByteSize(count))"
            case .ratio(let ratio): "\(Double(Int((ratio * 100).rounded())) / 100)"
            case .flag(let isSo): isSo ? "yes" : "no"
            case .unknown: note == nil ? "unknown" : ""
            }
        guard let note else { return shown }
        return shown.isEmpty ? note : "\(shown)  (\(note))"
    }
}

/// Findings about one subject.
struct Diagnosis {
    var key: String
    var findings: [Finding]
}

extension [Diagnosis] {
    /// The findings as text: a heading for each subject, and lines of names and values.
    var text: String {
        let width = (flatMap(\.findings).map(\.label.count).max() ?? 0) + 2
        return map { diagnosis in
            let lines = diagnosis.findings.map { finding in
                let gap = String(repeating: " ", count: width - finding.label.count)
                return "  \(finding.label)\(gap)\(finding.text)\n"
            }
            return diagnosis.key + "\n" + lines.joined()
        }.joined(separator: "\n")
    }

    /// The findings as a JSON object of objects; an unknown value is null.
    var json: String {
        let pairs = map { diagnosis in
            (diagnosis.key, Dictionary(diagnosis.findings.map { ($0.key, $0.value) }) { first, _ in first })
        }
        return Output.json(Dictionary(pairs) { first, _ in first })
    }
}

extension Finding.Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number), .bytes(let number): try container.encode(number)
        case .ratio(let ratio): try container.encode(ratio)
        case .flag(let isSo): try container.encode(isSo)
        case .unknown: try container.encodeNil()
        }
    }
}
