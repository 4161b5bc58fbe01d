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
    /// Number of valid events, including those of unknown types.
    public private(set) var events = 0
    /// Number of invalid lines.
    public internal(set) var damagedLines = 0

    /// An image in a row, or in any row.
    private struct Place: Hashable {
        let url: String
        let row: Int?
    }

    /// Indices of loads in `loads`: by number; by image and row while a view waits for the image; by URL for loads
    /// without a number.
    private var byNumber: [Int: Int] = [:]
    private var awaited: [Place: Int] = [:]
    private var unnumbered: [String: Int] = [:]
    /// The view that was bound last, until its load begins: a view records its binding right before it starts the load.
    private var bound: (place: Place, view: Int)?

    /// Creates an empty recording.
    public init() {}

    /// Adds an event recorded in this process.
    public mutating func add(_ event: TraceEvent) { add(RecordedEvent(event)) }

    /// Removes the oldest loads when there are more than `most`, half of them at once, so that recording can go on
    /// forever. A later event of a removed load begins a new load.
    public mutating func keepNewest(_ most: Int) {
        guard loads.count > max(1, most) else { return }
        let count = loads.count - max(1, most) / 2
        loads.removeFirst(count)
        byNumber = byNumber.compactMapValues { $0 < count ? nil : $0 - count }
        awaited = awaited.compactMapValues { $0 < count ? nil : $0 - count }
        unnumbered = unnumbered.compactMapValues { $0 < count ? nil : $0 - count }
    }

    /// Returns the load with that number, or `nil`; the latest if several have had it.
    public func load(_ number: Int) -> TracedLoad? { loads.last { $0.number == number } }

    /// Maximum sum of received bytes, which no genuine trace reaches; counting stops there.
    private static let mostBytes = 1 << 60

    mutating func add(_ event: RecordedEvent) {
        events += 1
        duration = max(duration, event.t)
        guard let name = event.name else { return }
        if name != .downloaded || summary.bytesReceived < Self.mostBytes {
            summary.count(
                TraceEvent(
                    name, url: event.url?.text, tier: event.cache, bound: event.bound?.text, bytes: event.bytes))
        }
        let url = event.url.map { TracedLoad.shown($0.text) } ?? ""
        if name == .bind { bound = event.view.map { (Place(url: url, row: event.row), $0) } }
        if let number = event.load {
            add(event, at: index(of: number, for: event, name, url))
        } else if name == .set, let index = awaited.removeValue(forKey: Place(url: url, row: event.row)) {
            loads[index].didSet(at: event.t)
        } else {
            addUnnumbered(event, name, url)
        }
    }

    /// Ends the loads whose end the trace does not contain.
    mutating func finish() {
        for index in loads.indices { loads[index].close(at: duration) }
        (byNumber, awaited, unnumbered) = ([:], [:], [:])
    }

    private mutating func add(_ event: RecordedEvent, at index: Int) {
        loads[index].receive(event)
        switch loads[index].outcome {
        case .complete, .unfinished: break
        case .cancelled, .failed:
            let place = Place(url: loads[index].url, row: loads[index].row)
            if awaited[place] == index { awaited[place] = nil }
        }
    }

    /// Returns the index of the load with that number; a load whose beginning is not in the trace begins now.
    private mutating func index(of number: Int, for event: RecordedEvent, _ name: TraceEvent.Name, _ url: String) -> Int
    {
        if let index = byNumber[number], name != .query || loads[index].outcome == .unfinished { return index }
        let place = Place(url: url, row: event.row)
        let view = name == .query && bound?.place == place ? bound?.view : nil
        if view != nil { bound = nil }
        let index = append(TracedLoad(number: number, url: url, row: event.row, view: view, at: event.t))
        byNumber[number] = index
        if event.row != nil { awaited[place] = index }
        return index
    }

    /// Adds an event of an image that `print` opens from a file; it has no number and is identified by its path.
    private mutating func addUnnumbered(_ event: RecordedEvent, _ name: TraceEvent.Name, _ url: String) {
        switch name {
        case .query: unnumbered[url] = append(TracedLoad(number: nil, url: url, row: nil, at: event.t))
        case .complete, .fail:
            guard let index = unnumbered.removeValue(forKey: url) else { return }
            loads[index].receive(event)
        case .decode, .decoded:
            if let index = unnumbered[url] { loads[index].receive(event) }
        case .dequeue, .reuse, .bind, .rest, .placeholder, .hit, .miss, .join, .revalidate, .request, .response,
            .progress, .downloaded, .retry, .transform, .store, .evict, .set, .transition, .paint, .late, .cancel,
            .prefetch, .upload, .uploadCancelled:
            break
        }
    }

    private mutating func append(_ load: TracedLoad) -> Int {
        loads.append(load)
        return loads.count - 1
    }
}
