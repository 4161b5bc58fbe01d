import ImageLoading
/// The piece of time that a waterfall shows of some loads: that of the loads around one of them that follow each other
/// without a pause. A fling of an hour ago would make everything since then a thin line. A value.
public struct WaterfallWindow: Sendable, Equatable {
    /// Seconds since the trace began.
    public private(set) var from: Double
    public private(set) var to: Double

    /// How long nothing must happen for what was before to be another story.
    public static let pause = 1.0

    /// `chosen` is the index of the load that must be in it; the first or last one if there is none of that index.
    /// `nil` if there are no loads.
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

    /// Whether some of the load lies in it.
    public func shows(_ load: TracedLoad) -> Bool { load.ended >= from && load.begun <= to }
}
