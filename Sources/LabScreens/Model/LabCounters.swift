import ImageLab
import ImageLoading

/// The Lab's counters, by their names in scenarios.
@MainActor
enum LabCounters {
    struct Counter {
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
        for counter in all where !counter.isState { values[counter.name] = counter.value(screen) }
        for (name, value) in screen.lab.model.baseline { values[name, default: 0] -= value }
        for counter in all where counter.isState { values[counter.name] = counter.value(screen) }
        return values
    }

    /// The counters of the panel, in its order.
    static let all: [Counter] = [
        // the engine's
        Counter("loads", \.loads, "loads started, for cells or prefetching"),
        Counter("memoryHits", \.memoryHits, "loads whose picture was in the memory cache"),
        Counter("diskHits", \.diskHits, "loads whose bytes were in the disk cache"),
        Counter("joins", \.joins, "loads coalesced with another load of the same picture"),
        Counter("requests", \.requests, "requests sent to the server"),
        Counter("bytesReceived", \.bytesReceived, "bytes received from the server"),
        Counter("cancelled", \.cancelled, "loads cancelled by cell reuse, by a reload or by a key"),
        Counter("failed", \.failed, "loads that ended with an error"),
        Counter("retried", \.retried, "retries after a transient failure"),
        Counter("lateDropped", \.lateDropped, "results that no cell waited for any more: dropped"),
        Counter("stalePaints", \.stalePaints, "cells painted with another row's picture: must stay 0", isState: true),
        // the table's
        Counter("cells", "cells created: they show all rows in turn") { $0.table.cellCount },
        Counter("visible", "cells in view", isState: true) { $0.table.visibleCells.count },
        Counter("held", "deliveries held back; pictures in memory are not", isState: true) {
            $0.lab.gate.isHeld ? $0.lab.gate.count : 0
        },
        Counter("prefetching", "rows being prefetched", isState: true) { $0.table.prefetchCount },
        // the server's, which are the ground truth about the network
        Counter("served", "requests received by the server") { $0.lab.server.totals.requests },
        Counter("served304", "responses 304 of the server") { $0.lab.server.totals.notModified },
        Counter("clientsGone", "connections closed early by the client") { $0.lab.server.totals.clientsGone },
        Counter("bytesServed", "bytes sent by the server") { $0.lab.server.totals.bytesSent },
        // events
        Counter(.reuse, "rows that got a cell of another row"),
        Counter(.placeholder, "placeholders shown (memory hits need none)"),
        Counter(.revalidate, "cached pictures revalidated with the server"),
        Counter(.decoded, "pictures decoded"),
        Counter(.set, "pictures set into their cells"),
        Counter(.transition, "transitions started (cache hits have none)"),
        Counter(.evict, "pictures or bytes evicted from a cache, or from the terminal"),
        Counter(.prefetch, "rows prefetched ahead of scrolling"),
        Counter(.upload, "pictures sent to the terminal pixel by pixel, once they rested"),
        Counter(.uploadCancelled, "pictures that left their place before they were sent"),
    ]
}
