import HalftoneCore
import Transfer

/// The time spent in each stage of a load. Its description is a tree of lines for a terminal.
public struct LoadMetrics: Sendable, Equatable, CustomStringConvertible {
    /// The number of the load in the trace.
    public let load: Int
    /// The URL of the image, without user name and password.
    public let url: PublicAddress
    /// The start and the end of the load, from request to result, on the clock of the manager.
    public let begun: Duration
    /// The end of the load, when its result reached the main actor.
    public let ended: Duration
    /// The stages that the load waited for, in order.
    public let stages: [LoadStage]

    /// Creates the metrics of a load. The URL's user name and password are dropped.
    public init(load: Int, url: String, begun: Duration, ended: Duration, stages: [LoadStage]) {
        self.load = load
        self.url = PublicAddress(url)
        self.begun = begun
        self.ended = ended
        self.stages = stages
    }

    /// The time from ``begun`` to ``ended``.
    public var total: Duration { ended - begun }

    /// Time from the end of the last stage to the main actor.
    public var delivery: Duration { ended - (stages.last?.ended ?? begun) }

    public var description: String {
        var lines = ["load \(load)  \(Self.milliseconds(total))  \(url)"]
        let parts = stages.map(Self.lines) + [["deliver  \(Self.milliseconds(delivery))"]]
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            lines.append((isLast ? "└ " : "├ ") + (part.first ?? ""))
            lines += part.dropFirst().map { (isLast ? "  " : "│ ") + $0 }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the line of a stage, and below it the parts of its transfer.
    private static func lines(of stage: LoadStage) -> [String] {
        var head = "\(stage.kind.rawValue)  \(milliseconds(stage.ended - stage.started))"
        let waited = stage.started - stage.queued
        if waited > .zero { head += "  after \(milliseconds(waited)) in the queue" }
        if stage.isShared { head += "  shared" }
        guard let transfer = stage.transfer else { return [head] }
        let parts: [(String, Duration)] = [
            ("name lookup", transfer.nameLookup), ("connect", transfer.connect), ("TLS", transfer.tls),
            ("first byte", max(.zero, transfer.firstByte - transfer.nameLookup - transfer.connect - transfer.tls)),
            ("transfer", max(.zero, transfer.total - transfer.firstByte)),
        ]
        let shown = parts.filter { $0.1 > .zero }
        return [head]
            + shown.enumerated().map { index, part in
                (index == shown.count - 1 ? "└ " : "├ ") + "\(part.0)  \(milliseconds(part.1))"
            }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int((max(0, duration.seconds) * 10_000).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

/// A stage that a load waited for.
public struct LoadStage: Sendable, Equatable {
    /// The kind of work that a load waited for.
    public enum Kind: String, Sendable {
        /// Reading the bytes from the storage.
        case disk
        /// Fetching the bytes: a download, a local file, or a custom loader.
        case fetch
        /// Decoding the image.
        case decode
        /// Applying the transformer.
        case transform
        /// Writing to the storage, for loads that wait for it.
        case store
    }

    /// The cause of the wait.
    public let kind: Kind
    /// Whether the work was started for another load.
    public let isShared: Bool
    /// When the stage was requested, started and finished, on the clock of the manager.
    public let queued: Duration
    /// The start of the work; equal to ``ended`` if the work never started.
    public let started: Duration
    /// The end of the work.
    public let ended: Duration
    /// The transfer metrics, if there was a transfer.
    public let transfer: TransferMetrics?
}

/// The current stage of a job, and when it was requested and started.
struct StageTiming {
    let kind: LoadStage.Kind
    let queued: Duration
    var started: Duration?
    var transfer: TransferMetrics?

    init(_ kind: LoadStage.Kind, _ now: Duration) { (self.kind, queued) = (kind, now) }

    func stage(isShared: Bool, end: Duration) -> LoadStage {
        LoadStage(
            kind: kind, isShared: isShared, queued: queued, started: started ?? end, ended: end, transfer: transfer)
    }
}
