import TerminalScreen
import TerminalViews

/// The keys of a screen, in two columns where one is too long.
@MainActor
final class HelpPanel: ScrollingPanel {
    private var sections: [Section] = []
    private var signs: [Sign] = []

    /// Keys, or words on the screen, and their meanings.
    struct Section: Sendable {
        let name: String
        let lines: [(words: String, meaning: String)]
    }

    /// A sign on the screen, and its meaning.
    struct Sign {
        let text: String
        let style: CellStyle
        let meaning: String
    }

    init() {
        super.init()
        didPress = { [weak self] in self?.isHidden = true }
    }

    /// Shows the keys of a context, or of all; above them signs and a legend, if there are any.
    func show<Action: KeyedAction>(
        _ actions: Action.Type, in context: Action.Contexts? = nil, signs: [Sign] = [], legend: Section? = nil
    ) {
        let keys = KeyHelp<Action>.sections(in: context).map { section, lines in
            Section(name: section.rawValue, lines: lines.map { ($0.keys, $0.explanation) })
        }
        sections = (legend.map { [$0] } ?? []) + keys
        self.signs = signs
        isHidden = false
        reload()
    }

    /// All lines in one column; signs closer together where they do not fit into `columns`.
    private func single(columns: Int) -> [PanelLine] {
        var lines = signs.isEmpty ? [] : [line(of: signs, columns: columns)]
        let keyColumns = (sections.flatMap(\.lines).map { Canvas.columns(of: $0.words) }.max() ?? 0) + 2
        for section in sections {
            if !lines.isEmpty { lines.append(PanelLine()) }
            lines.append(PanelLine(section.name, style: theme.panelStrong))
            lines += section.lines.map { words, meaning in
                var line = PanelLine(words, style: theme.panelStrong)
                line.add(meaning, at: keyColumns)
                return line
            }
        }
        return lines
    }

    /// Returns a line of signs, those that fit as a whole.
    private func line(of signs: [Sign], columns: Int) -> PanelLine {
        let widths = signs.map { Canvas.columns(of: $0.text) + 1 + Canvas.columns(of: $0.meaning) }
        let gap = columns < .max && widths.reduce(-2, { $0 + $1 + 2 }) <= columns ? 2 : 1
        var (line, column) = (PanelLine(), 0)
        for (sign, width) in zip(signs, widths) where column + width <= columns {
            line.add(sign.text, at: column, style: sign.style)
            line.add(sign.meaning, at: column + Canvas.columns(of: sign.text) + 1)
            column += width + gap
        }
        return line
    }

    private var singleColumns: Int { single(columns: .max).map(\.columns).max() ?? 0 }

    private var isDouble: Bool {
        bounds.size.columns >= 2 * singleColumns + 7 && single(columns: .max).count + 2 > bounds.size.rows
    }

    override func lines(columns: Int) -> [PanelLine] {
        guard isDouble else { return single(columns: columns) }
        let lines = single(columns: singleColumns)
        let half = (lines.count + 1) / 2
        return (0..<half).map { index in
            var line = lines[index]
            if index + half < lines.count { line.add(lines[index + half], at: singleColumns + 3) }
            return line
        }
    }

    /// A strip of the screen beside the box would be too narrow to be recognized.
    override var wantedColumns: Int {
        let wanted = (isDouble ? 2 * singleColumns + 3 : singleColumns) + 4
        return bounds.size.columns < wanted + 4 ? bounds.size.columns : wanted
    }
}
