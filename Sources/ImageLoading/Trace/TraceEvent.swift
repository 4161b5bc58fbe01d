import HalftoneCore

/// An event of a load or a view. `--trace` writes each as a line of JSON.
public struct TraceEvent: Sendable, Codable {
    /// The kind of an event.
    public enum Name: String, Sendable, Codable, CaseIterable {
        /// A cell is created (`dequeue`) or recycled (`reuse`), an image view is bound to a URL (`bind`), a row has
        /// stopped moving (`rest`), or a placeholder is shown. A load begins (`query`), finds its image in a tier or
        /// not (`hit`, `miss`), waits for work of another load (`join`), or revalidates an entry. A fetch starts
        /// (`request`), gets a response, or makes progress.
        case dequeue, reuse, bind, rest, placeholder, query, hit, miss, join, revalidate, request, response, progress
        /// A fetch has ended (`downloaded`) or is tried again (`retry`). A decode starts (`decode`) and ends
        /// (`decoded`), or a transformer starts. A tier stores an image or bytes, or loses them (`evict`). A view gets
        /// its image (`set`), starts a transition, or draws an image of a URL (`paint`). A result arrives after its
        /// load or binding has ended (`late`). A load is cancelled or fails.
        case downloaded, retry, decode, decoded, transform, store, evict, set, transition, paint, late, cancel, fail
        /// A load ends with its image (`complete`), or the prefetch of a URL starts.
        case complete, prefetch
        /// A picture is sent to the terminal pixel by pixel (`upload`, for inline images once a frame), or leaves its
        /// place before it has rested and was sent (`uploadCancelled`).
        case upload, uploadCancelled
    }

    /// The cache that had the image or the bytes, or stores them.
    public enum Tier: String, Sendable, Codable {
        /// Decoded images.
        case memory
        /// Encoded images in the storage.
        case disk
        /// Pixels in the terminal.
        case terminal
    }

    /// Seconds since the trace began; set by the trace.
    public internal(set) var t = 0.0
    /// The kind of the event.
    public var event: Name
    /// The number of the load, from 1; `nil` for an event without one.
    public var load: Int?
    /// The number of the view, from 1; `nil` for an event without one.
    public var view: Int?
    /// The row of the table, from 0.
    public var row: Int?
    /// The tier that was hit, missed or changed; `nil` for other events.
    public var tier: Tier?
    private var address: Address?
    private var boundAddress: Address?
    /// Bytes received so far, received in all, stored, of decoded pixels, or sent to the terminal, by kind of event;
    /// `nil` for others.
    public var bytes: Int?
    /// The HTTP status, for `response`.
    public var status: Int?
    /// The reason, for `fail` and `retry`. It may quote a server and has been sanitized.
    public var error: String?

    /// The URL without its user name and password, with a digest in place of long data.
    public var url: PublicAddress? { address?.shown }

    /// The URL that the view was bound to, for `paint`.
    public var bound: PublicAddress? { boundAddress?.shown }

    /// Whether a view was painted with another image than the one it was bound to.
    public var isStalePaint: Bool { event == .paint && address != boundAddress }

    /// Creates an event. Only the public forms of `url` and `bound` can be read.
    public init(
        _ event: Name, load: Int? = nil, view: Int? = nil, row: Int? = nil, url: String? = nil, tier: Tier? = nil,
        bound: String? = nil, bytes: Int? = nil, status: Int? = nil, error: String? = nil
    ) {
        self.event = event
        self.load = load
        self.view = view
        self.row = row
        address = url.map { Address(given: RequestAddress($0)) }
        self.tier = tier
        boundAddress = bound.map { Address(given: RequestAddress($0)) }
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

    private enum CodingKeys: String, CodingKey {
        case t, event, load, view, row
        case address = "url"
        case tier
        case boundAddress = "bound"
        case bytes, status, error
    }

    /// An address as given, so that URLs which differ only in their passwords are different. Neither password is written
    /// or exposed.
    private struct Address: Hashable, Sendable, Codable {
        let given: RequestAddress

        /// The digest reads all of the data: not when an event is recorded, perhaps under a lock and only counted.
        var shown: PublicAddress { PublicAddress(DataURL.shortened(given.requestText)) }

        init(given: RequestAddress) { self.given = given }

        init(from decoder: any Decoder) throws {
            given = RequestAddress(try decoder.singleValueContainer().decode(String.self))
        }

        func encode(to encoder: any Encoder) throws { try shown.encode(to: encoder) }
    }
}

/// The totals of a run: the last line of a trace.
public struct TraceSummary: Sendable, Encodable, Equatable {
    /// The name that tells the line from events.
    public var event = "summary"
    /// Loads and cache queries that began.
    public var loads = 0
    /// Loads that found their image in memory.
    public var memoryHits = 0
    /// Loads that found bytes in the storage.
    public var diskHits = 0
    /// Loads that waited for work of another load.
    public var joins = 0
    /// Fetches that started, attempts after a failure included.
    public var requests = 0
    /// Bytes of all fetches, failed ones included.
    public var bytesReceived = 0
    /// Loads that were cancelled.
    public var cancelled = 0
    /// Loads that ended with an error.
    public var failed = 0
    /// Fetches, and failed URLs, that were tried again.
    public var retried = 0
    /// Results that were dropped because their load or binding had ended.
    public var lateDropped = 0
    /// Times a view was drawn with the image of another URL than its own: none in a correct program.
    public var stalePaints = 0
    /// Pictures sent to the terminal pixel by pixel.
    public var uploads = 0
    /// Bytes of these pictures as they were sent.
    public var uploadBytes = 0
    /// Pictures that left their place before they were sent.
    public var uploadsCancelled = 0
    /// Frames drawn to the terminal. Like the fields after it, set by the program at the end of its trace.
    public var framesPresented = 0
    /// Frames dropped because the terminal was too slow.
    public var framesDropped = 0
    /// Bytes of all frames.
    public var bytesWritten = 0
    /// The time to encode all frames, in microseconds.
    public var encodeMicroseconds = 0
    /// The time to write all frames, until the terminal had accepted them, in microseconds.
    public var writeMicroseconds = 0
    /// The peak resident memory of the process, in bytes.
    public var peakResidentBytes = 0

    /// Creates totals of zero.
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
        case .upload:
            uploads += 1
            uploadBytes += event.bytes ?? 0
        case .uploadCancelled: uploadsCancelled += 1
        case .dequeue, .reuse, .bind, .rest, .placeholder, .miss, .revalidate, .response, .progress, .decode,
            .decoded, .transform, .store, .evict, .set, .transition, .paint, .complete, .prefetch:
            break
        }
    }
}
