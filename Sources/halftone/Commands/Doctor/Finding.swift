/// A line of `doctor`: a name, its value, and a remark such as the reason for it.
struct Finding {
    let name: String
    private let value: any Encodable
    private let text: String

    /// Creates a finding of a number or of sanitized texts. Without a value the remark stands alone; without either it
    /// is unknown.
    init(_ name: String, _ value: (some Encodable & CustomStringConvertible)?, note: String? = nil) {
        self.init(name, value, value?.description, note)
    }

    /// Creates a finding that is so or is not; `nil` is unknown.
    init(_ name: String, _ flag: Bool?, note: String? = nil) {
        self.init(name, flag, flag.map { $0 ? "yes" : "no" }, note)
    }

    private init(_ name: String, _ value: any Encodable, _ shown: String?, _ note: String?) {
        (self.name, self.value) = (name, value)
        text = [shown, note.map { shown == nil ? $0 : " (\($0))" }].compactMap(\.self).joined(separator: " ")
    }

    /// The name and the value in a JSON object, `null` if the value is unknown.
    var json: String { Output.json(name) + ":" + Output.json(value) }

    /// The line, with the values of all lines below each other.
    func line(width: Int) -> String {
        "  " + name + String(repeating: " ", count: width - name.count) + (text.isEmpty ? "unknown" : text) + "\n"
    }
}

/// The findings about one subject.
struct Diagnosis {
    let subject: String
    let findings: [Finding]
}

extension [Diagnosis] {
    /// One JSON object of all findings.
    var json: String { "{" + flatMap(\.findings).map(\.json).joined(separator: ",") + "}" }

    /// A heading for each subject, and its lines.
    var text: String {
        let width = (flatMap(\.findings).map(\.name.count).max() ?? 0) + 2
        return map { $0.subject + "\n" + $0.findings.map { $0.line(width: width) }.joined() }.joined(separator: "\n")
    }
}
