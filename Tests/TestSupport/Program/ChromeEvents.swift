import FoundationEssentials
import Testing

/// An export for Chrome and Perfetto, as far as Halftone writes the Trace Event Format (Google, 2016).
public struct ChromeEvents: Decodable, Sendable {
    /// All fields of events; the phase of an event determines which are required.
    public struct Event: Decodable, Sendable {
        public struct Details: Decodable, Sendable {
            public let name: String?
            public let outcome: String?
            public let error: String?
            public let load: Int?
        }
        public let name: String
        public let cat: String
        public let ph: String
        public let ts: Int?
        public let dur: Int?
        public let pid: Int
        public let tid: Int
        public let args: Details?
    }

    private let displayTimeUnit: String
    private let traceEvents: [Event]

    /// Reads an export, and records each violation of a rule of the format as an issue.
    ///
    /// Times are whole microseconds. Each track has one name; on it, a load ends before the next begins, and contains its
    /// stages, which do not overlap.
    public static func read(_ bytes: [UInt8], _ note: String = "") throws -> [Event] {
        let export = try JSONDecoder().decode(ChromeEvents.self, from: Data(bytes))
        #expect(export.displayTimeUnit == "ms", "\(note)")
        let events = export.traceEvents
        var loads: [Int: ClosedRange<Int>] = [:]
        var ends: [Int: Int] = [:]
        let named = events.filter { $0.name == "thread_name" }.map(\.tid)
        #expect(Set(named).count == named.count, "\(note)")
        #expect(Set(events.filter { $0.ph == "X" }.map(\.tid)) == Set(named), "\(note)")
        for event in events {
            #expect(!event.name.isEmpty && event.pid == 1, "\(note)")
            guard event.ph != "M" else {
                #expect(["process_name", "thread_name"].contains(event.name) && event.args?.name != nil, "\(note)")
                continue
            }
            #expect(event.ph == "X" && event.tid >= 1, "\(event.ph) \(note)")
            guard let start = event.ts, let duration = event.dur, start >= 0, duration >= 0 else {
                Issue.record("\(event.name) has no time \(note)")
                continue
            }
            if event.cat == "load" {
                #expect((loads[event.tid]?.upperBound ?? 0) <= start, "\(event.name) begins too early \(note)")
                loads[event.tid] = start...start + duration
                ends[event.tid] = start
            } else {
                #expect(start >= ends[event.tid] ?? .max, "\(event.name) begins too early \(note)")
                ends[event.tid] = start + duration
                #expect(
                    ends[event.tid] ?? .max <= loads[event.tid]?.upperBound ?? 0, "\(event.name) hangs over \(note)")
            }
        }
        return events
    }
}
