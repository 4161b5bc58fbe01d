/// A snapshot of the Lab's state, for the conditions of scenarios.
struct LabFacts: Sendable {
    /// The counters by their names.
    var counters: [String: Int] = [:]
    /// The cells in view, from the top.
    var cells: [LabCellFacts] = []
    /// Whether nothing is in progress: no load, no delivery, no row that has not requested its picture yet, no
    /// picture that rests and will be sent pixel by pixel.
    var isIdle = true
    /// The player, for the conditions of tests.
    weak var player: ScenarioPlayer?
}

struct LabCellFacts: Sendable, Equatable {
    /// The state of a cell's load. The raw value is its name in reports and on the screen.
    enum State: String, Sendable, CaseIterable {
        /// No picture was requested yet.
        case waiting
        case loading
        /// As `loading`, with a picture already visible: another size, or a partial image.
        case preview
        case shown
        case failed
        case cancelled
    }

    /// The number of the cell in the order of creation, from 1.
    var cell: Int
    /// The row, from 1.
    var row: Int
    var reused = 0
    /// The number of the load in the trace; `nil` before the first.
    var load: Int?
    var state: State
    /// The URL of the visible picture; `nil` while there is none.
    var shownURL: String?
    var isSelected = false
    /// The full error text, even if the cell shows only part of it; `nil` unless the state is `failed`.
    var failure: String?
}
