import ImageFeeds
import ScreenKit
import TerminalViews

/// The lines of the list of sources, and the selected one. A value.
///
/// The first line stands for all sources; failed sources follow, then the others, in order.
struct SourceLines {
    struct Line: Hashable {
        /// `nil`: all sources.
        let source: FeedSource?
        let title: String
        /// The number of items.
        var count = 0
        /// `nil`: all sources.
        var state: SourceReport.State?
    }

    /// The numbers of unread and of new items of a source.
    struct Tally: Hashable, Sendable {
        var unread = 0
        var new = 0
    }

    private(set) var lines: [Line] = []
    private(set) var place = LineSelection()
    /// The tallies by source; `nil` for all sources.
    var tallies: [FeedSource?: Tally] = [:]

    var chosen: Line? { lines.indices.contains(place.chosen) ? lines[place.chosen] : nil }

    /// Updates the lines. The selected source stays selected.
    mutating func update(_ reports: [SourceReport], _ items: FeedItems, title: String, room: Int) {
        let chosen = chosen?.source
        var counts: [FeedSource: Int] = [:]
        for case (let source?, let range) in items.runs { counts[source, default: 0] += range.count }
        let sources = reports.map { report in
            Line(source: report.source, title: report.title, count: counts[report.source] ?? 0, state: report.state)
        }
        lines = [Line(source: nil, title: title, count: items.count)]
        lines += sources.filter { $0.hasFailed }
        lines += sources.filter { !$0.hasFailed }
        choose(chosen, room: room)
    }

    mutating func choose(_ source: FeedSource?, room: Int) {
        place.choose(lines.firstIndex { $0.source == source } ?? place.chosen, count: lines.count, room: room)
    }

    mutating func choose(line: Int, room: Int) { place.choose(line, count: lines.count, room: room) }
    mutating func move(_ move: ItemMove, room: Int) { place.move(move, count: lines.count, room: room) }

    /// Counts the unread items of sources, or returns `nil` if it was cancelled.
    static func tally(
        _ items: FeedItems, _ reads: [FeedSource: ReadMarks.Source], isCancelled: () -> Bool
    ) -> [FeedSource?: Tally]? {
        var (tallies, all) = ([FeedSource?: Tally](), Tally())
        for (source, range) in items.runs {
            guard let source, let read = reads[source] else { continue }
            var tally = tallies[source] ?? Tally()
            for index in range {
                if index % 1024 == 0, isCancelled() { return nil }
                let state = read.state(of: items[index])
                if state != .read { tally.unread += 1 }
                if state == .new { tally.new += 1 }
                if state != .read { all.unread += 1 }
                if state == .new { all.new += 1 }
            }
            tallies[source] = tally
        }
        if !tallies.isEmpty { tallies[nil] = all }
        return tallies
    }
}

extension SourceLines.Line {
    var hasFailed: Bool { if case .failed? = state { true } else { false } }

    /// The text of the source's state.
    var status: String {
        switch state {
        case nil: ""
        case .coming?: "loading …"
        case .read?: "ok"
        case .failed(let error)?: "\(error)"
        }
    }
}
