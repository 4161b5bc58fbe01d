import Glibc
import LabTestSupport
import TestSupport
import Testing

/// `halftone trace`: its report of a recorded trace, and its exit status.
@Suite(.endsInTime) struct TraceCommandTests {
    let folder = TemporaryDirectory()

    private func run(_ arguments: String..., input: String = "/dev/null") async throws -> ProgramRun {
        try await run(arguments, input: input)
    }

    private func run(_ arguments: [String], input: String = "/dev/null") async throws -> ProgramRun {
        try await ProgramRun.run(arguments, in: folder, environment: ["COLUMNS": "90"], input: input)
    }

    /// Records a trace with the program itself.
    private func record() async throws -> String {
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let path = folder.path + "/trace"
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)"
        _ = try await run("print", "--size", "10x5", "--trace", path, url, picture, "/nonexistent.jpg")
        return path
    }

    @Test func `the program's own trace is reported in full`() async throws {
        let run = try await run("trace", try await record())
        #expect(run.status == .code(0))
        #expect(run.complaints.isEmpty)
        for part in ["loads 3: ", "1 failed", "requests 1: ", "waterfall of "] {
            #expect(run.text.contains(part), "\(part) in \(run.text)")
        }
        #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 90 } && !run.text.contains("without an end"))
    }

    @Test func `a trace can be read from standard input`() async throws {
        let run = try await run("trace", "-", input: try await record())
        #expect(run.status == .code(0) && run.text.contains("loads 3: "))
    }

    @Test func `a truncated trace is reported as far as it goes`() async throws {
        let whole = folder.read(String(try await record().dropFirst(folder.path.count + 1)))
        let run = try await run("trace", folder.write(whole.dropLast(9), to: "cut"))
        #expect(run.status == .code(1))
        #expect(run.text.contains("without an end"))
        #expect(run.complaints == "halftone: \(folder.path)/cut: 1 line could not be read\n")
    }

    @Test func `text of a trace reaches the terminal without control characters`() async throws {
        let line = #"{"t":1,"event":"query","load":1,"url":"http://h/\u001b[2J\u202e.png"}"#
        let end = #"{"t":2,"event":"fail","load":1,"error":"\u001b]52;c;eA==\u0007\nhalftone: fine"}"#
        let run = try await run("trace", folder.write(Array("\(line)\n\(end)\n".utf8), to: "foreign"))
        #expect(run.status == .code(0))
        #expect(run.text.contains("loads 1: "))
        #expect(run.text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x202E) })
    }

    @Test func `the trace for Chrome goes to a file, or alone to standard output`() async throws {
        let trace = try await record()
        let alone = try await run("trace", "--chrome", "-", trace)
        #expect(alone.status == .code(0))
        #expect(alone.text.hasPrefix("{\"displayTimeUnit\":\"ms\"") && alone.text.hasSuffix("]}\n"))
        let both = try await run("trace", trace, "--chrome", folder.path + "/chrome.json")
        #expect(both.status == .code(0) && both.text.contains("waterfall"))
        #expect(String(decoding: folder.read("chrome.json"), as: UTF8.self) == alone.text)
    }

    /// Loads that are queued, coalesced, cancelled, retried, refused, prefetched, revalidated and held.
    @Test(arguments: ["cancellation", "transition", "refreshCached", "failures", "sharing"])
    func `the trace of a scenario is exported by the rules of Chrome's format`(scenario: String) async throws {
        let trace = folder.path + "/trace"
        #expect(try await run("lab", "--scenario", scenario, "--trace", trace).status == .code(0))
        let export = try await run("trace", "--chrome", "-", trace)
        #expect(export.status == .code(0))
        let events = try ChromeEvents.read(export.output, scenario)
        #expect(events.contains { $0.cat == "load" && $0.args?.outcome == "complete" })
        #expect(events.contains { $0.name == "set" })
        if scenario == "failures" { #expect(events.contains { $0.args?.outcome == "failed" }) }
    }

    @Test func `the trace itself is not overwritten`() async throws {
        let trace = try await record()
        let before = folder.read("trace")
        #expect(symlink(trace, folder.path + "/link") == 0)
        for out in [trace, folder.path + "/./trace", folder.path + "/link"] {
            let run = try await run("trace", trace, "--chrome", out)
            #expect(run.status == .code(2) && run.text.isEmpty)
            #expect(run.complaints == "halftone: --chrome would overwrite the trace; try 'halftone trace --help'\n")
        }
        #expect(folder.read("trace") == before)
    }

    @Test func `what is no trace is refused in one line that says why`() async throws {
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let lines = "not a trace (no line is an event)"
        for (arguments, complaint) in [
            ([], "trace needs one FILE"), (["a", "b"], "trace needs one FILE"), (["/nonexistent"], "No such file"),
            ([folder.path], "Is a directory"), ([picture], lines), (["/dev/null"], "not a trace (empty)"),
            ([folder.write([], to: "empty")], "\(folder.path)/empty: not a trace (empty)\n"),
            ([folder.write(Array("12:00 started\n12:01 ended\n".utf8), to: "log")], "\(folder.path)/log: \(lines)\n"),
            ([folder.write(Array("{\"a\":1}\n{\"b\":[2]}\n".utf8), to: "json")], lines),
            ([folder.write(Array("{".utf8), to: "cut")], lines),
        ] {
            let run = try await run(["trace"] + arguments)
            #expect(run.status == .code(2) && run.text.isEmpty, "\(arguments)")
            #expect(run.complaints.hasPrefix("halftone: ") && run.complaints.contains(complaint), "\(run.complaints)")
            #expect(run.complaints.split(separator: "\n").count == 1)
        }
    }

    @Test func `output that cannot be written is reported`() async throws {
        let run = try await run("trace", "--chrome", "/dev/full", try await record())
        #expect(run.status == .code(1))
        #expect(run.complaints == "halftone: /dev/full: No space left on device\n")
    }

    @Test func `a command that loads nothing has no option for a trace`() async throws {
        let path = folder.path + "/unwritten"
        for command in [
            ["trace", "--trace", path, try await record()], ["cache", "info", "--trace", path],
            ["doctor", "--trace", path], ["config", "--trace", path], ["list", "--trace", path, folder.path],
        ] {
            let run = try await self.run(command)
            #expect(run.status == .code(2) && run.text.isEmpty, "\(command)")
            #expect(
                run.complaints == "halftone: --trace is not supported by '\(command[0])'; "
                    + "try 'halftone \(command[0]) --help'\n")
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test func `a trace never overwrites its input or a picture`() async throws {
        let bytes = DemoPicture.firstJPEG.bytes
        let picture = folder.write(bytes, to: "a.jpg")
        let other = folder.write(bytes, to: "b.jpg")
        let comment = "<!-- " + String(repeating: "by a drawing program ", count: 10) + "-->"
        let drawing = folder.write(Array("\(comment)\n<svg/>".utf8), to: "c.svg")
        let list = folder.write(Array("a.jpg\n".utf8), to: "list.txt")
        let linked = folder.path + "/linked"
        #expect(link(list, linked) == 0)
        for (arguments, trace) in [
            (["print", picture], picture), (["print", "file://" + picture], picture),
            (["browse", folder.path + "/./a.jpg"], picture), (["browse", list], linked),
            (["browse", folder.path], other), (["print", picture], other), (["print", picture], drawing),
            (["lab", "--scenario", "reuse"], picture),
        ] {
            let kept = folder.read(String(trace.dropFirst(folder.path.count + 1)))
            let run = try await self.run(arguments + ["--trace", trace])
            #expect(run.status == .code(2), "\(arguments) \(run.text)")
            #expect(run.complaints.hasPrefix("halftone: --trace would overwrite "), "\(run.complaints)")
            #expect(!kept.isEmpty && folder.read(String(trace.dropFirst(folder.path.count + 1))) == kept)
        }
    }

    @Test func `the decode of a picture from a file is reported`() async throws {
        let run = try await run("trace", try await record())
        let line = run.text.split(separator: "\n").first { $0.contains("a.jpg") && !$0.contains("http") }
        #expect(run.status == .code(0) && line != nil, "\(run.text)")
        let trace = try RecordedTrace(folder.read("trace"))
        let picture = trace.events.filter { $0["url"] == folder.path + "/a.jpg" }.compactMap { $0["event"] }
        #expect(picture == ["query", "decode", "decoded", "complete"])
    }
}
