import Basis
import Transfer

/// One thing that a load waited for.
public struct LoadStage: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case disk
        case fetch
        case decode
        case transform
        case store
    }

    public let kind: Kind
    /// Whether the work had been begun for another load.
    public let isShared: Bool
    /// When it was asked for, when it was begun, and when it was done, on the clock of the manager.
    public let queued: Duration
    public let started: Duration
    public let ended: Duration
    /// How the transfer went, where there was one.
    public let transfer: TransferMetrics?
}

/// When a load began, and what it has waited for so far.
struct LoadTiming {
    let begun: Duration
    var stages: [LoadStage] = []
}

/// When a job was asked for and begun.
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
