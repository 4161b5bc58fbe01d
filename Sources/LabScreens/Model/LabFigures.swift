import ImageLab
import ImageLoading

/// The Lab's counters, by their names in scenarios.
@MainActor
enum LabFigures {
    struct Figure {
        let name: String
        /// The meaning, in a line for the screen.
        let meaning: String
        /// Whether the value is a state and not a count, so that a reset does not change it.
        let isState: Bool
        let value: @MainActor (LabScreen) -> Int

        init(_ name: String, _ meaning: String, isState: Bool = false, value: @escaping @MainActor (LabScreen) -> Int) {
            (self.name, self.meaning, self.isState, self.value) = (name, meaning, isState, value)
        }

        init(
            _ name: String, _ path: KeyPath<TraceSummary, Int> & Sendable, _ meaning: String, isState: Bool = false
        ) {
            self.init(name, meaning, isState: isState) { $0.lab.manager.trace.summary[keyPath: path] }
        }

        init(_ event: TraceEvent.Name, _ meaning: String) {
            self.init(event.rawValue, meaning) { $0.lab.model.counts[event] ?? 0 }
        }
    }

    /// Returns the values of all counters, and of all trace events by their names; counts begin at the last reset.
    static func values(of screen: LabScreen) -> [String: Int] {
        var values: [String: Int] = [:]
        for (event, count) in screen.lab.model.counts { values[event.rawValue] = count }
        for figure in all where !figure.isState { values[figure.name] = figure.value(screen) }
        for (name, value) in screen.lab.model.baseline { values[name, default: 0] -= value }
        for figure in all where figure.isState { values[figure.name] = figure.value(screen) }
        return values
    }

    /// The counters of the panel, in its order.
    static let all: [Figure] = [
        // the engine's
        Figure("loads", \.loads, "loads started, for cells or prefetching"),
        Figure("memoryHits", \.memoryHits, "loads whose picture was in the memory cache"),
        Figure("diskHits", \.diskHits, "loads whose bytes were in the disk cache"),
        Figure("joins", \.joins, "loads coalesced with another load of the same picture"),
        Figure("requests", \.requests, "requests sent to the server"),
        Figure("bytesReceived", \.bytesReceived, "bytes received from the server"),
        Figure("cancelled", \.cancelled, "loads cancelled by cell reuse, by a reload or by a key"),
        Figure("failed", \.failed, "loads that ended with an error"),
        Figure("retried", \.retried, "retries after a transient failure"),
        Figure("lateDropped", \.lateDropped, "results that no cell waited for any more: dropped"),
        Figure("stalePaints", \.stalePaints, "cells painted with another row's picture: must stay 0", isState: true),
        // the table's
        Figure("cells", "cells created: they show all rows in turn") { $0.table.cellCount },
        Figure("visible", "cells in view", isState: true) { $0.table.visibleCells.count },
        Figure("held", "deliveries held back; pictures in memory are not", isState: true) {
            $0.lab.gate.isHeld ? $0.lab.gate.count : 0
        },
        Figure("prefetching", "rows being prefetched", isState: true) { $0.table.prefetchCount },
        // the server's, which are the ground truth about the network
        Figure("served", "requests received by the server") { $0.lab.server.totals.requests },
        Figure("served304", "responses 304 of the server") { $0.lab.server.totals.notModified },
        Figure("clientsGone", "connections closed early by the client") { $0.lab.server.totals.clientsGone },
        Figure("bytesServed", "bytes sent by the server") { $0.lab.server.totals.bytesSent },
        // events
        Figure(.reuse, "rows that got a cell of another row"),
        Figure(.placeholder, "placeholders shown (memory hits need none)"),
        Figure(.revalidate, "cached pictures revalidated with the server"),
        Figure(.decoded, "pictures decoded"),
        Figure(.set, "pictures set into their cells"),
        Figure(.transition, "transitions started (cache hits have none)"),
        Figure(.evict, "pictures or bytes evicted from a cache, or from the terminal"),
        Figure(.prefetch, "rows prefetched ahead of scrolling"),
        Figure(.upload, "pictures sent to the terminal pixel by pixel, once they rested"),
        Figure(.uploadCancelled, "pictures that left their place before they were sent"),
    ]
}
