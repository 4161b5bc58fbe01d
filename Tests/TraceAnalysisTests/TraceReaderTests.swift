import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// Reading of traces, also by other versions of the program or damaged.
@Suite(.endsInTime) struct TraceReaderTests {
    static let load = #"""
        {"t":1,"event":"query","load":1,"row":3,"url":"http://h/a.jpg"}
        {"t":1.5,"event":"miss","load":1,"tier":"memory","url":"http://h/a.jpg"}
        {"t":2,"event":"miss","load":1,"tier":"disk","url":"http://h/a.jpg"}
        {"t":3,"event":"request","load":1,"url":"http://h/a.jpg"}
        {"t":5,"event":"response","load":1,"status":200,"url":"http://h/a.jpg"}
        {"t":6,"event":"progress","load":1,"bytes":40,"url":"http://h/a.jpg"}
        {"t":8,"event":"downloaded","load":1,"bytes":90,"url":"http://h/a.jpg"}
        {"t":9,"event":"decode","load":1,"url":"http://h/a.jpg"}
        {"t":11,"event":"decoded","load":1,"url":"http://h/a.jpg"}
        {"t":12,"event":"transform","load":1,"url":"http://h/a.jpg"}
        {"t":14,"event":"store","load":1,"tier":"memory","url":"http://h/a.jpg"}
        {"t":15,"event":"complete","load":1,"url":"http://h/a.jpg"}
        {"t":17,"event":"set","view":2,"row":3,"url":"http://h/a.jpg"}

        """#

    static func read(_ text: String) -> TraceRecording {
        var reader = TraceReader()
        reader.read(Array(text.utf8))
        return reader.finish()
    }

    private func read(_ text: String) -> TraceRecording { Self.read(text) }

    @Test func `the time of a load is divided into what it did`() throws {
        let recording = read(Self.load)
        let load = try #require(recording.loads.first)
        #expect(recording.loads.count == 1)
        #expect(
            load.spans.map { "\($0.stage.rawValue) \(Int($0.start * 10))-\(Int($0.end * 10))" } == [
                "queued 10-15", "disk 15-20", "waiting 20-30", "first byte 30-50", "bytes 50-80", "waiting 80-90",
                "decode 90-110", "set 110-120", "transform 120-140", "set 140-150",
            ])
        #expect(
            load.seconds == 14 && load.spans.filter { $0.stage == .set }.map { $0.end - $0.start }.reduce(0, +) == 2
                && load.outcome == .complete)
        #expect(load.bytes == 90 && load.status == 200 && load.row == 3 && load.hit == nil)
        #expect(recording.summary.bytesReceived == 90 && !recording.isComplete)
    }

    @Test func `the pieces in which a trace is read do not matter`() {
        let whole = read(Self.load)
        for size in [1, 2, 7, 64] {
            var reader = TraceReader()
            var rest = Array(Self.load.utf8)[...]
            while !rest.isEmpty {
                reader.read(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(reader.finish().loads == whole.loads)
        }
    }

    @Test func `a truncated last line is reported, and the rest counts`() {
        let whole = Array(Self.load.utf8)
        let recording = read(String(decoding: whole.dropLast(20), as: UTF8.self))
        #expect(recording.damagedLines == 1 && recording.events == 12)
        let unended = read(String(decoding: whole.dropLast(1), as: UTF8.self))
        #expect(unended.damagedLines == 0 && unended.events == 13)
    }

    @Test(arguments: [
        "no JSON", "{}", "[]", "{\"t\":\"soon\",\"event\":\"query\"}", "{\"t\":1e300,\"event\":\"query\"}",
        "{\"t\":-1,\"event\":\"query\"}", "{\"t\":1,\"event\":\"query\",\"load\":1e99}", "\u{0}",
        "{\"t\":1,\"event\":\"downloaded\",\"bytes\":9223372036854775807}", "\"\\ud800\"",
    ])
    func `a damaged line is counted, and the rest counts`(line: String) {
        let recording = read(line + "\n" + Self.load)
        #expect(recording.damagedLines == 1 && recording.events == 13)
    }

    @Test func `a line without an end is not kept`() {
        var reader = TraceReader()
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        for _ in 0..<12 { reader.read(piece) }
        reader.read(Array(("\n" + Self.load).utf8))
        let recording = reader.finish()
        #expect(recording.damagedLines == 1 && recording.events == 13)
    }

    /// Regression: the bytes of uploads overflowed.
    @Test(arguments: [TraceEvent.Name.downloaded, .upload])
    func `the sums of many huge numbers do not overflow`(event: TraceEvent.Name) {
        let line = "{\"t\":1,\"event\":\"\(event)\",\"load\":1,\"bytes\":\(1 << 50)}\n"
        let summary = read(String(repeating: line, count: 9000)).summary
        #expect(max(summary.bytesReceived, summary.uploadBytes) == 1 << 60)
    }

    @Test(arguments: [#""teleport""#, #""hit","tier":"cloud""#])
    func `events of a later version are no damage`(event: String) {
        let recording = read("{\"t\":1,\"load\":1,\"event\":\(event)}\n" + Self.load)
        #expect(recording.damagedLines == 0 && recording.loads.count == 1)
    }

    @Test func `the summary line says that the trace is complete`() {
        #expect(!read(Self.load).isComplete && read(Self.load + "{\"event\":\"summary\",\"loads\":7}\n").isComplete)
    }

    @Test func `a load belongs to the view that was bound for it, and one for no view to none`() {
        let recording = read(
            #"""
            {"t":1,"event":"bind","view":7,"row":3,"url":"http://h/a"}
            {"t":1,"event":"query","load":1,"row":3,"url":"http://h/a"}
            {"t":1.1,"event":"query","load":2,"url":"http://h/a"}
            {"t":1.2,"event":"bind","view":8,"row":4,"url":"http://h/b"}
            {"t":1.3,"event":"query","load":3,"row":9,"url":"http://h/c"}

            """#)
        #expect(recording.loads.map(\.view) == [7, nil, nil])
    }

    @Test func `other ends of a load have their own names`() {
        let recording = read(
            #"""
            {"t":1,"event":"query","load":1,"url":"a"}
            {"t":1,"event":"query","load":2,"url":"b"}
            {"t":1,"event":"query","load":3,"url":"c"}
            {"t":1,"event":"query","load":4,"url":"d"}
            {"t":2,"event":"hit","load":1,"tier":"memory"}
            {"t":2,"event":"complete","load":1}
            {"t":3,"event":"cancel","load":2}
            {"t":4,"event":"decode","load":2}
            {"t":5,"event":"fail","load":3,"error":"404 \u001b[2J"}
            {"t":6,"event":"rest","row":1}

            """#)
        #expect(recording.loads.map(\.outcome) == [.complete, .cancelled, .failed("404 [2J"), .unfinished])
        #expect(recording.loads.map(\.ended) == [2, 3, 5, 6], "what comes after an end belongs to others")
        #expect(recording.loads[0].hit == .memory)
    }

    @Test func `pictures of print without numbers are loads too`() {
        let recording = read(
            "{\"t\":1,\"event\":\"query\",\"url\":\"/a\"}\n{\"t\":2,\"event\":\"fail\",\"url\":\"/a\",\"error\":\"gone\"}\n"
        )
        #expect(recording.loads.map(\.outcome) == [.failed("gone")])
        #expect(recording.loads.map(\.number) == [nil])
    }

    @Test func `a load stays small, however often it is retried`() throws {
        var text = "{\"t\":0,\"event\":\"query\",\"load\":1,\"url\":\"\(String(repeating: "u", count: 5000))\"}\n"
        for n in 1...500 {
            text +=
                "{\"t\":\(2 * n),\"event\":\"request\",\"load\":1}\n{\"t\":\(2 * n + 1),\"event\":\"retry\",\"load\":1}\n"
        }
        let load = try #require(read(text).loads.first)
        #expect(load.spans.count == TracedLoad.maxSpans && load.retries == 500)
        #expect(load.spans.last?.end == 1001 && load.url.count == TracedLoad.maxTextLength + 1)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `any bytes are read without harm`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let whole = Array(Self.load.utf8)
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var reader = TraceReader()
            reader.read(bytes)
            let recording = reader.finish()
            let report = TraceReport(recording, columns: 80) { text, _ in text }
            #expect(!report.lines().isEmpty)
            #expect(recording.loads.allSatisfy { $0.ended >= $0.begun })
        }
    }
}

/// Returns the lines of a load in a trace.
func recordedLoad(_ number: Int, from start: Double, to end: Double) -> String {
    "{\"t\":\(start),\"event\":\"query\",\"load\":\(number),\"url\":\"http://h/p\(number).png?x\"}\n"
        + "{\"t\":\(end),\"event\":\"complete\",\"load\":\(number)}\n"
}
