/// One thing that happened to a load or a view, as `--trace` writes it: a line of JSON.
public struct TraceEvent: Sendable, Encodable {
    /// What happened.
    public enum Name: String, Sendable, Encodable, CaseIterable {
        case dequeue, reuse, bind, rest, placeholder, query, hit, miss, join, revalidate, request, response, progress
        case downloaded, retry, decode, decoded, transform, store, evict, set, transition, paint, late, cancel, fail
        case complete, prefetch
    }

    /// Which cache had the image or the bytes, or takes them.
    public enum Tier: String, Sendable, Encodable {
        case memory
        case disk
    }

    /// Seconds since the trace began; set by the trace.
    public internal(set) var t = 0.0
    public var event: Name
    /// The number of the load, and of the view; each counts from 1.
    public var load: Int?
    public var view: Int?
    /// The row of the table, from 0.
    public var row: Int?
    public var url: String?
    public var tier: Tier?
    /// For `paint`: the URL that the view was bound to.
    public var bound: String?
    public var bytes: Int?
    public var status: Int?
    public var error: String?

    public init(
        _ event: Name, load: Int? = nil, view: Int? = nil, row: Int? = nil, url: String? = nil, tier: Tier? = nil,
        bound: String? = nil, bytes: Int? = nil, status: Int? = nil, error: String? = nil
    ) {
        self.event = event
        self.load = load
        self.view = view
        self.row = row
        self.url = url
        self.tier = tier
        self.bound = bound
        self.bytes = bytes
        self.status = status
        self.error = error
    }
}

/// What the events of a run add up to; the last line of a trace, and what the HUD shows.
public struct TraceSummary: Sendable, Encodable, Equatable {
    public var event = "summary"
    public var loads = 0
    public var memoryHits = 0
    public var diskHits = 0
    public var joins = 0
    public var requests = 0
    public var bytesReceived = 0
    public var cancelled = 0
    public var failed = 0
    public var retried = 0
    public var lateDropped = 0
    public var stalePaints = 0
    public var framesPresented = 0
    public var framesDropped = 0
    public var bytesWritten = 0
    /// Cells of the frames that were not sent, because the terminal showed them already.
    public var cellsElided = 0
    /// How long all frames took to become bytes, and to be taken by the terminal.
    public var encodeMicroseconds = 0
    public var writeMicroseconds = 0
    public var peakResidentBytes = 0

    public init() {}

    mutating func count(_ event: TraceEvent) {
        switch event.event {
        case .query: loads += 1
        case .hit where event.tier == .memory: memoryHits += 1
        case .hit: diskHits += 1
        case .join: joins += 1
        case .request: requests += 1
        case .downloaded: bytesReceived += event.bytes ?? 0
        case .cancel: cancelled += 1
        case .fail: failed += 1
        case .retry: retried += 1
        case .late: lateDropped += 1
        case .paint where event.url != event.bound: stalePaints += 1
        case .dequeue, .reuse, .bind, .rest, .placeholder, .miss, .revalidate, .response, .progress, .decode,
            .decoded, .transform, .store, .evict, .set, .transition, .paint, .complete, .prefetch:
            break
        }
    }
}
