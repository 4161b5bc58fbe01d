extension Benchmark {
    static let contactSheet = Benchmark(
        name: "P5", summary: "60 JPEGs of 2048x1365 on one sheet, also grainy ones, compared with timg --grid", runs: 5
    ) { session in
        try Benchmark.sheet("60 JPEGs on a sheet", SyntheticPicture(width: 2048, height: 1365), session)
            + Benchmark.sheet("60 grainy ones", SyntheticPicture(width: 2048, height: 1365, grain: 32), session)
    }

    private static func sheet(_ work: String, _ picture: SyntheticPicture, _ session: BenchmarkSession) throws
        -> [Finding]
    {
        let bytes = try picture.jpeg(quality: 88)
        let paths = try (0..<60).map { try session.directory.file("sheet-\(picture.grain)-\($0).jpg", bytes) }
        let ours = Command(
            try session.programs.halftone(),
            ["print", "--grid", "8", "--size", "160x80", "--fidelity", "fast", "--colors", "24bit"] + paths)
        guard let timg = session.programs.peer("timg") else {
            session.note("P5 was not measured: timg is not installed")
            return []
        }
        let theirs = Command(timg, ["--grid=8x8", "-g160x80", "-ph"] + paths)
        let costs = try Rounds.interleave(
            session.runs,
            [
                Subject(name: "halftone") { try ChildProcess.run(ours) },
                Subject(name: "timg") { try ChildProcess.run(theirs) },
            ])
        return [
            Finding(
                name: "P5", work: work + ", wall", ours: PrintedPicture.wall(costs[0]),
                other: ("timg --grid", PrintedPicture.wall(costs[1])), goal: .atMost(0.5)),
            Finding(
                name: "P5", work: work + ", processor time", ours: PrintedPicture.processor(costs[0]),
                other: ("timg --grid", PrintedPicture.processor(costs[1]))),
        ]
    }
}
