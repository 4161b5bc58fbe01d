import HalftoneCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import ImageLoading

/// What `--trace` writes.
@Suite(.endsInTime) struct TraceTests {
    /// A line as another program reads it.
    private struct Line: Decodable {
        let t: Double?
        let event: String
        let load: Int?
        let view: Int?
        let row: Int?
        let url: String?
        let tier: String?
        let bound: String?
        let loads: Int?
    }

    private let directory = TemporaryDirectory()
    private let time = ManualTime()
    private var path: String { directory.path + "/trace" }

    private func text() throws -> String {
        String(decoding: try FileReader(limit: 100_000_000).read(path).get().bytes, as: UTF8.self)
    }

    private func lines() throws -> [Line] {
        try text().split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test func `every event is a line of JSON in its order`() throws {
        let trace = try Trace(writingTo: path, time: time)
        time.advance(by: .milliseconds(1500))
        for (number, name) in TraceEvent.Name.allCases.enumerated() {
            trace.record(TraceEvent(name, load: number, view: 7, row: 3, url: "http://h/\"\n\u{1b}", tier: .disk))
        }
        trace.finish()
        let lines = try lines()
        #expect(lines.dropLast().map(\.event) == TraceEvent.Name.allCases.map(\.rawValue))
        #expect(lines.dropLast().map(\.load) == Array(0..<TraceEvent.Name.allCases.count))
        #expect(lines[0].t == 1.5 && lines[0].view == 7 && lines[0].row == 3 && lines[0].tier == "disk")
        #expect(lines[0].url == "http://h/\"\n\u{1b}")
        #expect(try !text().contains("\u{1b}"))
    }

    @Test func `the names are those of the documentation`() {
        let names = """
            dequeue reuse bind rest placeholder query hit miss join revalidate request response progress downloaded \
            retry decode decoded transform store evict set transition paint late cancel fail complete prefetch \
            upload uploadCancelled
            """
        #expect(TraceEvent.Name.allCases.map(\.rawValue) == names.split(separator: " ").map(String.init))
    }

    @Test func `the summary is the last line and has every key`() throws {
        let trace = try Trace(writingTo: path, time: time)
        trace.record(TraceEvent(.query, load: 1))
        trace.finish { $0.framesPresented = 9 }
        trace.record(TraceEvent(.query, load: 2))
        trace.finish { $0.framesPresented = 10 }
        #expect(try lines().map(\.event) == ["query", "summary"])
        let last = try #require(text().split(separator: "\n").last)
        for key in [
            "loads", "memoryHits", "diskHits", "joins", "requests", "bytesReceived", "cancelled", "failed", "retried",
            "lateDropped", "stalePaints", "framesPresented", "framesDropped", "bytesWritten",
            "encodeMicroseconds", "writeMicroseconds", "peakResidentBytes",
        ] { #expect(last.contains("\"\(key)\":"), "\(key)") }
        #expect(last.contains("\"framesPresented\":9") && last.contains("\"loads\":1"))
        #expect(trace.summary.loads == 2)
    }

    @Test func `events are counted`() {
        let trace = Trace(time: time)
        for event in [
            TraceEvent(.query), TraceEvent(.query), TraceEvent(.hit, tier: .memory), TraceEvent(.hit, tier: .disk),
            TraceEvent(.join), TraceEvent(.request), TraceEvent(.downloaded, bytes: 30), TraceEvent(.cancel),
            TraceEvent(.downloaded, bytes: 12), TraceEvent(.fail), TraceEvent(.retry), TraceEvent(.late),
            TraceEvent(.paint, url: "a", bound: "a"), TraceEvent(.paint, url: "a", bound: "b"), TraceEvent(.paint),
        ] { trace.record(event) }
        var expected = TraceSummary()
        (expected.loads, expected.memoryHits, expected.diskHits, expected.joins) = (2, 1, 1, 1)
        (expected.requests, expected.bytesReceived, expected.cancelled, expected.failed) = (1, 42, 1, 1)
        (expected.retried, expected.lateDropped, expected.stalePaints) = (1, 1, 1)
        #expect(trace.summary == expected)
    }

    @Test func `a password in a URL is not written down`() throws {
        let trace = try Trace(writingTo: path, time: time)
        trace.record(TraceEvent(.paint, url: "http://me:secret@h/a.jpg", bound: "http://me:secret@h/b.jpg"))
        trace.finish()
        #expect(try !text().contains("secret"))
        #expect(try lines().first?.url == "http://h/a.jpg")
        #expect(try lines().first?.bound == "http://h/b.jpg")
    }

    @Test func `a paint of a URL with another password is stale though its line does not show it`() throws {
        let trace = try Trace(writingTo: path, time: time)
        trace.record(TraceEvent(.paint, url: "http://me:one@h/a.jpg", bound: "http://me:two@h/a.jpg"))
        trace.finish()
        #expect(trace.summary.stalePaints == 1)
        #expect(try lines().first?.bound == "http://h/a.jpg")
    }

    @Test func `finishing a busy trace ends it with the summary`() async throws {
        let trace = try Trace(writingTo: path, time: time)
        let isOver = Lock(false)
        let begun = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while !isOver.withLock({ $0 }) {
                        trace.record(TraceEvent(.progress, load: 1, bytes: 1))
                        begun.add()
                        await Task.yield()
                    }
                }
            }
            await until { begun.value >= 100 }
            trace.finish()
            isOver.withLock { $0 = true }
        }
        let lines = try lines()
        #expect(lines.count > 100 && lines.last?.event == "summary")
        #expect(lines.filter { $0.event == "summary" }.count == 1)
    }

    @Test func `a file that cannot be created is an error that names it`() {
        let error = #expect(throws: TraceError.self) { try Trace(writingTo: "/nonexistent/\u{1b}[2J/trace") }
        #expect(error?.description == "/nonexistent/[2J/trace: No such file or directory")
        #expect(throws: TraceError.self) { try Trace(writingTo: directory.path) }
    }

    @Test func `a full disk is reported`() throws {
        let trace = try Trace(writingTo: "/dev/full", time: time)
        trace.record(TraceEvent(.query))
        trace.finish()
        #expect(trace.failure == "No space left on device" && trace.summary.loads == 1)
    }

    @Test func `an older trace is replaced`() throws {
        directory.write(Array(repeating: 65, count: 10_000), to: "trace")
        try Trace(writingTo: path, time: time).finish()
        #expect(try lines().map(\.event) == ["summary"])
    }

    @Test @MainActor func `a load is traced from its query to its end`() throws {
        let bench = Bench(trace: try Trace(writingTo: path))
        var context = ImageContext()
        context.row = 5
        bench.load("http://host/a", [], context)
        bench.answer("picture")
        bench.load()
        bench.manager.memoryCache.removeAll()
        bench.run()
        bench.trace.finish()
        let lines = try lines()
        #expect(
            lines.map { $0.event + ($0.tier.map { " " + $0 } ?? "") } == [
                "query", "miss memory", "miss disk", "request", "response", "progress", "downloaded", "decode",
                "decoded", "store memory", "store disk", "complete", "query", "hit memory", "complete", "query",
                "miss memory", "hit disk", "decode", "decoded", "store memory", "complete", "summary",
            ])
        #expect(lines[0].row == 5 && lines[0].url == "http://host/a" && lines[0].load == 1)
    }
}
