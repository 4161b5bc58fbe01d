import Basis
import Transfer

/// A stage that a load waited for.
public struct LoadStage: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case disk
        case fetch
        case decode
        case transform
        case store
    }

    public let kind: Kind
    /// Whether the work was started for another load.
    public let isShared: Bool
    /// When the stage was requested, started and finished, on the clock of the manager.
    public let queued: Duration
    public let started: Duration
    public let ended: Duration
    /// The transfer metrics, if there was a transfer.
    public let transfer: TransferMetrics?
}

/// Times at which a job was requested and started.
struct StageTiming {
    let queued: Duration
    var started: Duration?
    var transfer: TransferMetrics?

    init(_ now: Duration) { queued = now }

    func stage(_ kind: LoadStage.Kind, isShared: Bool, end: Duration) -> LoadStage {
        LoadStage(
            kind: kind, isShared: isShared, queued: queued, started: started ?? end, ended: end, transfer: transfer)
    }
}
