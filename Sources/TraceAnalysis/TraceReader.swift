import ImageLoading
import FoundationEssentials

/// An incremental reader for traces written by `--trace`, from a file or a pipe.
///
/// A value without I/O. Invalid lines are counted and skipped; what is stored is bounded per load.
public struct TraceReader: Sendable {
    /// Maximum bytes of a line. Longer lines are not written by this program and are skipped without being buffered.
    private static let maxLine = 1 << 20

    private var line: [UInt8] = []
    private var isOverlong = false
    private var recording = TraceRecording()
    private let decoder = JSONDecoder()

    /// Creates a reader at the beginning of a trace.
    public init() {}

    /// Reads the next bytes of the trace, however they are divided.
    public mutating func read(_ bytes: some Collection<UInt8>) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            keep(rest[..<end])
            endLine()
            rest = rest[rest.index(after: end)...]
        }
        keep(rest)
    }

    /// Ends the trace and returns the recording. A last line without a line end counts if it is valid.
    public mutating func finish() -> TraceRecording {
        endLine()
        recording.finish()
        return recording
    }

    private mutating func keep(_ part: some Collection<UInt8>) {
        guard !isOverlong, line.count + part.count <= Self.maxLine else {
            isOverlong = true
            return line = []
        }
        line.append(contentsOf: part)
    }

    private mutating func endLine() {
        defer { (line, isOverlong) = ([], false) }
        if isOverlong { return recording.damagedLines += 1 }
        guard !line.isEmpty else { return }
        let data = Data(line)
        if let event = try? decoder.decode(TraceEvent.self, from: data), event.isPlausible {
            recording.add(event)
        } else if let other = try? decoder.decode(OtherLine.self, from: data), other.isUnknown {
            // An event of a later version, or the summary, which says that the program wrote all of the trace. Its totals
            // are those of the events.
            if other.event == "summary" { recording.isComplete = true }
        } else {
            recording.damagedLines += 1
        }
    }
}

/// A line that is no event of this version.
private struct OtherLine: Decodable {
    let event: String
    let tier: String?

    /// Whether it has words that this version does not know.
    var isUnknown: Bool {
        TraceEvent.Name(rawValue: event) == nil || tier.map { TraceEvent.Tier(rawValue: $0) == nil } == true
    }
}

extension TraceEvent {
    /// Whether the numbers can have been measured: at most thirty years, and a petabyte.
    fileprivate var isPlausible: Bool { (0...1e9).contains(t) && (0...1 << 50).contains(bytes ?? 0) }
}
