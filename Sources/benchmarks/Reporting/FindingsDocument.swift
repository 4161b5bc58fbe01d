import FoundationEssentials

/// The result as JSON, for `--json`.
struct FindingsDocument: Encodable {
    struct Figure: Encodable {
        let median: Double
        let spread: Double
        let samples: Int
        let unit: String

        init(_ measurement: Measurement) {
            median = measurement.median
            spread = measurement.spread
            samples = measurement.samples.count
            unit = measurement.unit.rawValue
        }
    }

    struct Row: Encodable {
        let name: String
        let work: String
        let halftone: Figure
        let beside: String?
        let other: Figure?
        let ratio: Figure?
        let goal: String?
        let met: Bool?
        let decibels: Double?
        let otherDecibels: Double?
    }

    let machine: String
    let peers: [String: String?]
    let findings: [Row]
    let notes: [String]

    init(machine: String, peers: [String: String?], findings: [Finding], notes: [String]) {
        self.machine = machine
        self.peers = peers
        self.notes = notes
        self.findings = findings.map { finding in
            Row(
                name: finding.name, work: finding.work, halftone: Figure(finding.ours), beside: finding.other?.name,
                other: finding.other.map { Figure($0.measurement) },
                ratio: finding.other == nil ? nil : finding.compared.map { Figure($0) },
                goal: finding.goal == nil ? nil : finding.goalText, met: finding.isMet,
                decibels: finding.likeness?.ours, otherDecibels: finding.likeness?.other)
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
