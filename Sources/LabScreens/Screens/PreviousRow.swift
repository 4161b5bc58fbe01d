/// The state of a cell before its reuse, and the effect of the reuse on its load. A value.
struct PreviousRow: Sendable, Equatable {
    /// The previous row, from 1.
    let row: Int
    let load: Int
    let state: LabCellFacts.State
    /// Whether the reuse cancelled the load.
    let isCancelled: Bool
    /// How many bytes had arrived, in words; `nil` before the first.
    let received: String?

    var text: String { "was row \(row): load \(load) \(outcome)" }

    private var outcome: String {
        guard isCancelled else {
            switch state {
            case .shown: return "was shown"
            case .failed: return "had failed"
            case .cancelled: return "had been cancelled"
            case .waiting, .loading, .preview: return "continues; its result is dropped"
            }
        }
        return "cancelled " + (received ?? "before any byte")
    }
}
