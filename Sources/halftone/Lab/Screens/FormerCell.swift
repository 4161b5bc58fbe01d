import TraceAnalysis

/// The state of a cell before its reuse, and the effect of the reuse on its load. A value.
struct FormerCell: Sendable, Equatable {
    /// The previous row, from 1.
    let row: Int
    let load: Int
    /// The cancelled load of the second picture; `nil` if there was none.
    var loadBeside: Int?
    let state: LabCellFacts.State
    /// Whether the reuse cancelled the load.
    let isCancelled: Bool
    /// The stage of the load; `nil` if it had ended.
    let stage: TracedLoad.Stage?
    /// The received fraction of the bytes, from 0 to 1; `nil` if unknown.
    let received: Double?

    var text: String { "was row \(row): \(loads) \(fate)" }

    private var loads: String { loadBeside.map { "loads \(load) and \($0)" } ?? "load \(load)" }

    private var fate: String {
        guard isCancelled else {
            switch state {
            case .shown: return "was shown"
            case .failed: return "had failed"
            case .cancelled: return "had been cancelled"
            case .waiting, .loading, .preview: return "continues; its result is dropped"
            }
        }
        switch stage {
        case .queued, .waiting, nil: return "cancelled while waiting"
        case .disk: return "cancelled while the disk was read"
        case .firstByte: return "cancelled before its first byte"
        case .bytes: return received.map { "cancelled at \(Int($0 * 100)) %" } ?? "cancelled while bytes arrived"
        case .decode: return "cancelled while it was decoded"
        case .transform: return "cancelled while it was transformed"
        case .set: return "cancelled when ready"
        }
    }
}

extension String {
    /// Returns the text padded with at least one space to a number of columns.
    func padded(to columns: Int) -> String { self + String(repeating: " ", count: max(1, columns - count)) }
}
