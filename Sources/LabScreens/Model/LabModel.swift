import ImageLab
import ImageLoading
import TraceAnalysis

/// The model of the Lab's loads, from the trace. A value, which screens draw and scenarios check.
struct LabModel {
    /// The loads for the waterfall.
    private(set) var recording = TraceRecording()
    /// The number of each event.
    private(set) var counts: [TraceEvent.Name: Int] = [:]
    /// The values at the last reset.
    var baseline: [String: Int] = [:]

    /// Maximum number of loads, in about the memory of one picture.
    static let maxLoads = 2000

    /// Reads new trace events.
    mutating func take(_ events: [TraceEvent]) {
        for event in events {
            recording.add(event)
            counts[event.event, default: 0] += 1
        }
        recording.keepNewest(Self.maxLoads)
    }
}
