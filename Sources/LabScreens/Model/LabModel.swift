import ImageLab
import ImageLoading
import TraceAnalysis

/// The model of the Lab: its settings and the loads of the trace. A value, which screens draw and scenarios check.
struct LabModel {
    var switchboard = Switchboard()
    /// The loads for the waterfall.
    private(set) var recording = TraceRecording()
    /// The number of each event.
    private(set) var counts: [TraceEvent.Name: Int] = [:]
    /// The metrics of the latest loads, by their numbers.
    private(set) var metrics: [Int: LoadMetrics] = [:]
    /// The values at the last reset.
    var baseline: [String: Int] = [:]

    /// Maximum number of loads, in about the memory of one picture.
    static let mostLoads = 2000

    /// Reads the new trace events. Returns `false` if there are none.
    @discardableResult
    mutating func take(_ events: [TraceEvent]) -> Bool {
        for event in events {
            recording.add(event)
            counts[event.event, default: 0] += 1
        }
        recording.keepNewest(Self.mostLoads)
        return !events.isEmpty
    }

    mutating func keep(_ metrics: LoadMetrics) {
        self.metrics[metrics.load] = metrics
        guard self.metrics.count > Self.mostLoads, let oldest = self.metrics.keys.min() else { return }
        self.metrics[oldest] = nil
    }
}
