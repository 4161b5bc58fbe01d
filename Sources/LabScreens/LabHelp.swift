import ScreenKit

/// What the help of the Lab and `halftone help lab` have in common.
@MainActor
package enum LabHelp {
    /// The texts of a cell, with their meanings.
    package static let cells = HelpPanel.Section(
        name: "Texts of a cell",
        lines: [
            ("cell 3", "the third cell created; few cells show all rows"),
            ("reused 4", "it showed four other rows before this one"),
            ("load 12", "the load of its picture, as in the waterfall"),
            ("was row 5: ...", "its previous row, and how that load ended"),
            ("preview", "shows a picture while a better one loads"),
        ])
}
