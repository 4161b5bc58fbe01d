import Basis

/// An event of a load or a view. `--trace` writes each as a line of JSON.
public struct TraceEvent: Sendable, Encodable {
    /// The kind of an event.
    public enum Name: String, Sendable, Encodable, CaseIterable {
        case dequeue, reuse, bind, rest, placeholder, query, hit, miss, join, revalidate, request, response, progress
        case downloaded, retry, decode, decoded, transform, store, evict, set, transition, paint, late, cancel, fail
        case complete, prefetch
    }

    /// The cache that had the image or the bytes, or stores them.
    public enum Tier: String, Sendable, Encodable {
        case memory
        case disk
    }

    /// Seconds since the trace began; set by the trace.
    public internal(set) var t = 0.0
    public var event: Name
    /// The numbers of the load and of the view, each counted from 1.
    public var load: Int?
    public var view: Int?
    /// The row of the table, from 0.
    public var row: Int?
    public var tier: Tier?
    /// The addresses as given: URLs that differ only in their passwords are different. Neither is written or exposed.
    private var address: RequestAddress?
    private var boundAddress: RequestAddress?
    public var bytes: Int?
    public var status: Int?
    public var error: String?

    /// The URL without its user name and password.
    public var url: PublicAddress? { address?.publicAddress }

    /// The URL that the view was bound to, for `paint`.
    public var bound: PublicAddress? { boundAddress?.publicAddress }

    /// Whether a view was painted with another image than the one it was bound to.
    public var isStalePaint: Bool { event == .paint && address != boundAddress }

    /// Creates an event. Of `url` and `bound`, only the public form can be read.
    public init(
        _ event: Name, load: Int? = nil, view: Int? = nil, row: Int? = nil, url: String? = nil, tier: Tier? = nil,
        bound: String? = nil, bytes: Int? = nil, status: Int? = nil, error: String? = nil
    ) {
        self.event = event
        self.load = load
        self.view = view
        self.row = row
        address = url.map { RequestAddress($0) }
        self.tier = tier
        boundAddress = bound.map { RequestAddress($0) }
        self.bytes = bytes
        self.status = status
        self.error = error
    }

    /// Creates the event of the end of a load.
    init(_ end: ImageLoadEvent, of load: Int, url: String?) {
        if case .finished(.failure(let error)) = end {
            self.init(.fail, load: load, url: url, error: error.description)
        } else {
            self.init(.complete, load: load, url: url)
        }
    }

    /// Returns the event with this URL, unless it already has one.
    func withURL(_ url: String?) -> TraceEvent {
        guard address == nil, let url else { return self }
        var event = self
        event.address = RequestAddress(url)
        return event
    }

    private enum Key: String, CodingKey {
        case t, event, load, view, row, url, tier, bound, bytes, status, error
    }

    public func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode(t, forKey: .t)
        try line.encode(event, forKey: .event)
        try line.encodeIfPresent(load, forKey: .load)
        try line.encodeIfPresent(view, forKey: .view)
        try line.encodeIfPresent(row, forKey: .row)
        try line.encodeIfPresent(url, forKey: .url)
        try line.encodeIfPresent(tier, forKey: .tier)
        try line.encodeIfPresent(bound, forKey: .bound)
        try line.encodeIfPresent(bytes, forKey: .bytes)
        try line.encodeIfPresent(status, forKey: .status)
        try line.encodeIfPresent(error, forKey: .error)
    }
}

/// The totals of a run: the last line of a trace, and what the HUD shows.
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
    /// Cells not sent because the terminal already showed them.
    public var cellsElided = 0
    /// The time to encode all frames, and the time to write them to the terminal.
    public var encodeMicroseconds = 0
    public var writeMicroseconds = 0
    public var peakResidentBytes = 0

    public init() {}

    /// Adds an event to the totals.
    public mutating func count(_ event: TraceEvent) {
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
        case .paint where event.isStalePaint: stalePaints += 1
        case .dequeue, .reuse, .bind, .rest, .placeholder, .miss, .revalidate, .response, .progress, .decode,
            .decoded, .transform, .store, .evict, .set, .transition, .paint, .complete, .prefetch:
            break
        }
    }
}
