import ImageFeeds
import ScreenKit
import TerminalScreen
import TerminalViews

/// The list of a page's sources, with their numbers of items, unread and new items, and states.
///
/// Only the lines in view are drawn, however many sources there are.
@MainActor
final class SourcesScreen: View, GalleryScreen {
    private let browser: Browser
    let footer = Footer<Action>()
    private var lines = SourceLines()
    private let counting = LatestTask()
    /// The state that the lines show; `nil` for none yet.
    private var shown: Version?

    private struct Version: Hashable {
        let page: ObjectIdentifier
        let reports: Int
        let items: Int
        let reads: Int
    }

    init(browser: Browser) {
        self.browser = browser
        super.init()
        addSubview(footer)
    }

    /// The selected source; `nil` for all.
    var chosen: FeedSource? { lines.chosen?.source }

    /// Shows the sources of the page, and selects the one that is shown alone.
    func open() {
        lines = SourceLines()
        shown = nil
        update()
        lines.choose(browser.page.arrangement.source, room: room)
        updateFooter()
    }

    /// Updates the visible list after changes.
    func update() {
        guard !isHidden else { return counting.cancel() }
        let (page, reader) = (browser.page, browser.page.reader)
        let version = Version(
            page: ObjectIdentifier(page), reports: reader.reportsVersion, items: page.list.version,
            reads: browser.state.readVersion)
        guard version != shown else { return }
        shown = version
        lines.update(reader.reports, page.list.items, title: "all of \(page.title)", room: room)
        count(page.list.items)
        updateFooter()
    }

    private func count(_ items: FeedItems) {
        let reads = browser.state.sources(items.runs.map(\.source))
        guard !reads.isEmpty else { return }
        counting.run(isLong: items.count > ArrangedItems.shortCount) { isCancelled in
            SourceLines.tally(items, reads, isCancelled: isCancelled)
        } then: { [weak self] tallies in
            self?.lines.tallies = tallies
            self?.setNeedsDisplay()
        }
    }

    /// The numbers of failed and of loading sources.
    private var stateCounts: String {
        let (failed, coming) = (browser.page.reader.failedCount, browser.page.reader.coming.count)
        return [failed == 0 ? nil : "\(failed) failed", coming == 0 ? nil : "\(coming) loading"]
            .compactMap(\.self).joined(separator: ", ")
    }

    private func updateFooter() {
        let reader = browser.page.reader
        let count = reader.reports.count
        let title = count == 1 ? "1 source" : "\(count) sources"
        footer.show(
            title: title, place: lines.lines.isEmpty ? "" : "\(lines.place.chosen + 1)/\(lines.lines.count)",
            hints: [.open, .refresh] + (reader.failedCount == 0 ? [] : [.refreshAll]) + [.close, .help],
            words: [.open: "show alone", .refresh: "try again", .refreshAll: "all again", .close: "back"])
        setNeedsDisplay()
    }

    // MARK: - Events

    func move(_ move: ItemMove) {
        lines.move(move, room: room)
        updateFooter()
    }

    func refresh() { chosen.map(browser.retry) ?? browser.refreshAll() }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: move(.up)
        case .wheelDown: move(.down)
        case .press where mouse.button == .right: footer.didChoose(.close)
        case .press, .doubleClick:
            let row = mouse.position.row - 1
            let visible = lines.place.visible(count: lines.lines.count, room: room)
            guard (0..<visible.count).contains(row) else { return true }
            lines.choose(line: visible.lowerBound + row, room: room)
            updateFooter()
            if mouse.action == .doubleClick { footer.didChoose(.open) }
        case .release, .drag: break
        }
        return true
    }

    // MARK: - View

    /// The number of lines for sources, without the heading, the details of the selected source, and the footer.
    private var room: Int { max(1, bounds.size.rows - 2 - detailRows) }
    /// The height of the details of the selected source; 0 without room.
    private var detailRows: Int { bounds.size.rows >= 10 ? 4 : 0 }

    override func layoutSubviews() {
        lines.choose(line: lines.place.chosen, room: room)
        footer.frame = CellRect(
            column: 0, row: max(0, bounds.size.rows - 1), columns: bounds.size.columns, rows: min(1, bounds.size.rows))
    }

    /// The columns at which numbers end, and at which states start.
    private struct Columns {
        let title: Int
        let count: Int
        let unread: Int
        let new: Int
        let state: Int

        init(_ all: Int) {
            state = max(34, all * 3 / 5)
            (new, unread, count) = (state - 2, state - 7, state - 15)
            title = max(0, count - 7 - 3)
        }
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: .plain)
        let columns = Columns(bounds.size.columns)
        context.draw("Sources", column: 3, row: 0, columns: columns.title, style: theme.title)
        for (text, end) in [("items", columns.count), ("unread", columns.unread), ("new", columns.new)] {
            draw(text, endingAt: end, row: 0, theme.detail, in: &context)
        }
        context.draw(
            stateCounts, column: columns.state, row: 0, columns: bounds.size.columns - columns.state - 1,
            style: theme.title)
        let visible = lines.place.visible(count: lines.lines.count, room: room)
        for (row, index) in visible.enumerated() where row + 1 < bounds.size.rows - 1 {
            draw(lines.lines[index], row: row + 1, isChosen: index == lines.place.chosen, columns, in: &context)
        }
        drawDetails(in: &context)
    }

    private func draw(
        _ line: SourceLines.Line, row: Int, isChosen: Bool, _ columns: Columns, in context: inout DrawingContext
    ) {
        let style = isChosen ? theme.barStrong : line.hasFailed ? theme.error : .plain
        let detail = isChosen ? theme.bar : theme.detail
        if isChosen {
            context.fill(CellRect(column: 0, row: row, columns: bounds.size.columns, rows: 1), style: theme.bar)
            context.draw("▌", column: 0, row: row, columns: 1, style: theme.selectionMark)
        }
        if line.hasFailed {
            context.draw(browser.environment.failureSign, column: 1, row: row, columns: 1, style: style)
        }
        context.draw(line.title, column: 3, row: row, columns: columns.title, style: style)
        draw("\(line.count)", endingAt: columns.count, row: row, detail, in: &context)
        if let tally = lines.tallies[line.source] {
            draw("\(tally.unread)", endingAt: columns.unread, row: row, detail, in: &context)
            let new = isChosen ? theme.selectionMark : theme.mark
            draw(tally.new == 0 ? "" : "\(tally.new)", endingAt: columns.new, row: row, new, in: &context)
        }
        context.draw(
            line.status, column: columns.state, row: row, columns: bounds.size.columns - columns.state - 1,
            style: detail)
    }

    private func draw(
        _ text: String, endingAt end: Int, row: Int, _ style: CellStyle, in context: inout DrawingContext
    ) {
        let width = Canvas.columns(of: text)
        context.draw(text, column: end - width, row: row, columns: width, style: style)
    }

    /// Draws the address of the selected source, and its full state.
    private func drawDetails(in context: inout DrawingContext) {
        guard detailRows > 0, let line = lines.chosen, let source = line.source else { return }
        let row = bounds.size.rows - detailRows
        context.draw("\(source)", column: 3, row: row, columns: bounds.size.columns - 4, style: theme.detail)
        let style = line.hasFailed ? theme.error : theme.detail
        let text = AttributedText(line.status, style: style).lines(columns: max(1, bounds.size.columns - 4))
        for (number, part) in text.prefix(detailRows - 2).enumerated() {
            context.draw(part, column: 3, row: row + 1 + number)
        }
    }
}
