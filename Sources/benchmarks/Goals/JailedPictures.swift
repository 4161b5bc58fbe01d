import CBaseline
import ImageCoding
import JailedCoding
import Pixels

extension Benchmark {
    static let jailedPictures = Benchmark(
        name: "P18", summary: "AVIF and HEIC of 12 megapixels to 80x40 cells, beside the viewers, and our memory",
        runs: 7
    ) { session in
        let folder = session.directory.path
        let (png, avif, grainy) = (folder + "/photo.png", folder + "/photo.avif", folder + "/grainy.avif")
        let (heic, thumbnail, large) = (folder + "/photo.heic", folder + "/thumbnail.heic", folder + "/large.heic")
        let tool = session.programs.tool
        let (avifenc, avifdec, heifenc) = try (tool("avifenc"), tool("avifdec"), tool("heif-enc"))
        let encode = { (drawing: baseline_drawing, width: Int32, height: Int32, commands: [Command]) in
            guard baseline_write_large_png(png, width, height, drawing) else { throw Failure("cannot write \(png)") }
            for command in commands { _ = try ChildProcess.run(command) }
        }
        try encode(
            baseline_smooth, 4000, 3000,
            [
                Command(avifenc, ["-s", "9", png, avif]), Command(heifenc, [png, "-o", heic]),
                Command(heifenc, ["-t", "320", png, "-o", thumbnail]),
            ])
        try SyntheticPicture(width: 4000, height: 3000).writePNG(to: png)
        _ = try ChildProcess.run(Command(avifenc, ["-s", "9", png, grainy]))
        try encode(baseline_smooth, 8660, 5774, [Command(heifenc, [png, "-o", large])])

        var findings: [Finding] = []
        for (work, path, bound) in [
            ("12-megapixel AVIF", avif, 0.4), ("the same, grainy", grainy, 0.4), ("12-megapixel HEIC", heic, nil),
        ] {
            let ours = Command(
                try session.programs.halftone(), ["print", "--size", "80x40", "--colors", "24bit", path])
            let viewers = PrintedPicture.viewers.compactMap { viewer in
                session.programs.peer(viewer.name).map { (viewer.name, Command($0, viewer.arguments(path))) }
            }.filter { (try? ChildProcess.run($0.1)) != nil }
            // the least that a viewer does: its library decodes all pixels
            let floor = Command(avifdec, ["--jobs", "2", path, folder + "/decoded.y4m"])
            let others = viewers + (path.hasSuffix(".avif") ? [("avifdec", floor)] : [])
            let times = try Rounds.times(
                session.runs,
                ([("halftone", ours)] + others).map { name, command in
                    Subject(name: name) { try ChildProcess.run(command).seconds }
                })
            findings += zip(others, times.dropFirst()).map { other, time in
                Finding(
                    name: "P18", work: work, ours: times[0], other: (other.0, time),
                    goal: other.0 == "chafa" ? bound.map { .atMost($0) } : nil)
            }
        }
        findings.append(
            Finding(
                name: "P18", work: "a HEIC's thumbnail in a cell, warm", ours: try cellTimes(session, thumbnail),
                goal: .within(0.03)))
        findings.append(
            Finding(
                name: "P18", work: "50-megapixel HEIC, resident without the worker", ours: try peaks(session, [large]),
                goal: .within(48_000_000)))
        return findings
    }

    /// Returns the times of decoding a HEIC for 40x12 cells, in a worker that has started.
    private static func cellTimes(_ session: BenchmarkSession, _ path: String) throws -> Measurement {
        let workers = DecodeWorkers(program: WorkerProgram(path: try session.programs.halftone()))
        guard let coder = JailedImageCoder.coders(workers: workers).first(where: { $0.format == .heic }) else {
            throw Failure("there is no coder of HEIC")
        }
        let bytes = try TemporaryDirectory.bytes(of: path)
        let options = DecodeOptions(box: PixelSize(width: 40, height: 24))
        _ = try coder.decode(bytes, options: options)
        return Measurement(
            try (0..<session.runs).map { _ in
                try Clock.wall.seconds { _ in consume(try coder.decode(bytes, options: options)) }
            }, .seconds)
    }
}
