import TestSupport
import Testing

/// The output of `halftone trace --chrome`, checked against the rules of the Trace Event Format.
@Suite(.serialized, .endsInTime) struct ChromeExportTests {
    private let folder = TemporaryDirectory()

    /// Exports the scenario's trace for viewers, and parses it.
    private func export(_ scenario: String) async throws -> TraceEventFormat {
        let (folder, trace) = (folder, folder.path + "/trace")
        return try await blocking {
            folder.write([], to: "chrome")
            let lab = try ChildProcess(
                [Halftone.program, "lab", "--scenario", scenario, "--trace", trace], on: nil,
                environment: ["LC_ALL": "C.UTF-8"], input: .file("/dev/null"), output: .file(folder.path + "/report"),
                error: .file("/dev/null"))
            let exit = try lab.waitForExit(on: nil)
            #expect(exit == .code(0), "\(String(decoding: folder.read("report"), as: UTF8.self))")
            let process = try ChildProcess(
                [Halftone.program, "trace", "--chrome", "-", trace], on: nil, input: .file("/dev/null"),
                output: .file(folder.path + "/chrome"), error: .file("/dev/null"))
            #expect(try process.waitForExit(on: nil) == .code(0))
            return TraceEventFormat(folder.read("chrome"))
        }
    }

    /// Loads that are queued, coalesced, cancelled, retried, refused, prefetched, revalidated and held.
    @Test(arguments: ["cancellation", "transition", "refreshCached", "failures", "sharing"])
    func `every rule of the format holds`(scenario: String) async throws {
        let trace = try await export(scenario)
        #expect(trace.faults.isEmpty, "\(trace.faults.prefix(5))")
        #expect(trace.events.contains { $0.phase == "X" && $0.arguments["outcome"] != nil })
        #expect(trace.events.contains { $0.name == "set" && $0.duration >= 0 })
    }

    // MARK: - The checker

    private func faults(_ events: String) -> [String] {
        TraceEventFormat(Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\(events)]}".utf8)).faults
    }

    private static let line = #"{"name":"thread_name","ph":"M","ts":0,"pid":1,"tid":1,"args":{"name":"one"}}"#

    private func slice(_ name: String, _ start: Int, _ duration: Int, line: Int = 1) -> String {
        #"{"name":"\#(name)","ph":"X","ts":\#(start),"dur":\#(duration),"pid":1,"tid":\#(line)}"#
    }

    @Test func `nested and adjacent slices are valid`() {
        let events = [
            Self.line, slice("a", 0, 10), slice("b", 0, 10), slice("c", 2, 3), slice("d", 5, 5), slice("e", 10, 0),
            slice("f", 10, 4),
        ]
        #expect(faults(events.joined(separator: ",")).isEmpty)
    }

    @Test func `every violation of a rule is detected`() {
        let whole = slice("a", 0, 10)
        #expect(faults("\(Self.line),\(whole),\(slice("b", 5, 10))") == ["b begins inside of a and ends after it"])
        #expect(faults(whole) == ["line 1.0 has 0 names"])
        #expect(faults("\(Self.line),\(slice("a", 0, -1))") == ["event 1, a, has no duration"])
        for field in ["name", "ph", "ts", "pid", "tid"] {
            let broken = whole.replacing("\"\(field)\"", with: "\"other\"")
            #expect(faults("\(Self.line),\(broken)").count == 1, "\(field)")
        }
        #expect(faults("\(Self.line),\(whole)}") == ["it is not JSON"])
        #expect(TraceEventFormat(Array("[]".utf8)).faults == ["it has no array traceEvents"])
    }
}
