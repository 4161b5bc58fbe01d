extension Benchmark {
    static let largePhotograph = Benchmark(
        name: "P1", summary: "a 24-megapixel JPEG to 80x40 cells, compared with the viewers and djpeg -scale 1/8",
        runs: 9
    ) { session in
        let bytes = try SyntheticPicture(width: 6000, height: 4000).jpeg(quality: 88)
        session.note("P1: its picture is made of waves and grain and has \(Measurement([Double(bytes.count)], .bytes))")
        let path = try session.directory.file("large.jpg", bytes)
        let picture = PrintedPicture(name: "P1", work: "24-megapixel JPEG", path: path, session: session)
        let decoder = session.programs.peer("djpeg").map {
            [(name: "djpeg 1/8", command: Command($0, ["-scale", "1/8", path]))]
        }
        let result = try picture.measure(beside: decoder ?? [])
        var findings = picture.findings(result, goal: .atMost(0.25), except: ["djpeg 1/8"])
        if let floor = result.others.first(where: { $0.name == "djpeg 1/8" }) {
            findings.append(picture.finding("wall", PrintedPicture.wall, result.ours, floor, .atMost(0.55)))
            findings.append(
                picture.finding("processor time", PrintedPicture.processor, result.ours, floor, nil))
        }
        return findings
    }

    static let smallPhotograph = Benchmark(
        name: "P1b", summary: "a 1-megapixel JPEG to 80x40 cells, and a grainy one, compared with the viewers",
        runs: 15
    ) { session in
        let kinds: [(work: String, grain: UInt64)] = [("1-megapixel JPEG", 16), ("1-megapixel grainy JPEG", 32)]
        return try kinds.flatMap { work, grain in
            let bytes = try SyntheticPicture(width: 1200, height: 833, grain: grain).jpeg(quality: 88)
            let path = try session.directory.file("small-\(grain).jpg", bytes)
            let picture = PrintedPicture(name: "P1b", work: work, path: path, session: session)
            return picture.findings(try picture.measure(), goal: .atMost(0.45))
        }
    }
}
