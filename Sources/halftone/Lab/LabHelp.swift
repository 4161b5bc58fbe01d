import ImageLab
import OptionParsing

/// The text of `halftone help lab` after the options.
@MainActor
enum LabHelp {
    /// The texts of a cell, with their meanings.
    static let cells = HelpPanel.Section(
        name: "Texts of a cell",
        lines: [
            ("cell 3", "the third cell created; few cells show all rows"),
            ("reused 4", "it showed four other rows before this one"),
            ("load 12", "the load of its picture, as in the waterfall"),
            ("was row 5: ...", "its previous row, and how that load ended"),
            ("preview", "shows a picture while a better one loads"),
        ])

    static var text: String {
        """
        texts of a cell:
        \(OptionFacts.columns(cells.lines.map { ($0.words, $0.meaning) }))

        keys:
        \(KeyHelp<LabAction>.text)

        scenarios:
        \(OptionFacts.columns(LabScenario.all.map { ($0.name, $0.summary) }))
        """
    }
}
