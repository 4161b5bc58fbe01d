import ImageLab

extension Benchmark {
    static let flungGallery = Benchmark(
        name: "P13", summary: "the gallery during flings through 10,000 rows: memory, requests, stale paints",
        runs: 1
    ) { session in
        let flings = try (0..<session.runs).map { _ in try FlungGallery(session) }
        func measurement(_ value: (FlungGallery) -> Double, _ unit: Measurement.Unit = .number) -> Measurement {
            Measurement(flings.map(value), unit)
        }
        let work = "10,000 rows, no prefetch, "
        return [
            Finding(
                name: "P13", work: work + "peak resident", ours: measurement({ $0.peakResident }, .bytes),
                goal: .within(48_000_000)),
            Finding(
                name: "P13", work: work + "requests", ours: measurement { Double($0.requests) },
                other: ("rows that came to rest", measurement { Double($0.rests) }), goal: .atMost(1.2)),
            Finding(
                name: "P13", work: work + "stale paints", ours: measurement { $0.stalePaints }, goal: .within(0)),
        ]
    }
}

/// A fling through 10,000 rows of the real program: a hundred screens in under a second, a pause at the row where it
/// stops, and so on to the end of the list. Each row has its own picture, whose response begins after a tenth of a
/// second and takes another tenth.
private struct FlungGallery {
    let requests: Int
    let rests: Int
    let peakResident: Double
    let stalePaints: Double

    private static let rows = 10_000
    private static let down = "\u{1b}[6~"
    /// Shorter than the delay after which a visible row starts to load.
    private static let betweenScreens = 0.008
    /// Longer than that delay and the load of a picture.
    private static let look = 0.5
    /// Screens between two pauses, and the maximum number of pauses: a screen shows at least one row.
    private static let (screensBetweenLooks, mostLooks) = (100, rows / 100)

    @MainActor
    init(_ session: BenchmarkSession) throws {
        let server = try DemoServer.start()
        defer { server.stop() }
        let names = DemoServer.pictures.map(\.name)
        let lines = (0..<Self.rows).map { row in
            "\(server.baseURL)/image/\(names[row % names.count])?delay=100&rate=400000&seed=\(row)\n"
        }
        let list = try session.directory.file("rows", Array(lines.joined().utf8))
        let path = session.directory.path + "/rows.jsonl"
        let options = ["--no-cache", "--prefetch", "0", "--trace", path, list]
        let gallery = try GalleryOnTerminal(Command(try session.programs.halftone(), options))
        _ = try gallery.seconds(until: .picture)
        var looks = 0
        while try !Self.hasLastRow(path) {
            looks += 1
            guard looks <= Self.mostLooks else { throw Failure("the gallery did not come to the last row") }
            for _ in 0..<Self.screensBetweenLooks {
                gallery.type(Self.down)
                try gallery.watch(seconds: Self.betweenScreens)
            }
            try gallery.watch(seconds: Self.look)
        }
        try gallery.quit(after: .picture)

        requests = server.log.count { $0.path.hasPrefix("/image/") }
        let trace = String(decoding: try TemporaryDirectory.bytes(of: path), as: UTF8.self).split(separator: "\n")
        rests = trace.count { $0.contains("\"event\":\"rest\"") }
        peakResident = try Self.number("peakResidentBytes", in: trace.last)
        stalePaints = try Self.number("stalePaints", in: trace.last)
    }

    /// Returns whether the trace, as far as it is written, contains the last row.
    private static func hasLastRow(_ trace: String) throws -> Bool {
        let end = String(decoding: try TemporaryDirectory.bytes(of: trace).suffix(1 << 16), as: UTF8.self)
        return end.contains("\"row\":\(rows - 1)")
    }

    private static func number(_ name: String, in summary: Substring?) throws -> Double {
        let digits = summary?.split(separator: "\"\(name)\":").dropFirst().first?.prefix { $0.isNumber }
        guard let number = digits.flatMap({ Double($0) }) else { throw Failure("the trace does not say the \(name)") }
        return number
    }
}
