import ImageLab
import ImageLoading

/// The Lab's statistics, by their names in scenarios.
@MainActor
enum LabFigures {
    /// The sources of the values.
    struct Source {
        let model: LabModel
        let summary: TraceSummary
        let table: LabTable
        let lab: LabEnvironment
    }

    struct Figure {
        let name: String
        /// Whether the value is a state and not a count, so that a reset does not change it.
        var isState = false
        /// The meaning, in a line for the screen.
        let meaning: String
        let value: @MainActor (Source) -> Int
    }

    static let all: [Figure] = sums + states + server + events

    /// The counts for the panel: without states of the table, and without the events that a sum counts too.
    static let counters: [Figure] = {
        let others: Set = ["rows", "selected", "query", "join", "request", "cancel", "fail", "retry", "late"]
        return all.filter { !others.contains($0.name) }
    }()

    /// Returns the values; counts begin at the last reset.
    static func values(of source: Source) -> [String: Int] {
        Dictionary(
            all.map { figure in
                let value = figure.value(source)
                return (figure.name, figure.isState ? value : value - (source.model.baseline[figure.name] ?? 0))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The statistics that the last line of a trace has too.
    static let sums: [Figure] = [
        Figure(name: "loads", meaning: "loads started, for cells or prefetching") { $0.summary.loads },
        Figure(
            name: "memoryHits", meaning: "loads whose picture was in the memory cache"
        ) { $0.summary.memoryHits },
        Figure(name: "diskHits", meaning: "loads whose bytes were in the disk cache") { $0.summary.diskHits },
        Figure(
            name: "joins", meaning: "loads coalesced with another load of the same picture"
        ) { $0.summary.joins },
        Figure(name: "requests", meaning: "requests sent to the server") { $0.summary.requests },
        Figure(
            name: "bytesReceived", meaning: "bytes received from the server"
        ) { $0.summary.bytesReceived },
        Figure(
            name: "cancelled", meaning: "loads cancelled by cell reuse, by a reload or by a key"
        ) { $0.summary.cancelled },
        Figure(name: "failed", meaning: "loads that ended with an error") { $0.summary.failed },
        Figure(
            name: "retried", meaning: "retries after a transient failure"
        ) { $0.summary.retried },
        Figure(
            name: "lateDropped", meaning: "results that no cell waited for any more: dropped"
        ) { $0.summary.lateDropped },
        Figure(
            name: "stalePaints", isState: true, meaning: "cells painted with another row's picture: must stay 0"
        ) { $0.summary.stalePaints },
    ]

    private static let states: [Figure] = [
        Figure(
            name: "cells", isState: true, meaning: "cells created: they show all rows by turns"
        ) { $0.table.cellCount },
        Figure(name: "visible", isState: true, meaning: "cells in view") { $0.table.visibleCells.count },
        Figure(name: "rows", isState: true, meaning: "rows of the feed") { $0.lab.items.count },
        Figure(
            name: "selected", isState: true, meaning: "the selected row"
        ) { ($0.table.selectedRow ?? -1) + 1 },
        Figure(name: "live", isState: true, meaning: "loads whose result is not ready yet") {
            $0.lab.manager.activeLoadCount
        },
        Figure(
            name: "held", isState: true, meaning: "deliveries held back; pictures in memory are not"
        ) { $0.lab.gate.isHeld ? $0.lab.gate.count : 0 },
        Figure(
            name: "inMemory", isState: true, meaning: "pictures in the memory cache"
        ) { $0.lab.manager.memoryCache.statistics.count },
        Figure(
            name: "replays", meaning: "replays of the selected cell's load"
        ) { $0.table.replayCount },
        Figure(
            name: "prefetching", isState: true, meaning: "rows being prefetched"
        ) { $0.table.prefetchCount },
    ]

    /// The server's statistics, which are the ground truth about the network.
    private static let server: [Figure] = [
        Figure(name: "served", meaning: "requests received by the server") { $0.lab.server.totals.requests },
        Figure(
            name: "served304", meaning: "responses 304 of the server"
        ) { $0.lab.server.totals.notModified },
        Figure(
            name: "clientsGone", meaning: "connections closed early by the client"
        ) { $0.lab.server.totals.clientsGone },
        Figure(
            name: "bytesServed", meaning: "bytes sent by the server"
        ) { $0.lab.server.totals.bytesSent },
    ]

    /// The counts of trace events, by name.
    private static let events = TraceEvent.Name.allCases.map { name in
        Figure(name: name.rawValue, meaning: meaning(of: name)) { $0.model.counts[name] ?? 0 }
    }

    private static func meaning(of event: TraceEvent.Name) -> String {
        switch event {
        case .dequeue: "rows that got a new cell"
        case .reuse: "rows that got a cell of another row"
        case .bind: "image views bound to a picture"
        case .rest: "rows in view long enough to load"
        case .placeholder: "placeholders shown (memory hits need none)"
        case .query: "loads started"
        case .hit: "lookups that found the picture in a cache"
        case .miss: "lookups that did not find the picture"
        case .join: "loads coalesced with another load"
        case .revalidate: "cached pictures revalidated with the server"
        case .request: "requests sent"
        case .response: "responses that began to arrive"
        case .progress: "chunks of pictures received"
        case .downloaded: "pictures whose bytes are complete"
        case .retry: "retries"
        case .decode: "decodes started"
        case .decoded: "decodes done"
        case .transform: "transforms started"
        case .store: "pictures or bytes written into a cache"
        case .evict: "pictures or bytes evicted from a cache, or from the terminal"
        case .set: "pictures set into their cells"
        case .transition: "transitions started (cache hits have none)"
        case .paint: "pictures drawn on the screen for the first time"
        case .late: "results that no cell waited for any more"
        case .cancel: "loads cancelled"
        case .fail: "loads that failed"
        case .complete: "loads that ended with a picture"
        case .prefetch: "rows prefetched ahead of scrolling"
        case .upload: "pictures sent to the terminal pixel by pixel, once they rested"
        case .uploadCancelled: "pictures that left their place before they were sent"
        }
    }
}
