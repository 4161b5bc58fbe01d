import ImageLab

/// The lines of the switchboard: titles of foldable groups, and their switches, filtered by a search. A value.
struct SwitchLines {
    enum Line {
        case title(Switchboard.Group)
        case `switch`(any LabSwitchRow)

        /// The identity of the line.
        var name: String {
            switch self {
            case .title(let group): group.title
            case .switch(let row): row.name
            }
        }
    }

    /// The titles of folded groups, which show only changed switches.
    var folded: Set<String> = []
    /// The search text, which names or help texts of switches must contain.
    var query = ""

    /// Returns the lines for a switchboard and its initial settings.
    func lines(of board: Switchboard, opening: LabSettings) -> [Line] {
        board.groups.flatMap { group -> [Line] in
            let shown = group.switches.filter { row in
                guard query.isEmpty else { return matches(row) }
                return !folded.contains(group.title) || Self.isChanged(row, board.settings, opening)
            }
            return shown.isEmpty && !query.isEmpty ? [] : [.title(group)] + shown.map(Line.switch)
        }
    }

    private func matches(_ row: any LabSwitchRow) -> Bool {
        [row.name, row.help].contains { $0.lowercased().contains(query.lowercased()) }
    }

    mutating func toggle(_ group: Switchboard.Group) {
        if folded.remove(group.title) == nil { folded.insert(group.title) }
    }

    static func isChanged(_ row: any LabSwitchRow, _ settings: LabSettings, _ opening: LabSettings) -> Bool {
        row.text(in: settings) != row.text(in: opening)
    }
}
