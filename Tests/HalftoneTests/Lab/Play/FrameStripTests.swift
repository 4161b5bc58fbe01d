import OptionParsing
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The frames of a cell's picture as text.
@Suite(.endsInTime) struct FrameStripTests {
    private let facts = LabCellFacts(cell: 1, row: 2, load: 3, state: .loading)

    private func cells(_ upper: UInt32, _ lower: UInt32) -> [Cell] {
        let style = CellStyle(foreground: CellColor(hex: upper), background: CellColor(hex: lower))
        return Array(repeating: Cell("▀", style: style), count: 4)
    }

    @Test func `a frame has its time, its cell and the brightness of its pixels`() throws {
        var strip = FrameStrip()
        strip.add(cells(0xFFFFFF, 0), columns: 2, facts, at: .seconds(5))
        strip.add(cells(0x808080, 0xFFFFFF), columns: 2, facts, at: .milliseconds(5133))
        #expect(strip.count == 2 && strip.lines.count == 10)
        #expect(strip.lines[0].hasPrefix("frame 1  0 ms  row 2  cell 1  load 3  loading  digest "))
        #expect(Array(strip.lines[1...4]) == ["  @@", "    ", "  @@", "    "])
        #expect(strip.lines[5].hasPrefix("frame 2  133 ms ") && strip.lines[6] == "  ++")
    }

    @Test func `an equal frame is left out, and one of another color is not`() {
        var strip = FrameStrip()
        strip.add(cells(0xFF0000, 0), columns: 2, facts, at: .zero)
        strip.add(cells(0xFF0000, 0), columns: 2, facts, at: .seconds(1))
        #expect(strip.count == 1)
        strip.add(cells(0xFE0000, 0), columns: 2, facts, at: .seconds(2))
        #expect(strip.count == 2 && strip.lines[1] == strip.lines[6])
        let digests = strip.lines.filter { $0.contains("digest") }.map { $0.split(separator: " ").last }
        #expect(Set(digests).count == 2)
    }

    @Test func `frames are bounded, and characters other than half blocks are written as they are`() {
        var strip = FrameStrip()
        strip.add([Cell("⠋"), Cell(" ")], columns: 2, facts, at: .zero)
        #expect(strip.lines[1] == "  ⠋ " && strip.lines[2] == "    ")
        for number in 0..<(FrameStrip.mostFrames + 10) {
            strip.add(cells(UInt32(number), 0), columns: 2, facts, at: .zero)
        }
        #expect(strip.count == FrameStrip.mostFrames && strip.lines.last == "more frames left out")
        #expect(strip.lines.count { $0 == "more frames left out" } == 1)
    }

    @Test func `frames are not written over a script or the trace`() {
        let folder = TemporaryDirectory()
        let script = folder.write(Array("expect rows == 1\n".utf8), to: "script")
        var options = LabOptions()
        (options.scriptPath, options.framesPath) = (script, script)
        #expect(throws: UsageError.self) { try options.check() }
        options.framesPath = folder.path + "/new"
        #expect(throws: Never.self) { try options.check() }
        options.common.tracePath = folder.path + "/new"
        #expect(throws: UsageError.self) { try options.check() }
    }

    @Test @MainActor func `a script writes the frames of the selected row's picture`() async throws {
        let bench = LabScriptBench()
        let path = bench.folder.path + "/frames"
        let run = try await bench.run(
            script: "wait for idle\nset transition none\nclear caches\nreload\nwait for idle\nexpect rows == 62\n",
            ["--frames", path])
        #expect(run.status == 0, "\(run.report)")
        let text = String(decoding: bench.folder.read("frames"), as: UTF8.self)
        #expect(text.hasPrefix("halftone frames 1\nframe 1  0 ms  row 1  cell 1  load 1  loading  digest "))
        #expect(text.contains("  shown  digest ") && text.contains("  loading  digest "), "\(text)")
        let refused = try await bench.run(
            script: "wait for idle\nexpect rows == 62\n", ["--frames", "/nonexistent/frames"])
        #expect(refused.status == 2 && refused.report.isEmpty)
        #expect(refused.complaints.contains("/nonexistent/frames: frames not written: "))
    }
}
