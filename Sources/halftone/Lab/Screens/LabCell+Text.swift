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
        switch textRows {
        case ...1:
            let number = AttributedText("\(facts.row)".padded(to: 4), style: theme.lab.strong)
            let identity = shortIdentity(facts, columns)
            guard let former else {
                return [number + identity + status(facts) + gap + AttributedText(title, style: theme.lab.strong)]
            }
            return [number + identity + stateWord(facts) + gap + AttributedText(former.text, style: style(of: former))]
        case ...3:
            return [name + gap + status(facts), identity(facts)]
                + (textRows == 3 ? [formerOrPath] : [])
        default:
            return [name, identity(facts)]
                + statusLines(facts, columns, after: former == nil ? 2 : 3) + [formerOrPath]
        }
    }

    private func identity(_ facts: LabCellFacts) -> AttributedText {
        let load = facts.load.map { "load \($0)" } ?? "no load"
        return AttributedText("cell \(number)", style: theme.lab.style(ofCell: number))
            + AttributedText("  reused \(facts.reused)  \(load)", style: theme.lab.text)
    }

    private func shortIdentity(_ facts: LabCellFacts, _ columns: Int) -> AttributedText {
        AttributedText("cell \(number)".padded(to: 9), style: theme.lab.style(ofCell: number))
            + AttributedText(
                (columns < 80 ? "" : "reused \(facts.reused)".padded(to: 11))
                    + (facts.load.map { "load \($0)" } ?? "no load").padded(to: 10), style: theme.lab.text)
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
        if case .transition(let percent) = stage {
            return AttributedText("\(imageView.transition.name) \(percent) %", style: theme.lab.style(of: .loading))
        }
        let sign = facts.state == .failed ? imageView.environment.failureSign + " " : ""
        return AttributedText(sign + facts.state.rawValue, style: theme.lab.style(of: facts.state))
    }

    /// What differs between two pictures side by side, otherwise the path of the URL without its faults.
    private var path: String {
        guard lab.settings.beside == nil else { return lab.switchboard.differences }
        guard lab.items.indices.contains(row) else { return "" }
        let path = lab.items[row].url.dropFirst(lab.server.baseURL.count)
        return TextSanitizer.clean(path.prefix { $0 != "?" })
    }
}
