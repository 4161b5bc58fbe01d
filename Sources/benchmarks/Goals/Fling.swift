import DemoAssets
import ImageLab

extension Benchmark {
    static func fling(_ session: BenchmarkSession) throws -> [Finding] {
        let flings = try (0..<session.rounds).map { _ in try FlungGallery(session) }
        func measurement(_ value: (FlungGallery) -> Int, _ unit: Measurement.Unit = .number) -> Measurement {
            Measurement(flings.map { Double(value($0)) }, unit)
        }
        let rests = measurement(\.rests)
        return [
            Finding(
                work: "10,000 rows, resident", ours: measurement(\.totals.peakResidentBytes, .bytes),
                goal: .flingMemory),
            Finding(
                work: "10,000 rows, requests", ours: measurement(\.requests), other: ("rows that came to rest", rests),
                goal: .flingRequests),
            Finding(
                work: "10,000 rows, stale paints", ours: measurement(\.totals.stalePaints), goal: .stalePaints),
        ]
    }
}

/// A fling through 10,000 rows of the real program: a hundred screens in under a second, a pause at the row where it
/// stops, and so on to the end of the list. Each row has its own image, whose response begins after a tenth of a
/// second and takes another tenth.
private struct FlungGallery {
    let requests: Int
    let rests: Int
    let totals: TraceTotals

    private static let rows = 10_000
    private static let pageDown = "\u{1b}[6~"
    /// Shorter than the delay after which a visible row starts to load.
    private static let secondsPerScreen = 0.008
    /// Longer than that delay and the load of an image.
    private static let secondsOfPause = 0.5
    /// Screens between two pauses, and the maximum number of pauses: a screen shows at least one row.
    private static let (screensBetweenPauses, maxPauses) = (100, rows / 100)

    @MainActor
    init(_ session: BenchmarkSession) throws {
        let pictures = Self.pictures()
        let server = LabServer(pictures: pictures)
        try server.start()
        defer { server.stop() }
        let names = pictures.map(\.name)
        let lines = (0..<Self.rows).map { row in
            "\(server.baseURL)/image/\(names[row % names.count])?delay=100&rate=400000&seed=\(row)\n"
        }
        let list = try session.directory.file("rows", Array(lines.joined().utf8))
        let trace = session.directory.path + "/rows.jsonl"
        let options = ["--no-cache", "--no-resume", "--load-delay", "80", "--trace", trace, list]
        let gallery = try GalleryOnTerminal(Command(try Programs.halftone(), options))
        _ = try gallery.seconds(until: .picture)
        try Self.flingToEnd(gallery, trace)
        gallery.quit()

        requests = server.log.count { $0.path.hasPrefix("/image/") }
        rests = String(decoding: try TemporaryDirectory.bytes(of: trace), as: UTF8.self).split(separator: "\n")
            .count { $0.contains("\"event\":\"rest\"") }
        totals = try TraceTotals(ofTrace: trace)
    }

    private static func pictures() -> [LabPicture] {
        (0..<halftone_demo_picture_count()).map { index in
            let picture = halftone_demo_picture(index)
            let bytes = [UInt8](UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
            return LabPicture(
                name: String(cString: picture.name), title: "", mimeType: String(cString: picture.mime_type)
            ) { bytes }
        }
    }

    private static func flingToEnd(_ gallery: GalleryOnTerminal, _ trace: String) throws {
        for _ in 0..<maxPauses {
            for _ in 0..<screensBetweenPauses {
                gallery.type(pageDown)
                try gallery.watch(seconds: secondsPerScreen)
            }
            try gallery.watch(seconds: secondsOfPause)
            // the trace, as far as it is written
            let end = String(decoding: try TemporaryDirectory.bytes(of: trace).suffix(1 << 16), as: UTF8.self)
            if end.contains("\"row\":\(rows - 1)") { return }
        }
        throw Failure("the gallery did not come to the last row")
    }
}
