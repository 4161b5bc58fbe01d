import CBaseline

extension Benchmark {
    static let webPicture = Benchmark(
        name: "P3", summary: "a 2048x1365 WebP to 80x40 cells, compared with the viewers and libwebp scaling it",
        runs: 9
    ) { session in
        let path = session.directory.path + "/photo.webp"
        let pixels = SyntheticPicture(width: 2048, height: 1365).pixels()
        guard baseline_write_webp(path, pixels, 2048, 1365) else { throw Failure("libwebp could not write \(path)") }
        let picture = PrintedPicture(name: "P3", work: "2048x1365 WebP", path: path, session: session)
        var findings = picture.findings(try picture.measure(), goal: .atMost(0.45))
        let bytes = try TemporaryDirectory.bytes(of: path)
        let times = try Rounds.times(
            session.runs,
            [
                Subject(name: "halftone") { try ChildProcess.run(picture.ours()).seconds },
                Subject(name: "libwebp") {
                    try Clock.wall.seconds { _ in
                        guard baseline_read_scaled_webp(bytes, bytes.count, 320, 213) else {
                            throw Failure("libwebp could not read \(path)")
                        }
                    }
                },
            ])
        findings.append(
            Finding(
                name: "P3", work: "2048x1365 WebP, wall", ours: times[0], other: ("libwebp scaling", times[1]),
                goal: .atMost(1.15)))
        return findings
    }
}
