extension Benchmark {
    static func jail(_ session: BenchmarkSession) throws -> [Finding] {
        let path = session.directory.path + "/photo.avif"
        let photo = try session.photos.made()
        try ChildProcess.run(Command(try Programs.installed("avifenc"), ["--speed", "9", photo, path]))
        let work = Comparison(work: "12-megapixel AVIF", paths: [path], session: session)
        let peaks = try (0..<session.rounds).map { _ in try peakOfPrinting(path, session) }
        return try work.findings(beside: [.chafa]) { _ in .avif } + [
            Finding(
                work: "12-megapixel AVIF, resident without the worker", ours: Measurement(peaks, .bytes),
                goal: .jailMemory)
        ]
    }
}
