/// The findings as text in columns.
struct Table {
    private static let header = ["", "work", "halftone", "beside", "", "ratio", "goal", ""]
    let findings: [Finding]

    var lines: [String] {
        let rows = [Self.header] + findings.map(Self.row)
        let widths = Self.header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (text, width) in zip(row, widths) {
                line += text + String(repeating: " ", count: width - text.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private static func row(_ finding: Finding) -> [String] {
        [
            finding.goal?.name ?? "", finding.work, "\(finding.ours)", finding.other?.name ?? "",
            finding.other.map { "\($0.measurement)" } ?? "", finding.ratio.map { "\($0)" } ?? "", finding.goalText,
            finding.isMet.map { $0 ? "met" : "MISSED" } ?? "",
        ]
    }
}
