import Basis
import FoundationEssentials
import ImageCoding
import ImageLoading
import TerminalScreen
import TerminalViews

/// What is known of the open picture, at the right edge over it.
@MainActor
final class DetailsPanel: View {
    private let gallery: Gallery
    private var details: PictureDetails?
    /// What they say.
    private var known: [PictureDetails.Line] = []
    private var url: URL?
    /// A window may be too low for all.
    private var scrolling = LineScroll()
    private var task: Task<Void, Never>?
    /// It was clicked on.
    var didPress: @MainActor () -> Void = {}

    init(gallery: Gallery) {
        self.gallery = gallery
        super.init()
        isHidden = true
    }

    /// Shows what is known now, and what the disk knows as soon as it has been asked.
    func show(_ entry: Gallery.Entry, _ loaded: LoadedImage?) {
        task?.cancel()
        scrolling = LineScroll()
        url = loaded == nil ? nil : entry.url
        let remembered = url.flatMap(gallery.manager.cachedResponseMetadata)
        say(PictureDetails(item: entry.item, loaded: loaded, remembered: remembered))
        askAgain()
    }

    /// Asks what is known of the same picture now. Until that is there, what was known stays.
    func askAgain() {
        task?.cancel()
        guard let url else { return }
        let manager = gallery.manager
        task = Task { [weak self] in
            let original = await OriginalReading(manager: manager, url: url).inspect()
            guard let self, !Task.isCancelled, var details else { return }
            details.adopt(original, remembered: manager.cachedResponseMetadata(for: url))
            say(details)
        }
    }

    private func say(_ details: PictureDetails) {
        self.details = details
        known = details.lines
        setNeedsDisplay()
        superview?.setNeedsLayout()
    }

    /// Where it stands on a screen: no wider than half of it, unless what is left of the picture would be a strip.
    func frame(in room: CellSize) -> CellRect {
        let wanted = max(36, min(64, room.columns / 2))
        let columns = room.columns < wanted + Self.leastPictureColumns ? room.columns : wanted
        let rows = min(room.rows, lines(columns: columns - 4).count + 2)
        return CellRect(column: room.columns - columns, row: 0, columns: columns, rows: rows)
    }

    private static let leastPictureColumns = 12

    /// The lines as they are shown: a value that does not fit beside its name stands below it, and what does not fit
    /// into a line goes on in the next.
    private func lines(columns: Int) -> [PictureDetails.Line] {
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

    private var lines: [PictureDetails.Line] { lines(columns: bounds.size.columns - 4) }

    /// The lines that there is room for.
    private var room: Int { max(0, bounds.size.rows - 2) }
    private var hasMore: Bool { room > 0 && scrolling.hasMore(count: lines.count, room: room) }

    /// Shows the lines that follow those that are shown; `false` if these were the last.
    func showMore() -> Bool {
        guard hasMore else { return false }
        scrolling.scroll(.pageDown, count: lines.count, room: room)
        setNeedsDisplay()
        return true
    }

    private func scroll(by step: Int) {
        scrolling.scroll(by: step, count: lines.count, room: room)
        setNeedsDisplay()
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press: didPress()
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    /// What stands in front of what is known.
    private var nameColumns: Int {
        let widths = known.map { line in if case .fact(let name, _) = line { Canvas.columns(of: name) } else { 0 } }
        return min(16, max(12, widths.max() ?? 0))
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: Theme.panel)
        context.drawBox(bounds, style: Theme.panel)
        if hasMore {
            let hint = " \(Action.details.keyName) shows more "
            context.draw(
                hint, column: 2, row: bounds.size.rows - 1, columns: bounds.size.columns - 4, style: Theme.panel)
        }
        let columns = bounds.size.columns - 4
        let (nameColumns, lines) = (nameColumns, lines)
        for (index, line) in lines[scrolling.visible(count: lines.count, room: room)].enumerated() {
            switch line {
            case .heading(let text):
                context.draw(text, column: 2, row: 1 + index, columns: columns, style: Theme.panelStrong)
            case .fact(let name, let value):
                context.draw(name, column: 2, row: 1 + index, columns: min(nameColumns, columns), style: Theme.panel)
                let column = name.isEmpty ? 2 : 3 + nameColumns
                context.draw(
                    value, column: column, row: 1 + index, columns: columns + 2 - column, style: Theme.panelStrong)
            case .text(let text): context.draw(text, column: 2, row: 1 + index, columns: columns, style: Theme.panel)
            }
        }
    }
}
