import TerminalScreen
import TerminalViews

/// The help: the keys of a screen, in one or two columns.
@MainActor
package final class HelpPanel: ScrollingPanel {
    private var sections: [Section] = []
    /// The second page, until it is shown.
    private var rest: [Section] = []
    private var signs: [Sign] = []

    /// Keys or texts of the screen, with their meanings.
    package struct Section: Sendable {
        let name: String
        package let lines: [(words: String, meaning: String)]

        package init(name: String, lines: [(words: String, meaning: String)]) {
            (self.name, self.lines) = (name, lines)
        }
    }

    /// A symbol of the screen, and its meaning.
    package struct Sign {
        let text: String
        let style: CellStyle
        let meaning: String

        package init(text: String, style: CellStyle, meaning: String) {
            (self.text, self.style, self.meaning) = (text, style, meaning)
        }
    }

    package init() {
        super.init()
        didPress = { [weak self] in self?.isHidden = true }
    }

    /// Shows the keys of a context, or all keys, below the symbols and the legend, if any. Rare ones are on a second page.
    package func show<Action: KeyedAction>(
        _ actions: Action.Type, in context: Action.Contexts? = nil, signs: [Sign] = [], legend: Section? = nil
    ) {
        let pages = [false, true].map { isRare in
            KeyHelp<Action>.sections(in: context, keys: keys(), isRare: isRare).map { section, lines in
                Section(name: section.rawValue, lines: lines.map { ($0.keys, $0.explanation) })
            }
        }
        (sections, rest) = ((legend.map { [$0] } ?? []) + pages[0], pages[1])
        self.signs = signs
        isHidden = false
        reload()
    }

    /// Shows the second page. Returns `false` if there is none, or it is shown.
    package func turnPage() -> Bool {
        guard !rest.isEmpty else { return false }
        (sections, rest, signs) = (rest, [], [])
        reload()
        return true
    }

    /// Returns all lines in one column; symbols are packed if they do not fit into `columns`.
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

    /// Returns a line of the symbols that fit completely.
    private func line(of signs: [Sign], columns: Int) -> PanelLine {
        let widths = signs.map { Canvas.columns(of: $0.text) + 1 + Canvas.columns(of: $0.meaning) }
        let gap = columns < .max && widths.reduce(-2, { $0 + $1 + 2 }) <= columns ? 2 : 1
        var (line, column) = (PanelLine(), 0)
        for (sign, width) in zip(signs, widths) where column + width <= columns {
            line.add(sign.text, at: column, style: sign.style.on(theme.panel))
            line.add(sign.meaning, at: column + Canvas.columns(of: sign.text) + 1)
            column += width + gap
        }
        return line
    }

    private var singleColumns: Int { single(columns: .max).map(\.columns).max() ?? 0 }

    private var isDouble: Bool {
        bounds.size.columns >= 2 * singleColumns + 7 && single(columns: .max).count + 2 > bounds.size.rows
    }

    package override func lines(columns: Int) -> [PanelLine] {
        guard isDouble else { return single(columns: columns) }
        let lines = single(columns: singleColumns)
        let half = (lines.count + 1) / 2
        return (0..<half).map { index in
            var line = lines[index]
            if index + half < lines.count { line.add(lines[index + half], at: singleColumns + 3) }
            return line
        }
    }

    /// The width of the box: the whole screen, if only a narrow strip would be left beside it.
    package override var preferredColumns: Int {
        let preferred = (isDouble ? 2 * singleColumns + 3 : singleColumns) + 4
        return bounds.size.columns < preferred + 4 ? bounds.size.columns : preferred
    }
}
