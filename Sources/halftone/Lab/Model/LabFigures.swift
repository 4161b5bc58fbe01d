import ImageLab
import ImageLoading

/// The numbers that the Lab shows, by the names under which scripts compare them.
@MainActor
enum LabFigures {
    /// What they are taken from.
    struct Source {
        let model: LabModel
        let summary: TraceSummary
        let table: LabTable
        let lab: LabEnvironment
    }

    struct Figure {
        let name: String
        /// Whether it says how things are, and not how often something happened: it is never counted from 0 again.
        var isState = false
        let value: @MainActor (Source) -> Int
    }

    static let all: [Figure] = sums + states + server + events

    static var names: Set<String> { Set(all.map(\.name)) }

    /// Their values, those that count since they were last set to 0.
    static func values(of source: Source) -> [String: Int] {
        Dictionary(
            all.map { figure in
                let value = figure.value(source)
                return (figure.name, figure.isState ? value : value - (source.model.baseline[figure.name] ?? 0))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What the last line of a trace says too; it also tells of frames, of what they took, and of memory.
    static let sums: [Figure] = [
        Figure(name: "loads") { $0.summary.loads },
        Figure(name: "memoryHits") { $0.summary.memoryHits },
        Figure(name: "diskHits") { $0.summary.diskHits },
        Figure(name: "joins") { $0.summary.joins },
        Figure(name: "requests") { $0.summary.requests },
        Figure(name: "bytesReceived") { $0.summary.bytesReceived },
        Figure(name: "cancelled") { $0.summary.cancelled },
        Figure(name: "failed") { $0.summary.failed },
        Figure(name: "retried") { $0.summary.retried },
        Figure(name: "lateDropped") { $0.summary.lateDropped },
        Figure(name: "stalePaints", isState: true) { $0.summary.stalePaints },
    ]

    private static let states: [Figure] = [
        Figure(name: "cells", isState: true) { $0.table.cellCount },
        Figure(name: "visible", isState: true) { $0.table.visibleCells.count },
        Figure(name: "rows", isState: true) { $0.lab.items.count },
        Figure(name: "selected", isState: true) { ($0.table.selectedRow ?? -1) + 1 },
        Figure(name: "live", isState: true) { $0.lab.manager.activeLoadCount },
        Figure(name: "held", isState: true) { $0.lab.gate.isHeld ? $0.lab.gate.count : 0 },
        Figure(name: "inMemory", isState: true) { $0.lab.manager.memoryCache.statistics.count },
        Figure(name: "prefetching", isState: true) { $0.table.prefetchCount },
    ]

    /// What the server saw, which is the truth about the network.
    private static let server: [Figure] = [
        Figure(name: "served") { $0.lab.server.totals.requests },
        Figure(name: "served304") { $0.lab.server.totals.notModified },
        Figure(name: "clientsGone") { $0.lab.server.totals.clientsGone },
        Figure(name: "bytesServed") { $0.lab.server.totals.bytesSent },
    ]

    /// Every event of the trace by its name.
    private static let events = TraceEvent.Name.allCases.map { name in
        Figure(name: name.rawValue) { $0.model.counts[name] ?? 0 }
    }
}
