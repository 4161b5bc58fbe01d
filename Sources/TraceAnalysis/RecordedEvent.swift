import ImageLoading
import HalftoneCore
import FoundationEssentials

/// A line of a recorded trace from an untrusted file: every value is validated.
struct RecordedEvent: Decodable, Equatable {
    /// Seconds since the trace began: finite and not negative.
    let t: Double
    /// The event's name; `nil` for an event that this version does not know.
    let name: TraceEvent.Name?
    let load: Int?
    let view: Int?
    let row: Int?
    let url: PublicAddress?
    let tier: TraceEvent.Tier?
    let bound: PublicAddress?
    let bytes: Int?
    let status: Int?
    let error: String?

    /// Creates an event that was recorded in this process.
    init(_ event: TraceEvent) {
        (t, name, load, view, row, url) = (event.t, event.event, event.load, event.view, event.row, event.url)
        (tier, bound, bytes, status, error) = (event.tier, event.bound, event.bytes, event.status, event.error)
    }

    private enum Key: String, CodingKey {
        case t, event, load, view, row, url, tier, bound, bytes, status, error
    }

    /// Limits for plausible measurements: thirty years, and a petabyte.
    private static let latest = 1e9
    private static let largest = 1 << 50

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        t = try line.decode(Double.self, forKey: .t)
        name = TraceEvent.Name(rawValue: try line.decode(String.self, forKey: .event))
        load = try line.decodeIfPresent(Int.self, forKey: .load)
        view = try line.decodeIfPresent(Int.self, forKey: .view)
        row = try line.decodeIfPresent(Int.self, forKey: .row)
        url = try line.decodeIfPresent(PublicAddress.self, forKey: .url)
        tier = try line.decodeIfPresent(String.self, forKey: .tier).flatMap(TraceEvent.Tier.init(rawValue:))
        bound = try line.decodeIfPresent(PublicAddress.self, forKey: .bound)
        bytes = try line.decodeIfPresent(Int.self, forKey: .bytes)
        status = try line.decodeIfPresent(Int.self, forKey: .status)
        error = try line.decodeIfPresent(String.self, forKey: .error)
        guard (0...Self.latest).contains(t), (0...Self.largest).contains(bytes ?? 0) else {
            throw DecodingError.dataCorruptedError(forKey: .t, in: line, debugDescription: "out of range")
        }
    }
}

/// The last line of a trace. Missing keys, as in the trace of an older version, are `nil`.
struct RecordedSummary: Decodable {
    /// The counters with their keys, in display order.
    static let figures: [(key: String, figure: WritableKeyPath<TraceSummary, Int> & Sendable)] = [
        ("loads", \.loads), ("memoryHits", \.memoryHits), ("diskHits", \.diskHits), ("joins", \.joins),
        ("requests", \.requests), ("bytesReceived", \.bytesReceived), ("cancelled", \.cancelled),
        ("failed", \.failed), ("retried", \.retried), ("lateDropped", \.lateDropped),
        ("stalePaints", \.stalePaints), ("framesPresented", \.framesPresented), ("framesDropped", \.framesDropped),
        ("bytesWritten", \.bytesWritten), ("cellsElided", \.cellsElided),
        ("encodeMicroseconds", \.encodeMicroseconds), ("writeMicroseconds", \.writeMicroseconds),
        ("peakResidentBytes", \.peakResidentBytes),
    ]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let values: [String: Int]

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        let event = Key(stringValue: "event")
        guard try line.decode(String.self, forKey: event) == "summary" else {
            throw DecodingError.dataCorruptedError(forKey: event, in: line, debugDescription: "not a summary")
        }
        var values: [String: Int] = [:]
        for (name, _) in Self.figures {
            let key = Key(stringValue: name)
            guard let value = try line.decodeIfPresent(Int.self, forKey: key) else { continue }
            guard value >= 0 else {
                throw DecodingError.dataCorruptedError(forKey: key, in: line, debugDescription: "negative")
            }
            values[name] = value
        }
        self.values = values
    }

    /// Returns the counted summary with the values of this line, which take precedence: they also include the screen.
    func completing(_ counted: TraceSummary) -> TraceSummary {
        var summary = counted
        for (key, figure) in Self.figures { if let value = values[key] { summary[keyPath: figure] = value } }
        return summary
    }
}
