import FoundationEssentials

/// A recorded trace in the Trace Event Format, which `chrome://tracing` and Perfetto open: every load is a nestable
/// asynchronous event with its stages inside. Format: Google, "Trace Event Format", 2016, section "Async Events".
public struct ChromeTrace {
    private struct Event: Encodable {
        var name: String
        var cat = "load"
        /// `b` and `e`: the beginning and the end of what has the same `id`; `M`: a name.
        var ph: String
        /// Microseconds.
        var ts = 0.0
        var pid = 1
        var tid = 1
        var id: Int?
        var args: Details?
    }

    private struct Details: Encodable {
        var name: String?
        var url: String?
        var row: Int?
        var load: Int?
        var outcome: String?
        var error: String?
        var bytes: Int?
        var status: Int?
        var hit: TraceEvent.Tier?
        var retries: Int?
    }

    private let recording: TraceRecording

    public init(_ recording: TraceRecording) { self.recording = recording }

    /// Hands the file over in pieces, so that it never is in memory as a whole, until `write` returns `false`.
    /// Returns whether all of it was written.
    public func write(_ write: ([UInt8]) -> Bool) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let title = Event(name: "process_name", cat: "__metadata", ph: "M", args: Details(name: "halftone"))
        guard write(Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8) + Self.json([title], encoder)) else {
            return false
        }
        for (index, load) in recording.loads.enumerated() {
            guard write(Array(",\n".utf8) + Self.json(Self.events(of: load, id: index + 1), encoder)) else {
                return false
            }
        }
        return write(Array("\n]}\n".utf8))
    }

    private static func events(of load: TracedLoad, id: Int) -> [Event] {
        var details = Details(url: load.url, row: load.row, load: load.number, status: load.status, hit: load.hit)
        if load.bytes > 0 { details.bytes = load.bytes }
        if load.retries > 0 { details.retries = load.retries }
        switch load.outcome {
        case .complete: details.outcome = "complete"
        case .cancelled: details.outcome = "cancelled"
        case .unfinished: details.outcome = "unfinished"
        case .failed(let reason): (details.outcome, details.error) = ("failed", reason)
        }
        let name = load.number.map { "load \($0)" } ?? "picture"
        var events = [Event(name: name, ph: "b", ts: load.begun * 1e6, id: id, args: details)]
        for span in load.spans {
            events.append(Event(name: span.stage.rawValue, ph: "b", ts: span.start * 1e6, id: id))
            events.append(Event(name: span.stage.rawValue, ph: "e", ts: span.end * 1e6, id: id))
        }
        return events + [Event(name: name, ph: "e", ts: load.ended * 1e6, id: id)]
    }

    private static func json(_ events: [Event], _ encoder: JSONEncoder) -> [UInt8] {
        // Numbers here are finite and texts are texts: they always encode.
        let lines = events.compactMap { try? encoder.encode($0) }
        return Array(lines.joined(separator: Data(",\n".utf8)))
    }
}
