import FoundationEssentials

/// The events of a trace, and the summary in its last line.
public struct RecordedTrace {
    public let summary: [String: Int]
    public let events: [[String: String]]

    public init(_ bytes: [UInt8]) throws {
        var events: [[String: String]] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let object = try JSONDecoder().decode([String: Value].self, from: Data(line))
            events.append(object.mapValues(\.text))
        }
        summary = (events.popLast() ?? [:]).compactMapValues { Int($0) }
        self.events = events
    }

    public func count(_ name: String) -> Int { events.count { $0["event"] == name } }

    /// Any JSON scalar as text.
    private struct Value: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                text = number == number.rounded() ? String(Int(number)) : String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}
