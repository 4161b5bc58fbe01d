import HalftoneCore
import ImageCoding
import ImageLoading
import TerminalScreen
import TerminalViews

/// The text of a cell: its identity and the state of its load.
extension LabCell {
    /// The number of used lines: the last one stays empty.
    var textRows: Int { max(1, bounds.size.rows - 1) }

    /// Returns the lines of text. An error is shown completely, in several lines if necessary, in place of the last one.
    func lines(columns: Int) -> [AttributedText] {
        let facts = facts
        let former = AttributedText(formerTitle, style: CellStyle(attributes: [.dim, .strikethrough]))
        let titles = AttributedText("\(facts.row)  \(title)  ", style: theme.title) + former
        return [titles, identity(facts)] + statusLines(facts, columns) + [previousRowOrPath]
    }

    private func identity(_ facts: LabCellFacts) -> AttributedText {
        let load = facts.load.map { "load \($0)" } ?? "no load"
        return AttributedText("cell \(number)", style: theme.style(ofCell: number))
            + AttributedText("  reused \(facts.reused)  \(load)", style: theme.text)
    }

    private var previousRowOrPath: AttributedText {
        previousRow.map { AttributedText($0.text, style: style(of: $0)) } ?? AttributedText(path, style: theme.detail)
    }

    private func style(of previousRow: PreviousRow) -> CellStyle {
        previousRow.isCancelled ? theme.style(of: LabCellFacts.State.cancelled) : theme.detail
    }

    private func statusLines(_ facts: LabCellFacts, _ columns: Int) -> [AttributedText] {
        let room = facts.state == .failed ? max(1, textRows - 2) : 1
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
        return stateWord(facts) + AttributedText(detail.isEmpty ? "" : "  \(detail)", style: theme.detail)
    }

    private func stateWord(_ facts: LabCellFacts) -> AttributedText {
        if case .transition(let percent) = stage {
            let name = (imageView.runningTransition ?? imageView.transition).name
            return AttributedText("\(name) \(percent) %", style: theme.style(of: .loading))
        }
        let sign = facts.state == .failed ? imageView.environment.failureSign + " " : ""
        return AttributedText(sign + facts.state.rawValue, style: theme.style(of: facts.state))
    }

    /// What differs between two pictures side by side, otherwise the path of the URL without its faults.
    private var path: String {
        guard lab.settings.beside == nil else { return lab.switchboard.differences }
        guard lab.items.indices.contains(row) else { return "" }
        let path = lab.items[row].url.dropFirst(lab.server.baseURL.count)
        return TextSanitizer.clean(path.prefix { $0 != "?" })
    }
}

extension LoadedImage {
    /// The origin, size and kind of a picture.
    fileprivate var originInWords: String {
        var facts = [
            cacheType.contains(.memory) ? "memory" : cacheType.contains(.disk) ? "disk" : "network", "\(image.size)",
        ]
        if image.isTransformed { facts.append("transformed") }
        if let animation = image.animation {
            facts.append("\(animation.frameCount) frames" + (animation.isPreloaded ? ", decoded" : ""))
        }
        return facts.joined(separator: ", ")
    }
}
