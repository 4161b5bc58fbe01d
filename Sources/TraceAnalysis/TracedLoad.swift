import ImageLoading
import HalftoneCore

/// One load of a recorded trace: its stages in order, and its outcome.
///
/// Bounded in size, whatever the trace contains. Its texts have been sanitized.
public struct TracedLoad: Sendable, Equatable {
    /// The stage of a load: an activity or a wait.
    public enum Stage: String, Sendable, CaseIterable {
        /// From the start of the load to its first recorded step.
        case queued
        /// Looking up the disk cache.
        case disk
        /// Waiting for a connection, a thread, another load's work, or the next attempt.
        case waiting
        /// Waiting for the first byte of the response.
        case firstByte = "first byte"
        /// Receiving the body.
        case bytes
        /// Decoding the image.
        case decode
        /// Applying the transformers.
        case transform
        /// Passing the image on.
        case set
    }

    /// A stage with its start and end time.
    public struct Span: Sendable, Equatable {
        /// The stage that took the time.
        public let stage: Stage
        /// Seconds since the trace began.
        public internal(set) var start: Double
        /// Seconds since the trace began, never less than ``start``.
        public internal(set) var end: Double
    }

    /// The way a load ended.
    public enum Outcome: Sendable, Equatable {
        /// The image was delivered.
        case complete
        /// The load was cancelled before its end.
        case cancelled
        /// The load failed; the text is the sanitized reason.
        case failed(String)
        /// The trace ends before the load does.
        case unfinished
    }

    /// The load's number in the trace; `nil` for images that were opened without the engine.
    public let number: Int?
    /// The URL of the image, sanitized and cut to a maximum length.
    public let url: String
    /// The row whose view the image was loaded for, or `nil`.
    public let row: Int?
    /// The number of the view that was bound to the image for this load; `nil` for a load without a view, such as one
    /// that is prefetched.
    public let view: Int?
    /// Seconds since the trace began.
    public let begun: Double
    /// Seconds since the trace began; for an unfinished load, the end of its last span.
    public private(set) var ended: Double
    /// The stages in order of time, at most 48.
    public private(set) var spans: [Span] = []
    /// The way the load ended.
    public private(set) var outcome = Outcome.unfinished
    /// The cache that contained the image, or `nil`.
    public private(set) var hit: TraceEvent.Tier?
    /// Whether the load was coalesced with another load of the image.
    private var isCoalesced = false
    /// Bytes of the body that were received.
    public private(set) var bytes = 0
    /// The HTTP status; `nil` without a response.
    public private(set) var status: Int?
    /// Number of retries.
    public private(set) var retries = 0

    /// The current stage, with its start time.
    private var open: Span?

    /// Maximum number of spans: eight stages and several attempts at them; the rest is merged into one span.
    static let maxSpans = 48
    /// Maximum characters of a URL or an error: enough to identify it, however long it was.
    static let maxTextLength = 1024

    init(number: Int?, url: String, row: Int?, view: Int? = nil, at time: Double) {
        (self.number, self.url, self.row, self.view) = (number, url, row, view)
        (begun, ended) = (time, time)
        open = Span(stage: .queued, start: time, end: time)
    }

    /// The duration of the load in seconds.
    public var seconds: Double { ended - begun }

    /// The end of the load in a word or two, such as `from disk`.
    public var end: String {
        switch outcome {
        case .cancelled: "cancelled"
        case .failed: "failed"
        case .unfinished: "under way"
        case .complete where isCoalesced: "coalesced"
        case .complete: hit.map { "from \($0.rawValue)" } ?? "complete"
        }
    }

    /// The last component of the URL's path, which differs between the images of a site, with the query.
    public var name: String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return String(path.split(separator: "/").last ?? path) + url.dropFirst(path.count)
    }

    /// Returns the load as of a time: its current stage is its last span.
    public func asOf(_ time: Double) -> TracedLoad {
        var load = self
        load.close(at: time)
        return load
    }

    /// The current stage; `nil` when the load has ended.
    public var currentStage: Stage? { outcome == .unfinished ? open?.stage : nil }

    /// Returns a text of a trace, sanitized and cut to ``maxTextLength``.
    static func shown(_ text: String) -> String {
        let clean = TextSanitizer.sentence(text)
        guard clean.unicodeScalars.count > maxTextLength else { return clean }
        return String(String.UnicodeScalarView(clean.unicodeScalars.prefix(maxTextLength))) + "…"
    }

    // MARK: - Events

    /// Handles an event. Events after the load's end belong to other loads that waited for the same work.
    mutating func receive(_ event: TraceEvent) {
        guard outcome == .unfinished else { return }
        switch event.event {
        case .miss: enter(event.tier == .disk ? .waiting : .disk, at: event.t)
        case .hit:
            hit = event.tier
            enter(event.tier == .disk ? .waiting : .set, at: event.t)
        case .join:
            isCoalesced = true
            enter(.waiting, at: event.t)
        case .request: enter(.firstByte, at: event.t)
        case .response:
            status = event.status ?? status
            enter(.bytes, at: event.t)
        case .progress: bytes = event.bytes ?? bytes
        case .downloaded:
            bytes = event.bytes ?? bytes
            enter(.waiting, at: event.t)
        case .retry:
            retries += 1
            enter(.waiting, at: event.t)
        case .decode: enter(.decode, at: event.t)
        case .transform: enter(.transform, at: event.t)
        case .decoded: enter(.set, at: event.t)
        case .store where event.tier == .memory: enter(.set, at: event.t)
        case .complete:
            enter(.set, at: event.t)
            end(.complete, at: event.t)
        case .cancel: end(.cancelled, at: event.t)
        case .fail: end(.failed(Self.shown(event.error ?? "no reason given")), at: event.t)
        case .dequeue, .reuse, .bind, .rest, .placeholder, .query, .revalidate, .store, .evict, .set, .transition,
            .paint, .late, .prefetch, .upload, .uploadCancelled:
            break
        }
    }

    /// Ends an unfinished load at the end of the trace.
    mutating func close(at time: Double) {
        guard outcome == .unfinished else { return }
        end(.unfinished, at: time)
    }

    private mutating func end(_ outcome: Outcome, at time: Double) {
        enter(nil, at: time)
        self.outcome = outcome
        ended = max(ended, time)
    }

    /// Ends the current stage and begins another. Threads write their lines a moment after they read the clock, so time
    /// can seem to run backwards.
    private mutating func enter(_ stage: Stage?, at time: Double) {
        guard var span = open else { return }
        span.end = max(time, span.start)
        add(span)
        ended = span.end
        open = stage.map { Span(stage: $0, start: span.end, end: span.end) }
    }

    private mutating func add(_ span: Span) {
        guard span.end > span.start else { return }
        let last = spans.count - 1
        if last >= 0, spans[last].stage == span.stage, spans[last].end == span.start {
            spans[last].end = span.end
        } else if spans.count < Self.maxSpans {
            spans.append(span)
        } else {
            spans[last].end = span.end
        }
    }
}
