import FoundationEssentials

extension Benchmark {
    /// The whole program while it scrolls, measured by its own frame statistics. Runs only on request, because it takes
    /// `--seconds`.
    static let scrolling = Benchmark(
        name: "scroll", summary: "the demo feed in a terminal of 200x60, scrolled smoothly by keys for --seconds",
        runs: 1
    ) { session in
        let seconds = Double(session.seconds)
        let trace = session.directory.path + "/scroll.jsonl"
        let gallery = try GalleryOnTerminal(
            Command(try session.programs.halftone(), ["--no-cache", "--smooth", "--trace", trace]))
        try gallery.scroll(for: seconds, keysPerSecond: 8, rows: 60)
        try gallery.quit(after: .picture)
        let sums = try Summary(ofTrace: trace)
        let frames = Double(max(1, sums.framesPresented))
        func finding(_ what: String, _ value: Double, _ unit: Measurement.Unit) -> Finding {
            Finding(name: "scroll", work: "\(what), \(session.seconds) s", ours: Measurement([value], unit))
        }
        return [
            finding("frames", frames, .number),
            finding("frames a second", frames / seconds, .number),
            finding("frames dropped", Double(sums.framesDropped), .number),
            finding("bytes of all frames", Double(sums.bytesWritten), .bytes),
            finding("bytes of a frame", Double(sums.bytesWritten) / frames, .bytes),
            finding("share of cells not sent", Double(sums.cellsElided) / (frames * 12_000), .number),
            finding("encoding a frame", Double(sums.encodeMicroseconds) / 1e6 / frames, .seconds),
            finding("until the terminal had a frame", Double(sums.writeMicroseconds) / 1e6 / frames, .seconds),
            finding("stale paints", Double(sums.stalePaints), .number),
        ]
    }

    /// The summary in the last line of a trace.
    private struct Summary: Decodable {
        let framesPresented, framesDropped, bytesWritten, cellsElided: Int
        let encodeMicroseconds, writeMicroseconds, stalePaints: Int

        init(ofTrace path: String) throws {
            guard let bytes = FileManager.default.contents(atPath: path),
                let line = bytes.split(separator: UInt8(ascii: "\n")).last
            else { throw Failure("no trace was written to \(path)") }
            self = try JSONDecoder().decode(Summary.self, from: Data(line))
        }
    }
}
