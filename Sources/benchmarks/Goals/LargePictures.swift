import CBaseline
import Glibc

extension Benchmark {
    static let largePictures = Benchmark(
        name: "P12", summary: "memory for a picture of 100 and of 900 megapixels", runs: 3
    ) { session in
        let folder = session.directory.path
        let (jpeg, png, bomb) = (folder + "/huge.jpg", folder + "/huge.png", folder + "/bomb.png")
        let grainy = folder + "/grainy.png"
        guard baseline_write_large_jpeg(jpeg, 12_500, 8000),
            baseline_write_large_png(png, 12_500, 8000, baseline_smooth),
            baseline_write_large_png(grainy, 12_500, 8000, baseline_grainy),
            baseline_write_large_png(bomb, 30_000, 30_000, baseline_bilevel)
        else { throw Failure("cannot write the large pictures") }
        let sizes = try [jpeg, png, grainy].map {
            "\(Measurement([Double(try TemporaryDirectory.bytes(of: $0).count)], .bytes))"
        }
        session.note("P12: the JPEG has \(sizes[0]), the PNG \(sizes[1]), the grainy PNG \(sizes[2])")
        var findings = try [("JPEG", jpeg), ("PNG", png), ("grainy PNG", grainy)].map { name, path in
            Finding(
                name: "P12", work: "100-megapixel \(name), resident", ours: try peaks(session, [path]),
                goal: .within(16_000_000))
        }
        findings.append(
            Finding(
                name: "P12", work: "30000x30000 PNG, limit raised, resident",
                ours: try peaks(session, ["--limit", "pixels=900000000", bomb]), goal: .within(16_000_000)))
        let program = try session.programs.halftone()
        let refusal = try (0..<session.runs).map { _ in
            try ChildProcess.failure(of: Command(program, ["print", bomb])).seconds
        }
        findings.append(
            Finding(
                name: "P12", work: "30000x30000 PNG, refused", ours: Measurement(refusal, .seconds), goal: .within(0.05)
            ))
        return findings
    }

    /// Returns the peak resident memory of each round, which the program records in its trace.
    static func peaks(_ session: BenchmarkSession, _ arguments: [String]) throws -> Measurement {
        let trace = session.directory.path + "/trace"
        let command = Command(
            try session.programs.halftone(), ["print", "--size", "80x40", "--trace", trace] + arguments)
        let samples = try (0..<session.runs).map { _ in
            unlink(trace)
            _ = try ChildProcess.run(command)
            let text = String(decoding: try TemporaryDirectory.bytes(of: trace), as: UTF8.self)
            let digits = text.split(separator: "\"peakResidentBytes\":").dropFirst().first?.prefix { $0.isNumber }
            guard let peak = digits.flatMap({ Double($0) }) else { throw Failure("the trace does not say the memory") }
            return peak
        }
        return Measurement(samples, .bytes)
    }
}
