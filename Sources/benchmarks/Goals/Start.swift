extension Benchmark {
    static func start(_ session: BenchmarkSession) throws -> [Finding] {
        let halftone = try Programs.halftone()
        let cold = Command(halftone, ["--no-cache", "--no-resume"])
        let warm = Command(halftone, ["--cache-dir", session.directory.path + "/gallery", "--no-resume"])
        // placeholders consist of half blocks too: without them, the first half block belongs to an image
        let plain = ["--placeholder", "none", "--indicator", "none", "--transition", "none", "--load-delay", "0"]
        let imagesOnly = Command(halftone, warm.arguments + plain)
        _ = try GalleryOnTerminal(warm).rest(quietFor: 1)
        let times = try Rounds.times(
            session.rounds,
            [
                Subject(name: "frame") { try GalleryOnTerminal(cold).seconds(until: .frame) },
                Subject(name: "image") { try GalleryOnTerminal(imagesOnly).seconds(until: .picture) },
            ])
        let rests = try (0..<session.rounds).map { _ in try GalleryOnTerminal(warm).rest(quietFor: 0.5) }
        return [
            Finding(work: "first frame of the demo feed", ours: times[0], goal: .firstFrame),
            Finding(work: "first image, cached", ours: times[1], goal: .firstImage),
            Finding(work: "rest, all images cached", ours: Measurement(rests.map(\.seconds), .seconds), goal: .rest),
            Finding(
                work: "bytes written until rest", ours: Measurement(rests.map { Double($0.bytes) }, .bytes),
                goal: .bytesUntilRest),
        ]
    }
}
