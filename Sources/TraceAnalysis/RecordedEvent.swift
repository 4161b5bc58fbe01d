import FoundationEssentials
import HalftoneCore
import ImageLoading

/// A line of a recorded trace from an untrusted file.
struct RecordedEvent: Decodable {
    /// Seconds since the trace began.
    let t: Double
    private let event: String
    let load: Int?
    let view: Int?
    let row: Int?
    let url: PublicAddress?
    private let tier: String?
    let bound: PublicAddress?
    let bytes: Int?
    let status: Int?
    let error: String?

    /// Creates an event that was recorded in this process.
    init(_ event: TraceEvent) {
        (t, self.event, load, view, row) = (event.t, event.event.rawValue, event.load, event.view, event.row)
        (url, tier, bound) = (event.url, event.tier?.rawValue, event.bound)
        (bytes, status, error) = (event.bytes, event.status, event.error)
    }

    /// The event's name; `nil` for an event that this version does not know.
    var name: TraceEvent.Name? { TraceEvent.Name(rawValue: event) }
    var cache: TraceEvent.Tier? { tier.flatMap(TraceEvent.Tier.init) }

    /// Whether the numbers can have been measured: at most thirty years, and a petabyte.
    var isPlausible: Bool { (0...1e9).contains(t) && (0...1 << 50).contains(bytes ?? 0) }
}

/// The last line of a trace, which says that the program wrote all of it. Its totals are those of the events.
struct RecordedSummary: Decodable {
    private let event: String

    var isSummary: Bool { event == "summary" }
}
