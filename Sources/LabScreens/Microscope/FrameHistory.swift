import TerminalScreen

/// The frames of one cell's picture since its load began. A value.
struct FrameHistory: Sendable {
    /// What a picture is doing.
    enum Stage: Sendable, Equatable {
        case placeholder
        case indicator
        case preview
        case transition(percent: Int)
        case shown
        case failed
    }

    struct Frame: Sendable {
        /// The cells of the picture, row by row.
        let cells: [Cell]
        let columns: Int
        /// The stages of the cell's pictures.
        let stages: [Stage]
        let settings: [PictureSettings]
        /// The time since the first frame, in the time of the views.
        let time: Duration
    }

    private(set) var frames: [Frame] = []
    /// The cell, load and row of the frames.
    private(set) var facts: LabCellFacts?
    private var start = Duration.zero
    /// The index of the frame to show; `nil` for the newest.
    private var chosen: Int?

    /// Maximum number of frames: ten seconds at sixty a second. Beyond it, the oldest are dropped.
    static let maxFrames = 600

    var shown: Frame? { frames.isEmpty ? nil : frames[index] }
    var index: Int { chosen ?? frames.count - 1 }

    /// Adds a frame if it differs from the newest one. Another load or another row begins anew. Returns whether
    /// anything changed.
    mutating func add(
        _ cells: [Cell], columns: Int, _ stages: [Stage], of settings: [PictureSettings], _ facts: LabCellFacts,
        at time: Duration
    ) -> Bool {
        if facts.load != self.facts?.load || facts.row != self.facts?.row { (frames, chosen, start) = ([], nil, time) }
        self.facts = facts
        if let last = frames.last, last.cells == cells, last.stages == stages { return false }
        if frames.count == Self.maxFrames {
            frames.removeFirst()
            chosen = chosen.map { max(0, $0 - 1) }
        }
        frames.append(
            Frame(cells: cells, columns: columns, stages: stages, settings: settings, time: time - start))
        return true
    }

    /// Shows the frame before. Returns `false` at the first.
    mutating func back() -> Bool {
        guard index > 0 else { return false }
        chosen = index - 1
        return true
    }

    /// Shows the frame after one that ``back()`` has shown. Returns `false` at the newest.
    mutating func forward() -> Bool {
        guard let chosen else { return false }
        self.chosen = chosen + 1 < frames.count - 1 ? chosen + 1 : nil
        return true
    }
}
