/// The findings as text in columns.
struct Table {
    private static let header = ["", "work", "halftone", "beside", "", "ratio", "goal", "", "likeness"]
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
        let isRatio = finding.other != nil && finding.goal?.quantity != .ours
        return [
            finding.name, finding.work, "\(finding.ours)", finding.other?.name ?? "",
            finding.other.map { "\($0.measurement)" } ?? "",
            isRatio ? finding.compared.map { "\($0)" } ?? "" : "", finding.goalText,
            finding.isMet.map { $0 ? "met" : "MISSED" } ?? "", likeness(finding),
        ]
    }

    /// `41.2 : 33.5 dB`
    private static func likeness(_ finding: Finding) -> String {
        guard let likeness = finding.likeness else { return "" }
        let other = likeness.other.map { " : " + Measurement.digits($0, least: 1) } ?? ""
        return Measurement.digits(likeness.ours, least: 1) + other + " dB"
    }
}
