extension Benchmark {
    static func contactSheet(_ session: BenchmarkSession) throws -> [Finding] {
        let timg = try Programs.installed("timg")
        let photos = try session.photos.small()
        let paths = (0..<60).map { photos[$0 % photos.count] }
        let options = ["print", "--grid", "8", "--size", "160x80", "--fidelity", "fast", "--colors", "24bit"]
        let ours = Command(try Programs.halftone(), options + paths)
        let theirs = Command(timg, ["--grid=8x8", "-g160x80", "-ph"] + paths)
        let times = try Rounds.times(
            session.rounds,
            [
                Subject(name: "halftone") { try ChildProcess.run(ours).seconds },
                Subject(name: "timg") { try ChildProcess.run(theirs).seconds },
            ])
        return [Finding(work: "60 photos on a sheet", ours: times[0], other: ("timg --grid", times[1]), goal: .sheet)]
    }
}
