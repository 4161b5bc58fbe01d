import ImageLoading
import Basis

/// What a trace says: its loads in the order in which they began, and what they add up to.
///
/// Of a file, read by ``TraceReader``, or of what is happening right now, event by event: one model of a waterfall for both.
public struct TraceRecording: Sendable {
    public private(set) var loads: [TracedLoad] = []
    /// The last line of the trace; without one, what its events add up to.
    public private(set) var summary = TraceSummary()
    /// Whether the trace has that line: without, the program that wrote it came to no good end, or is still running.
    public private(set) var isComplete = false
    /// Seconds from the beginning of the trace to its last event.
    public private(set) var duration = 0.0
    public private(set) var events = 0
    /// Lines that could not be read, the cut one not among them.
    public internal(set) var damagedLines = 0
    /// The last line has no end and cannot be read.
    public internal(set) var isCut = false
    /// Events of a version that knows more.
    public private(set) var unknownEvents = 0

    /// A picture in a row, or anywhere.
    private struct Place: Hashable {
        let url: String
        let row: Int?
    }

    /// Where a load is in `loads`: by its number, and by what it is for those that a view waits for or that have none.
    private var byNumber: [Int: Int] = [:]
    private var awaited: [Place: Int] = [:]
    private var unnumbered: [String: Int] = [:]

    /// One in which nothing has happened.
    public init() {}

    /// Takes in what has just happened.
    public mutating func add(_ event: TraceEvent) { add(RecordedEvent(event)) }

    /// Forgets the oldest loads when there are more than `most`, half of them at once, so that it can go on for ever.
    /// What still comes for one of them begins a load of its own, without the beginning.
    public mutating func keepNewest(_ most: Int) {
        guard loads.count > max(1, most) else { return }
        let count = loads.count - max(1, most) / 2
        loads.removeFirst(count)
        byNumber = byNumber.compactMapValues { $0 < count ? nil : $0 - count }
        awaited = awaited.compactMapValues { $0 < count ? nil : $0 - count }
        unnumbered = unnumbered.compactMapValues { $0 < count ? nil : $0 - count }
    }

    /// The load of that number, if it is known; the latest if several have had it.
    public func load(_ number: Int) -> TracedLoad? { loads.last { $0.number == number } }

    /// Sums that no trace reaches are not counted on.
    private static let mostBytes = 1 << 60

    mutating func add(_ event: RecordedEvent) {
        events += 1
        duration = max(duration, event.t)
        guard let name = event.name else { return unknownEvents += 1 }
        if name != .downloaded || summary.bytesReceived < Self.mostBytes {
            summary.count(
                TraceEvent(
                    name, url: event.url?.text, tier: event.tier, bound: event.bound?.text, bytes: event.bytes))
        }
        let url = event.url.map { TracedLoad.shown($0.text) } ?? ""
        if let number = event.load {
            add(event, at: index(of: number, for: event, name, url))
        } else if name == .set, let index = awaited.removeValue(forKey: Place(url: url, row: event.row)) {
            loads[index].didSet(at: event.t)
        } else {
            addUnnumbered(event, name, url)
        }
    }

    mutating func add(_ line: RecordedSummary) {
        summary = line.completing(summary)
        isComplete = true
    }

    /// Ends what the trace did not see the end of.
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

    /// Where the load of that number is; one that the trace did not see begin begins now.
    private mutating func index(of number: Int, for event: RecordedEvent, _ name: TraceEvent.Name, _ url: String) -> Int
    {
        if let index = byNumber[number], name != .query || loads[index].outcome == .unfinished { return index }
        let index = append(TracedLoad(number: number, url: url, row: event.row, at: event.t))
        byNumber[number] = index
        if event.row != nil { awaited[Place(url: url, row: event.row)] = index }
        return index
    }

    /// Pictures that `print` opens from a file have no number: they are told apart by their paths.
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
            .prefetch:
            break
        }
    }

    private mutating func append(_ load: TracedLoad) -> Int {
        loads.append(load)
        return loads.count - 1
    }
}
