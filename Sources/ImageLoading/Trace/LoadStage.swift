import HalftoneCore
import Transfer

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
