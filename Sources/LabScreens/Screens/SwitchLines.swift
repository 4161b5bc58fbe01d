import ImageLab

/// The lines of the switchboard: titles of foldable groups, and their switches, filtered by a search. A value.
struct SwitchLines {
    enum Line {
        case title(Switchboard.Group)
        case `switch`(LabSwitch)

        /// The identity of the line.
        var name: String {
            switch self {
            case .title(let group): group.title
            case .switch(let row): row.name
            }
        }
    }

    /// The titles of folded groups, which show only changed switches: at first all but the view's and the faults.
    var folded: Set = ["lab", "engine", "image options", "more faults"]
    /// The text of a search, which names or help texts of switches must contain; `nil` without a search.
    var query: String?

    /// Returns the lines for a switchboard and its initial settings.
    func lines(of board: Switchboard, initial: LabSettings) -> [Line] {
        if let query { return results(of: query.lowercased(), in: board) }
        return board.groups.flatMap { group -> [Line] in
            let shown = group.switches.filter { row in
                !folded.contains(group.title) || Self.isChanged(row, board.settings, initial)
            }
            return [.title(group)] + shown.map(Line.switch)
        }
    }

    /// Returns the results of a search, ranked: names that begin with the text, other names that contain it, help texts
    /// that contain it.
    private func results(of query: String, in board: Switchboard) -> [Line] {
        func rank(_ row: LabSwitch) -> Int? {
            let name = row.name.lowercased()
            if name.hasPrefix(query) { return 0 }
            return name.contains(query) ? 1 : row.help.lowercased().contains(query) ? 2 : nil
        }
        return (0...2).flatMap { wanted in board.rows.filter { rank($0) == wanted } }.map(Line.switch)
    }

    mutating func toggle(_ group: Switchboard.Group) {
        if folded.remove(group.title) == nil { folded.insert(group.title) }
    }

    static func isChanged(_ row: LabSwitch, _ settings: LabSettings, _ initial: LabSettings) -> Bool {
        let text = row.text(in: settings)
        return text != row.text(in: initial) || (row.textBeside(in: settings) ?? text) != text
    }
}
