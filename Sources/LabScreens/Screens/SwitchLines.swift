import ImageLab

/// The lines of the switchboard: titles of foldable groups, and their switches, filtered by a search. A value.
struct SwitchLines {
    /// The title of a group, or one of its switches.
    struct Line {
        let group: Switchboard.Group
        var row: LabSwitch?

        /// The identity of the line.
        var name: String { row?.name ?? group.title }
    }

    /// The titles of folded groups, which show only changed switches: at first all but the view's and the faults.
    var folded: Set = ["lab", "engine", "image options", "more faults"]
    /// The text of a search, which names or help texts of switches must contain; `nil` without a search.
    var query: String?

    /// Returns the lines for a switchboard and its initial settings. A search ranks its results; of one rank, changed
    /// switches come first.
    func lines(of board: Switchboard, initial: LabSettings) -> [Line] {
        func isChanged(_ row: LabSwitch) -> Bool { row.isChanged(in: board.settings, since: initial) }
        guard let query = query?.lowercased() else {
            return board.groups.flatMap { group in
                let shown = group.switches.filter { !folded.contains(group.title) || isChanged($0) }
                return [Line(group: group)] + shown.map { Line(group: group, row: $0) }
            }
        }
        let found = board.groups.flatMap { group in
            group.switches.compactMap { row in
                Self.rank(row, query).map {
                    (rank: 2 * $0 + (isChanged(row) ? 0 : 1), line: Line(group: group, row: row))
                }
            }
        }
        return (0...5).flatMap { rank in found.filter { $0.rank == rank }.map(\.line) }
    }

    /// Returns the rank of a search's result: 0 for a name that begins with the text, 1 for another that contains it,
    /// 2 for a help text that does; `nil` for none.
    private static func rank(_ row: LabSwitch, _ query: String) -> Int? {
        let name = row.name.lowercased()
        if name.hasPrefix(query) { return 0 }
        return name.contains(query) ? 1 : row.help.lowercased().contains(query) ? 2 : nil
    }

    mutating func toggle(_ group: Switchboard.Group) {
        if folded.remove(group.title) == nil { folded.insert(group.title) }
    }
}
