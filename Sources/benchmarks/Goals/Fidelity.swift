extension Benchmark {
    static let fidelity = Benchmark(
        name: "P6", summary: "fidelity of printed pictures to an exact reduction, compared with the viewers", runs: 1
    ) { session in
        var findings: [Finding] = []
        for (name, bytes) in try fidelityPictures() {
            let path = try session.directory.file(name, bytes)
            let judge = try ExactReduction(bytes)
            let picture = PrintedPicture(name: "P6", work: name, path: path, session: session)
            let likeness = { (command: Command) in
                (try? ChildProcess.output(of: command)).map { PrintedPixels($0) }.flatMap { judge.likeness(of: $0) }
            }
            for fidelity in ["fast", "exact"] {
                guard let ours = likeness(try picture.ours(fidelity: fidelity)) else {
                    throw Failure("what halftone printed of \(name) cannot be read")
                }
                let others = PrintedPicture.viewers.compactMap { viewer -> (String, Double)? in
                    guard let program = session.programs.peer(viewer.name) else { return nil }
                    return likeness(Command(program, viewer.arguments(path))).map { (viewer.name, $0) }
                }
                let best = others.max { $0.1 < $1.1 }
                findings.append(
                    Finding(
                        name: "P6", work: "\(name), \(fidelity)", ours: Measurement([ours], .decibels),
                        other: best.map { ("best of the viewers: \($0.0)", Measurement([$0.1], .decibels)) },
                        goal: .atLeast(fidelity == "exact" ? 58 : 48)))
            }
        }
        return findings
    }

    /// Returns photographs, one with grain, a drawn text and points of light.
    private static func fidelityPictures() throws -> [(name: String, bytes: [UInt8])] {
        DemoPhotographs.all + [
            ("grainy.jpg", try SyntheticPicture(width: 2048, height: 1365, grain: 32).jpeg(quality: 88)),
            ("text.jpg", try DrawnPicture.text.jpeg(quality: 90)),
            ("points.jpg", try DrawnPicture.points.jpeg(quality: 90)),
        ]
    }
}
