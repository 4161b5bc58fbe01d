import ImageLoading
import FoundationEssentials

/// An exporter of a recorded trace to the Trace Event Format, which Perfetto, `chrome://tracing` and other profile
/// viewers open: every load is a slice with its stages nested inside, on the first free track. Format: Google, "Trace
/// Event Format", 2016, sections "Complete Events" and "Metadata Events".
///
/// Times are whole microseconds, and adjacent or nested times are rounded alike: no stage extends beyond the end of its
/// load, and no load beyond the beginning of the next on its track.
public struct ChromeTrace {
    private struct Event: Encodable {
        var name: String
        var cat: String
        /// The event type. `X`: a complete event with a duration; `M`: the name of a process or a track.
        var ph: String
        /// Start time in microseconds.
        var ts: Int
        var dur: Int?
        var pid = 1
        /// The track, from 1.
        var tid: Int
        var args: Details?
    }

    private struct Details: Encodable {
        var name: String?
        var url: String?
        var row: Int?
        var view: Int?
        var load: Int?
        var outcome: String?
        var error: String?
        var bytes: Int?
        var status: Int?
        var hit: TraceEvent.Tier?
        var retries: Int?
    }

    private let recording: TraceRecording

    /// Creates an exporter of a complete recording.
    public init(_ recording: TraceRecording) { self.recording = recording }

    /// Writes the file in pieces, so that it never is in memory as a whole, until `write` returns `false`. Returns
    /// whether all of it was written.
    public func write(_ write: ([UInt8]) -> Bool) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let name = Self.name("process_name", "halftone", track: 0)
        guard write(Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8) + Self.json([name], encoder)) else {
            return false
        }
        /// The ends of the last loads of all tracks.
        var ends: [Int] = []
        // Threads write their events a moment late: the order of the file is only nearly chronological.
        for load in recording.loads.sorted(by: { $0.begun < $1.begun }) {
            let track = ends.firstIndex { $0 <= Self.microseconds(load.begun) } ?? ends.count
            var events = Self.events(of: load, track: track + 1)
            if track == ends.count {
                events.insert(Self.name("thread_name", "loads \(track + 1)", track: track + 1), at: 0)
                ends.append(0)
            }
            ends[track] = Self.microseconds(load.ended)
            guard write(Array(",\n".utf8) + Self.json(events, encoder)) else { return false }
        }
        return write(Array("\n]}\n".utf8))
    }

    private static func name(_ kind: String, _ name: String, track: Int) -> Event {
        Event(name: kind, cat: "__metadata", ph: "M", ts: 0, tid: track, args: Details(name: name))
    }

    private static func events(of load: TracedLoad, track: Int) -> [Event] {
        var details = Details(
            url: load.url, row: load.row, view: load.view, load: load.number, status: load.status, hit: load.hit)
        if load.bytes > 0 { details.bytes = load.bytes }
        if load.retries > 0 { details.retries = load.retries }
        switch load.outcome {
        case .complete: details.outcome = "complete"
        case .cancelled: details.outcome = "cancelled"
        case .unfinished: details.outcome = "unfinished"
        case .failed(let reason): (details.outcome, details.error) = ("failed", reason)
        }
        let name = load.number.map { "load \($0)" } ?? "picture"
        // The load precedes its stages: of slices that begin together the first is the outer one.
        return [slice(name, "load", from: load.begun, to: load.ended, track: track, details)]
            + load.spans.map { slice($0.stage.rawValue, "stage", from: $0.start, to: $0.end, track: track) }
    }

    private static func slice(
        _ name: String, _ category: String, from start: Double, to end: Double, track: Int, _ details: Details? = nil
    ) -> Event {
        let begun = microseconds(start)
        return Event(
            name: name, cat: category, ph: "X", ts: begun, dur: microseconds(end) - begun, tid: track, args: details)
    }

    /// Rounds to microseconds. A recording has no time that is negative or later than thirty years.
    private static func microseconds(_ seconds: Double) -> Int { Int((seconds * 1e6).rounded()) }

    private static func json(_ events: [Event], _ encoder: JSONEncoder) -> [UInt8] {
        // Numbers here are integers, and texts are valid: encoding always succeeds.
        let lines = events.compactMap { try? encoder.encode($0) }
        return Array(lines.joined(separator: Data(",\n".utf8)))
    }
}
