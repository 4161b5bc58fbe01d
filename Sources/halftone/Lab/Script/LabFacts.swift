/// What the Lab shows and counts at one moment: what the conditions of a script are held against.
struct LabFacts: Sendable {
    /// The counters by their names.
    var figures: [String: Int]
    /// The cells in view, from the top.
    var cells: [LabCellFacts]
    /// Whether nothing is under way: no load, no delivery, no row that has yet to ask for its picture.
    var isIdle: Bool
    /// Where the switches stand.
    var switchboard: Switchboard
    /// The lines of the screen; asked for by conditions about it alone.
    var screen: [String]

    init(
        figures: [String: Int] = [:], cells: [LabCellFacts] = [], isIdle: Bool = true,
        switchboard: Switchboard = Switchboard(), screen: [String] = []
    ) {
        self.figures = figures
        self.cells = cells
        self.isIdle = isIdle
        self.switchboard = switchboard
        self.screen = screen
    }
}

/// What one cell is, and what it shows.
struct LabCellFacts: Sendable, Equatable {
    /// What a cell is doing. The raw value is what scripts and the screen call it.
    enum State: String, Sendable, CaseIterable {
        /// It has asked for nothing yet.
        case waiting
        case loading
        /// As `loading`, with a picture in sight already: another size of it, or as much as has arrived.
        case preview
        case shown
        case failed
        case cancelled
    }

    /// The number of the cell, from 1 in the order in which cells were made.
    var cell: Int
    /// The row it shows, from 1.
    var row: Int
    /// How often it has been recycled.
    var reused: Int
    /// The number of its load in the trace; `nil` before the first.
    var load: Int?
    /// How often it has been bound to a picture or taken away from one.
    var generation: Int
    /// Which of the requests that the server saw since the figures were last 0 was the latest for its picture; 0: none.
    var turn: Int
    var state: State
    /// The URL of the picture that can be seen in it; `nil` while none can.
    var shownURL: String?
    /// The URL that it was told to show.
    var boundURL: String?
    var isSelected: Bool
    /// Why it has none, whole, however much of that there is room for; `nil` unless it is `failed`.
    var failure: String?

    init(
        cell: Int, row: Int, reused: Int = 0, load: Int? = nil, generation: Int = 0, turn: Int = 0,
        state: State, shownURL: String? = nil, boundURL: String? = nil, isSelected: Bool = false,
        failure: String? = nil
    ) {
        self.cell = cell
        self.row = row
        self.reused = reused
        self.load = load
        self.generation = generation
        self.turn = turn
        self.state = state
        self.shownURL = shownURL
        self.boundURL = boundURL
        self.isSelected = isSelected
        self.failure = failure
    }

    /// Its numbers by the names that scripts have for them.
    static let figures = ["cell", "row", "reused", "load", "generation", "turn"]

    /// The number of that name; `nil` if it has none.
    func figure(_ name: String) -> Int? {
        switch name {
        case "cell": cell
        case "row": row
        case "reused": reused
        case "load": load ?? 0
        case "generation": generation
        case "turn": turn
        default: nil
        }
    }
}
