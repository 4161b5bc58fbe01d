import TraceAnalysis

/// What a cell was before it was reused, and what its reuse did to its load. A value.
struct FormerCell: Sendable, Equatable {
    /// The row that it showed, from 1.
    let row: Int
    let load: Int
    /// The load of the picture beside that the reuse cancelled too; `nil` if there was none.
    var loadBeside: Int?
    let state: LabCellFacts.State
    /// Whether its reuse ended the load.
    let isCancelled: Bool
    /// What the load was doing; `nil` if it had ended.
    let stage: TracedLoad.Stage?
    /// How much of the bytes had arrived, from 0 to 1; `nil` if none had, or their number is not known.
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
    /// This text with spaces behind it, up to a number of columns; at least one.
    func padded(to columns: Int) -> String { self + String(repeating: " ", count: max(1, columns - count)) }
}
