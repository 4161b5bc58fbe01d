import ImageFeeds
import ScreenKit

/// The lines of the list of sources. A value.
///
/// The first line stands for all sources; failed sources follow, then the others, in order.
struct SourceLines: Sendable {
    /// The source of each row; `nil`: all sources.
    let sources: [FeedSource?]
    let rows: [ChoicePanel.Row]

    /// The numbers of items of a source.
    private struct Tally {
        var (all, unread, new) = (0, 0, 0)

        var words: String {
            let parts =
                [all == 1 ? "1 item" : "\(all) items"]
                + [(unread, "unread"), (new, "new")]
                .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            return parts.joined(separator: ", ")
        }

        static func += (tally: inout Tally, other: Tally) {
            tally.all += other.all
            tally.unread += other.unread
            tally.new += other.new
        }
    }

    /// Creates the lines, or returns `nil` if it was cancelled. `reads`: what is known of read items.
    init?(
        _ reports: [SourceReport], _ items: FeedItems, _ reads: [FeedSource: ReadMarks.Source], title: String,
        failureSign: String, isCancelled: () -> Bool = { false }
    ) {
        var (tallies, all) = ([FeedSource: Tally](), Tally())
        for (source, range) in items.runs {
            var tally = Tally()
            for index in range {
                if index % 1024 == 0, isCancelled() { return nil }
                let state = source.flatMap { reads[$0] }?.state(of: items[index]) ?? .read
                tally.all += 1
                if state.isUnread(items[index]) { tally.unread += 1 }
                if state == .new { tally.new += 1 }
            }
            if let source { tallies[source, default: Tally()] += tally }
            all += tally
        }
        let reports = reports.filter(\.hasFailed) + reports.filter { !$0.hasFailed }
        sources = [nil] + reports.map(\.source)
        rows =
            [ChoicePanel.Row(name: "  all of \(title)", summary: all.words)]
            + reports.map { report in
                let name = (report.hasFailed ? failureSign : " ") + " " + report.title
                let words = (tallies[report.source] ?? Tally()).words
                return ChoicePanel.Row(name: name, summary: Self.words(of: report.state) ?? words)
            }
    }

    private static func words(of state: SourceReport.State) -> String? {
        switch state {
        case .pending: "loading …"
        case .read: nil
        case .failed(let error): "\(error)"
        }
    }
}
