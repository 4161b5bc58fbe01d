import HalftoneCore
import TerminalScreen
import TerminalViews

/// The text of a cell: its identity and the state of its load.
extension LabCell {
    /// The number of used lines: a cell of three or more leaves the last one empty.
    var textRows: Int { bounds.size.rows < 3 ? bounds.size.rows : bounds.size.rows - 1 }

    /// Returns the lines of text. An error is shown completely, in several lines if necessary, in place of the path.
    func lines(columns: Int) -> [AttributedText] {
        let facts = facts
        let name = AttributedText("\(facts.row)  \(title)", style: theme.lab.strong)
        let gap = AttributedText("  ")
        guard lab.settings.showsIdentity else {
            return textRows == 1 ? [name + gap + status(facts)] : [name] + statusLines(facts, columns, after: 1)
        }
        switch textRows {
        case ...1:
            let number = AttributedText("\(facts.row)".padded(to: 4), style: theme.lab.strong)
            let identity = AttributedText(shortIdentity(facts, columns), style: theme.lab.text)
            guard let former else {
                return [number + identity + status(facts) + gap + AttributedText(title, style: theme.lab.strong)]
            }
            return [number + identity + stateWord(facts) + gap + AttributedText(former.text, style: style(of: former))]
        case ...3:
            return [name + gap + status(facts), AttributedText(identity(facts), style: theme.lab.text)]
                + (textRows == 3 ? [formerOrPath] : [])
        default:
            return [name, AttributedText(identity(facts), style: theme.lab.text)]
                + statusLines(facts, columns, after: former == nil ? 2 : 3) + [formerOrPath]
        }
    }

    /// Returns the identity of the cell: its number, load, reuses and generation, which each reuse and load increments.
    private func identity(_ facts: LabCellFacts) -> String {
        let load = facts.load.map { "load \($0)" } ?? "no load"
        func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
        let parts =
            counted(facts.reused, "reuse", "reuses") + " + "
            + counted(facts.generation - facts.reused, "load", "loads")
        let sum = facts.reused == 0 ? "" : " = " + parts
        return "cell \(number)  reused \(facts.reused)  \(load)  generation \(facts.generation)\(sum)"
    }

    private func shortIdentity(_ facts: LabCellFacts, _ columns: Int) -> String {
        "cell \(number)".padded(to: 9) + (columns < 80 ? "" : "reused \(facts.reused)".padded(to: 11))
            + (facts.load.map { "load \($0)" } ?? "no load").padded(to: 10)
    }

    private var formerOrPath: AttributedText {
        former.map { AttributedText($0.text, style: style(of: $0)) } ?? AttributedText(path, style: theme.lab.dim)
    }

    private func style(of former: FormerCell) -> CellStyle {
        former.isCancelled ? theme.lab.style(of: LabCellFacts.State.cancelled) : theme.lab.dim
    }

    private func statusLines(_ facts: LabCellFacts, _ columns: Int, after used: Int) -> [AttributedText] {
        let room = facts.state == .failed ? max(1, textRows - used) : 1
        return TextLayout(columns: columns, maximumLines: room).lines(of: status(facts))
    }

    private func status(_ facts: LabCellFacts) -> AttributedText {
        let detail =
            switch facts.state {
            case .waiting, .cancelled: ""
            case .loading, .preview: pictureLoad.amount
            case .shown: pictureLoad.loaded.map { "from \($0.originInWords)" } ?? ""
            case .failed: facts.failure ?? ""
            }
        return stateWord(facts) + AttributedText(detail.isEmpty ? "" : "  \(detail)", style: theme.lab.dim)
    }

    private func stateWord(_ facts: LabCellFacts) -> AttributedText {
        let sign = facts.state == .failed ? imageView.environment.failureSign + " " : ""
        return AttributedText(sign + facts.state.rawValue, style: theme.lab.style(of: facts.state))
    }

    /// The settings of two pictures side by side, otherwise the path of the URL.
    private var path: String {
        guard !lab.settings.showsBeside else { return lab.settings.besideWords }
        guard lab.items.indices.contains(row) else { return "" }
        return TextSanitizer.clean(lab.items[row].url.dropFirst(lab.server.baseURL.count))
    }
}
