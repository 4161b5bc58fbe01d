/// The time range of a waterfall: the loads around a chosen one that follow each other without a pause. A burst of
/// loads from an hour ago would reduce everything since then to a thin line. A value.
public struct WaterfallWindow: Sendable, Equatable {
    /// Seconds since the trace began.
    public private(set) var from: Double
    /// Seconds since the trace began; not before ``from``.
    public private(set) var to: Double

    /// Minimum idle time, in seconds, that separates two groups of loads.
    private static let pause = 1.0

    /// Creates the range around the load with index `chosen`, or around the first or last one if the index is out of
    /// range. `nil` if there are no loads.
    public init?(around chosen: Int, in loads: [TracedLoad]) {
        guard !loads.isEmpty else { return nil }
        let load = loads[min(max(0, chosen), loads.count - 1)]
        (from, to) = (load.begun, load.ended)
        var hasGrown = true
        while hasGrown {
            let old = self
            for load in loads where load.ended >= from - Self.pause && load.begun <= to + Self.pause {
                (from, to) = (min(from, load.begun), max(to, load.ended))
            }
            hasGrown = self != old
        }
    }

    /// Whether part of the load lies in the range.
    public func shows(_ load: TracedLoad) -> Bool { load.ended >= from && load.begun <= to }
}
