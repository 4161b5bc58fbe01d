import ImageLab
import ImageLoading
import TraceAnalysis

/// What the Lab knows: where its switches stand, and what the engine has told of its loads. A value; screens draw it,
/// scripts are judged by it.
struct LabModel {
    var switchboard = Switchboard()
    /// The loads, as a waterfall has them.
    private(set) var recording = TraceRecording()
    /// How often each event happened.
    private(set) var counts: [TraceEvent.Name: Int] = [:]
    /// Where the time of the latest loads went, by their numbers.
    private(set) var metrics: [Int: LoadMetrics] = [:]
    /// What the figures were when they were last set to 0.
    var baseline: [String: Int] = [:]

    /// Loads that are kept: a long look back, and no more memory than a picture takes.
    static let mostLoads = 2000

    /// Takes in what the engine has told since the last time. `false`: nothing.
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
