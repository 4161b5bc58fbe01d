import CBaseline
import Glibc

extension Benchmark {
    static func memory(_ session: BenchmarkSession) throws -> [Finding] {
        try largeImages(session) + [refusal(session), largeFiles(session)]
    }

    private static func largeImages(_ session: BenchmarkSession) throws -> [Finding] {
        let (jpeg, png) = (session.directory.path + "/large.jpg", session.directory.path + "/large.png")
        guard baseline_write_large_jpeg(jpeg, 12_500, 8000), baseline_write_large_png(png, 12_500, 8000, false) else {
            throw Failure("cannot write the large images")
        }
        return try [("JPEG", jpeg), ("PNG", png)].map { format, path in
            let peaks = try (0..<session.rounds).map { _ in try peakOfPrinting(path, session) }
            return Finding(
                work: "100-megapixel \(format), resident", ours: Measurement(peaks, .bytes), goal: .largeImage)
        }
    }

    private static func refusal(_ session: BenchmarkSession) throws -> Finding {
        let path = session.directory.path + "/bomb.png"
        guard baseline_write_large_png(path, 30_000, 30_000, true) else { throw Failure("cannot write \(path)") }
        let command = try Comparison.halftone(path)
        let times = try (0..<session.rounds).map { _ in try ChildProcess.run(command, status: 2).seconds }
        return Finding(work: "30000x30000 PNG, refused", ours: Measurement(times, .seconds), goal: .refusal)
    }

    private static func largeFiles(_ session: BenchmarkSession) throws -> Finding {
        let folder = session.directory.path + "/large-files"
        guard mkdir(folder, 0o700) == 0 else { throw Failure("cannot make \(folder)") }
        let file = folder + "/0.png"
        guard baseline_write_large_png(file, 7000, 4700, false) else { throw Failure("cannot write \(file)") }
        let links = (1..<40).map { link(file, folder + "/\($0).png") }
        guard links.allSatisfy({ $0 == 0 }) else { throw Failure("cannot link in \(folder)") }
        let trace = session.directory.path + "/large-files.jsonl"
        let options = ["--layout", "grid", "--no-cache", "--no-resume", "--trace", trace, folder]
        let gallery = try GalleryOnTerminal(Command(try Programs.halftone(), options))
        _ = try gallery.seconds(until: .picture)
        _ = try gallery.rest(quietFor: 3)
        gallery.quit()
        let peak = try TraceTotals(ofTrace: trace).peakResidentBytes
        return Finding(
            work: "40 files of 30 MB in a grid, resident", ours: Measurement([Double(peak)], .bytes), goal: .largeFiles)
    }

    /// Returns the peak resident memory of printing a file in bytes, without that of a decode worker.
    static func peakOfPrinting(_ path: String, _ session: BenchmarkSession) throws -> Double {
        let trace = session.directory.path + "/print.jsonl"
        unlink(trace)
        let command = ["print", "--size", Peer.box, "--trace", trace, path]
        try ChildProcess.run(Command(try Programs.halftone(), command))
        return Double(try TraceTotals(ofTrace: trace).peakResidentBytes)
    }
}
