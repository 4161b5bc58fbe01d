import ImageLoading
import Basis

/// One load of a recorded trace: what it went through, in order, and how it ended.
///
/// Of bounded size, whatever the trace holds. Its texts have been sanitised.
public struct TracedLoad: Sendable, Equatable {
    /// What a load was doing, or waiting for.
    public enum Stage: String, Sendable, CaseIterable {
        case queued
        case disk
        /// For a connection, a thread, another load's work, or the next attempt.
        case waiting
        case firstByte = "first byte"
        case bytes
        case decode
        case transform
        /// From the image to the view that shows it.
        case set
    }

    public struct Span: Sendable, Equatable {
        public let stage: Stage
        /// Seconds since the trace began.
        public let start: Double
        public internal(set) var end: Double
    }

    public enum Outcome: Sendable, Equatable {
        case complete
        case cancelled
        case failed(String)
        /// The trace ends before the load does.
        case unfinished
    }

    /// As the trace numbers it; `nil` for pictures that were opened without the engine.
    public let number: Int?
    public let url: String
    public let row: Int?
    /// Seconds since the trace began.
    public let begun: Double
    public private(set) var ended: Double
    public private(set) var spans: [Span] = []
    public private(set) var outcome = Outcome.unfinished
    /// Which cache had it, if one had.
    public private(set) var hit: TraceEvent.Tier?
    public private(set) var isJoined = false
    public private(set) var bytes = 0
    public private(set) var status: Int?
    public private(set) var retries = 0
    /// It had more spans than are kept: the last one stands for the rest.
    public private(set) var isAbridged = false

    /// What it is doing now, and since when.
    private var open: Span?

    /// Eight stages and several attempts at them; what comes after is one span.
    static let mostSpans = 48
    /// Characters of a URL or an error that are kept: enough to tell what it was, whatever was sent.
    static let longestText = 1024

    init(number: Int?, url: String, row: Int?, at time: Double) {
        self.number = number
        self.url = url
        self.row = row
        begun = time
        ended = time
        open = Span(stage: .queued, start: time, end: time)
    }

    public var seconds: Double { ended - begun }

    /// How long it was at something, all attempts together.
    public func seconds(in stage: Stage) -> Double {
        spans.reduce(0) { $1.stage == stage ? $0 + $1.end - $1.start : $0 }
    }

    /// The load as it is at a time: what it is doing then is its last span.
    public func asOf(_ time: Double) -> TracedLoad {
        var load = self
        load.close(at: time)
        return load
    }

    /// What it is doing now; `nil` when it has ended.
    public var currentStage: Stage? { outcome == .unfinished ? open?.stage : nil }

    static func shown(_ text: String) -> String {
        let clean = Sanitiser.sentence(text)
        guard clean.unicodeScalars.count > longestText else { return clean }
        return String(String.UnicodeScalarView(clean.unicodeScalars.prefix(longestText))) + "…"
    }

    // MARK: - What happens to it

    /// What comes after its end belongs to others that waited for the same work.
    mutating func receive(_ event: RecordedEvent) {
        guard outcome == .unfinished, let name = event.name else { return }
        switch name {
        case .miss: enter(event.tier == .disk ? .waiting : .disk, at: event.t)
        case .hit:
            hit = event.tier
            enter(event.tier == .disk ? .waiting : .set, at: event.t)
        case .join:
            isJoined = true
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
            .paint, .late, .prefetch:
            break
        }
    }

    /// The view shows the image.
    mutating func didSet(at time: Double) {
        guard outcome == .complete, time > ended else { return }
        add(Span(stage: .set, start: ended, end: time))
        ended = time
    }

    /// The trace is over.
    mutating func close(at time: Double) {
        guard outcome == .unfinished else { return }
        end(.unfinished, at: time)
    }

    private mutating func end(_ outcome: Outcome, at time: Double) {
        enter(nil, at: time)
        self.outcome = outcome
        ended = max(ended, time)
    }

    /// Threads write their lines down a moment after they read the clock, so that time can seem to run backwards.
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
        } else if spans.count < Self.mostSpans {
            spans.append(span)
        } else {
            isAbridged = true
            spans[last].end = span.end
        }
    }
}
