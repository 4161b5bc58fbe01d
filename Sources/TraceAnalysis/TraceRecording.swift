import ImageLoading
import HalftoneCore

/// The content of a trace: its loads in the order in which they began, and their sums.
///
/// Filled from a file by ``TraceReader``, or live, event by event: one model of a waterfall for both.
public struct TraceRecording: Sendable {
    /// The loads in the order in which they began.
    public private(set) var loads: [TracedLoad] = []
    /// The totals of the events.
    public private(set) var summary = TraceSummary()
    /// Whether the trace has a summary line; otherwise the program that wrote it was aborted or is still running.
    public internal(set) var isComplete = false
    /// Seconds from the beginning of the trace to its last event.
    public private(set) var duration = 0.0
    /// Number of valid events of known types.
    public private(set) var events = 0
    /// Number of invalid lines.
    public internal(set) var damagedLines = 0

    /// The identity of a load: its number, or the path of an image that `print` opens from a file.
    private enum Key: Hashable {
        case number(Int)
        case path(String)
    }

    /// Indices of the latest loads in `loads`.
    private var indices: [Key: Int] = [:]
    /// The view that was bound last, until its load begins: a view records its binding right before it starts the load.
    private var bound: (url: String, row: Int?, view: Int)?

    /// Creates an empty recording.
    public init() {}

    /// Removes the oldest loads when there are more than `maxCount`, half of them at once, so that recording can go on
    /// forever. A later event of a removed load begins a new load.
    public mutating func keepNewest(_ maxCount: Int) {
        guard loads.count > max(1, maxCount) else { return }
        let count = loads.count - max(1, maxCount) / 2
        loads.removeFirst(count)
        indices = indices.compactMapValues { $0 < count ? nil : $0 - count }
    }

    /// Returns the load with that number, or `nil`; the latest if several have had it.
    public func load(_ number: Int) -> TracedLoad? { loads.last { $0.number == number } }

    /// Maximum sum of bytes, which no genuine trace reaches; counting stops there.
    private static let maxBytes = 1 << 60

    /// Adds an event, read from a trace or recorded in this process.
    public mutating func add(_ event: TraceEvent) {
        let name = event.event
        events += 1
        duration = max(duration, event.t)
        let hasRoom = max(summary.bytesReceived, summary.uploadBytes) < Self.maxBytes
        if hasRoom || event.bytes == nil { summary.count(event) }
        let url = event.url.map { TracedLoad.shown($0.text) } ?? ""
        if name == .bind { bound = event.view.map { (url, event.row, $0) } }
        let key = event.load.map(Key.number) ?? .path(url)
        let isNew =
            indices[key].map { name == .query && (event.load == nil || loads[$0].outcome != .unfinished) }
            ?? (name == .query || event.load != nil)  // the beginning of a numbered load may not be in the trace
        if isNew { begin(key, event, url) }
        if let index = indices[key] { loads[index].receive(event) }
    }

    private mutating func begin(_ key: Key, _ event: TraceEvent, _ url: String) {
        var view: Int?
        if event.event == .query, let bound, bound.url == url, bound.row == event.row {
            view = bound.view
            self.bound = nil
        }
        indices[key] = loads.count
        loads.append(TracedLoad(number: event.load, url: url, row: event.row, view: view, at: event.t))
    }

    /// Ends the loads whose end the trace does not contain.
    mutating func finish() {
        for index in loads.indices { loads[index].close(at: duration) }
    }
}
