extension Benchmark {
    static let firstFrame = Benchmark(
        name: "P14",
        summary: "from the start of the gallery to its first frame, and to its first picture from the cache",
        runs: 21
    ) { session in
        let halftone = try session.programs.halftone()
        let cold = Command(halftone, ["--no-cache"])
        // Without placeholders, which consist of half blocks too, the first half block belongs to a picture. Pictures
        // that are not in the cache arrive at the earliest 60 ms after the request.
        let warm = Command(
            halftone,
            [
                "--cache-dir", session.directory.path + "/gallery", "--placeholder", "none", "--indicator", "none",
                "--transition", "none", "--load-delay", "0",
            ])
        try GalleryOnTerminal(warm).quit(after: .picture)
        let times = try Rounds.times(
            session.runs,
            [
                Subject(name: "frame") { try GalleryOnTerminal(cold).seconds(until: .frame) },
                Subject(name: "picture") { try GalleryOnTerminal(warm).seconds(until: .picture) },
            ])
        return [
            Finding(name: "P14", work: "first frame of the demo feed, wall", ours: times[0], goal: .within(0.010)),
            Finding(name: "P14", work: "first picture, cached, wall", ours: times[1], goal: .within(0.030)),
        ]
    }
}
