/// A line of `doctor`: a name, its value, and a remark such as the reason for it.
struct Finding {
    let name: String
    private let text: String

    /// Creates a finding of sanitized texts. Without a value the remark stands alone; without either it is unknown.
    init(_ name: String, _ value: String?, note: String? = nil) {
        self.name = name
        text = [value, note.map { value == nil ? $0 : " (\($0))" }].compactMap(\.self).joined(separator: " ")
    }

    /// Creates a finding that is so or is not; `nil` is unknown.
    init(_ name: String, _ flag: Bool?, note: String? = nil) {
        self.init(name, flag.map { $0 ? "yes" : "no" }, note: note)
    }

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
    /// A heading for each subject, and its lines.
    var text: String {
        let width = (flatMap(\.findings).map(\.name.count).max() ?? 0) + 2
        return map { $0.subject + "\n" + $0.findings.map { $0.line(width: width) }.joined() }.joined(separator: "\n")
    }
}
