import FoundationEssentials

/// The rules of the Trace Event Format, as far as Halftone uses it: Google, "Trace Event Format", 2016.
///
/// It is independent of Halftone's writer: it reads any JSON, and reports violations.
struct TraceEventFormat: Sendable {
    struct Event: Sendable {
        let name: String
        let phase: String
        let start: Double
        let duration: Double
        let process: Double
        let thread: Double
        let arguments: [String: JSON]

        var end: Double { start + duration }
    }

    private(set) var events: [Event] = []
    /// The broken rules, each with the event that breaks it.
    private(set) var faults: [String] = []

    init(_ bytes: [UInt8]) {
        guard let json = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else {
            faults.append("it is not JSON")
            return
        }
        guard case .object(let file) = json, case .array(let list)? = file["traceEvents"] else {
            faults.append("it has no array traceEvents")
            return
        }
        if let unit = file["displayTimeUnit"], unit != .text("ms"), unit != .text("ns") {
            faults.append("displayTimeUnit is neither ms nor ns")
        }
        for (number, each) in list.enumerated() { read(each, number) }
        checkNames()
        checkNesting()
    }

    /// Every event has these fields, and one of the phases in use; a duration is never negative.
    private mutating func read(_ json: JSON, _ number: Int) {
        guard case .object(let fields) = json else { return faults.append("event \(number) is no object") }
        guard case .text(let name)? = fields["name"], !name.isEmpty else {
            return faults.append("event \(number) has no name")
        }
        guard case .text(let phase)? = fields["ph"], ["X", "M"].contains(phase) else {
            return faults.append("event \(number), \(name), has no phase that is known")
        }
        var numbers: [String: Double] = [:]
        for key in ["ts", "pid", "tid"] {
            guard case .number(let value)? = fields[key], value >= 0 else {
                return faults.append("event \(number), \(name), has no \(key)")
            }
            numbers[key] = value
        }
        var duration = 0.0
        if phase == "X" {
            guard case .number(let value)? = fields["dur"], value >= 0 else {
                return faults.append("event \(number), \(name), has no duration")
            }
            duration = value
        }
        var arguments: [String: JSON] = [:]
        if let json = fields["args"] {
            guard case .object(let object) = json else {
                return faults.append("event \(number), \(name), has arguments that are no object")
            }
            arguments = object
        }
        events.append(
            Event(
                name: name, phase: phase, start: numbers["ts"] ?? 0, duration: duration, process: numbers["pid"] ?? 0,
                thread: numbers["tid"] ?? 0, arguments: arguments))
    }

    /// Metadata has a name, and each track with slices has one name.
    private mutating func checkNames() {
        var named: [Double: Int] = [:]
        for event in events where event.phase == "M" {
            guard ["process_name", "thread_name"].contains(event.name), case .text(let name)? = event.arguments["name"],
                !name.isEmpty
            else {
                faults.append("\(event.name) names nothing")
                continue
            }
            if event.name == "thread_name" { named[event.thread, default: 0] += 1 }
        }
        for thread in Set(events.filter { $0.phase == "X" }.map(\.thread)) where named[thread] != 1 {
            faults.append("line \(thread) has \(named[thread] ?? 0) names")
        }
    }

    /// Two slices on one track are nested or disjoint.
    private mutating func checkNesting() {
        let slices = events.enumerated().filter { $0.element.phase == "X" }
        for (_, line) in Dictionary(grouping: slices, by: { $0.element.thread }) {
            // When slices begin together, the longest is the outer one, and equal ones are in the order of the file.
            let sorted = line.sorted {
                ($0.element.start, -$0.element.duration, $0.offset) < (
                    $1.element.start, -$1.element.duration, $1.offset
                )
            }
            var open: [Event] = []
            for (_, slice) in sorted {
                while let outer = open.last, outer.end <= slice.start { open.removeLast() }
                if let outer = open.last, outer.end < slice.end {
                    faults.append("\(slice.name) begins inside of \(outer.name) and ends after it")
                }
                open.append(slice)
            }
        }
    }
}

/// A JSON value of any kind.
enum JSON: Decodable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }
}
