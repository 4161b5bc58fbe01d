extension Benchmark {
    static let startUp = Benchmark(name: "P4", summary: "a 1x1 PNG, which is start-up", runs: 41) { session in
        let path = session.directory.path + "/dot.png"
        try SyntheticPicture(width: 1, height: 1).writePNG(to: path)
        let picture = PrintedPicture(name: "P4", work: "1x1 PNG", path: path, session: session)
        let result = try picture.measure()
        // the goal is about chafa, not about the fastest viewer
        return result.others.map { viewer in
            picture.finding(
                "wall", PrintedPicture.wall, result.ours, viewer, viewer.name == "chafa" ? .atMost(0.2) : nil)
        }
    }
}
