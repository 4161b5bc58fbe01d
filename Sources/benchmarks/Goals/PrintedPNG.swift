import CBaseline

extension Benchmark {
    static let drawing = Benchmark(
        name: "P2", summary: "a 2048x1365 PNG to 80x40 cells, compared with the viewers and libpng reading the rows",
        runs: 9
    ) { session in
        let path = session.directory.path + "/drawing.png"
        try SyntheticPicture(width: 2048, height: 1365).writePNG(to: path)
        let picture = PrintedPicture(name: "P2", work: "2048x1365 PNG", path: path, session: session)
        var findings = picture.findings(try picture.measure(), goal: .atMost(0.8))

        // the loop runs in this process, without the start of a process, so the comparison is slightly stricter than
        // the goal
        let ours = try picture.ours()
        let times = try Rounds.times(
            session.runs,
            [
                Subject(name: "halftone") { try ChildProcess.run(ours).seconds },
                Subject(name: "libpng") {
                    try Clock.wall.seconds { _ in
                        guard baseline_read_png(path) == 1365 else { throw Failure("libpng could not read \(path)") }
                    }
                },
            ])
        findings.append(
            Finding(
                name: "P2", work: "2048x1365 PNG, wall", ours: times[0], other: ("libpng's rows alone", times[1]),
                goal: .atMost(1.1)))
        return findings
    }
}
