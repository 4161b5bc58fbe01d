import ScreenKit
import TerminalScreen
import TerminalViews

/// The details of the open picture, at its right, or over it in a narrow window.
@MainActor
final class DetailsPanel: ScrollingPanel {
    /// The lines of the details.
    private var known: [PictureDetails.Line] = []

    init(browser: Browser) {
        super.init(more: "\(browser.keys.name(of: .textForward)) shows more")
    }

    func show(_ details: PictureDetails, fromStart: Bool = true) {
        known = details.lines
        reload(fromStart: fromStart)
        superview?.setNeedsLayout()
    }

    /// Returns the frame on a screen: as high as the picture and at most half as wide, unless the remaining picture
    /// would be a strip.
    func frame(in room: CellSize) -> CellRect {
        let wanted = max(36, min(64, room.columns / 2))
        let coversPicture = room.columns < wanted + Self.minPictureColumns
        let columns = coversPicture ? room.columns : wanted
        let rows = coversPicture ? min(room.rows, broken(columns: columns - 4).count + 2) : room.rows
        return CellRect(column: room.columns - columns, row: 0, columns: columns, rows: rows)
    }

    private static let minPictureColumns = 12

    /// Returns the lines, wrapped: a value that does not fit beside its name is moved below it, and long values take
    /// several lines.
    private func broken(columns: Int) -> [PictureDetails.Line] {
        let valueColumns = columns - nameColumns - 1
        func broken(_ text: String) -> [String] {
            Canvas.columns(of: text) <= columns ? [text] : AttributedText(text).lines(columns: columns).map(\.text)
        }
        return known.flatMap { line -> [PictureDetails.Line] in
            switch line {
            case .heading(let text): broken(text).map { .heading($0) }
            case .text(let text): broken(text).map { .text($0) }
            case .fact(_, let value) where Canvas.columns(of: value) <= valueColumns: [line]
            case .fact(let name, let value): [.text(name)] + broken(value).map { .fact("", $0) }
            }
        }
    }

    override var box: CellRect { bounds }

    override func lines(columns: Int) -> [PanelLine] {
        broken(columns: columns).map { line in
            switch line {
            case .heading(let text): return PanelLine(text, style: theme.panelStrong)
            case .text(let text): return PanelLine(text)
            case .fact(let name, let value):
                var line = PanelLine(name)
                line.add(value, at: name.isEmpty ? 0 : nameColumns + 1, style: theme.panelStrong)
                return line
            }
        }
    }

    /// The width of the names.
    private var nameColumns: Int {
        let widths = known.map { line in if case .fact(let name, _) = line { Canvas.columns(of: name) } else { 0 } }
        return min(16, max(12, widths.max() ?? 0))
    }
}
