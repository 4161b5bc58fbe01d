import Pixels
import TerminalScreen

extension Benchmark {
    static let sharpness = Benchmark(
        name: "P16", summary: "sharpness of printed characters at 8x16 pixels a cell, seen from afar, beside chafa",
        runs: 9
    ) { session in
        let sets = GlyphSet.allCases
        let ours = try sets.map { set in
            (
                name: set.rawValue,
                likeness: try likeness(session) { path in
                    Command(
                        try session.programs.halftone(),
                        ["print", "--pictures", set.rawValue, "--size", "80x40", "--colors", "24bit", path])
                }
            )
        }
        var findings = ours.map { set in
            Finding(name: "P16", work: "photographs in \(set.name), near", ours: Measurement([set.likeness], .decibels))
        }
        let (half, blocks) = (ours[0].likeness, ours[1].likeness)
        findings.append(
            Finding(
                name: "P16", work: "blocks, more than half blocks", ours: Measurement([blocks - half], .decibels),
                goal: .atLeast(3)))
        if let chafa = session.programs.peer("chafa") {
            let others = try chafaSets.map { symbols in
                let likeness = try likeness(session) { path in
                    Command(
                        chafa,
                        ["--format", "symbols", "--symbols", symbols, "--colors", "full", "--size", "80x40", path])
                }
                findings.append(
                    Finding(
                        name: "P16", work: "photographs in blocks, near", ours: Measurement([blocks], .decibels),
                        other: ("chafa's \(symbols)", Measurement([likeness], .decibels))))
                return likeness
            }
            findings.append(
                Finding(
                    name: "P16", work: "blocks, more than chafa's best",
                    ours: Measurement([blocks - (others.max() ?? 0)], .decibels),
                    goal: .atLeast(0)))
        }
        return findings + (try speed(session))
    }

    /// The sets of symbols whose shapes are known to the pixel.
    private static let chafaSets = ["vhalf", "quad", "block-stipple", "sextant", "block-stipple+sextant"]

    /// Returns the mean fidelity of the photographs in dB, after a blur of two pixels.
    private static func likeness(_ session: BenchmarkSession, _ command: (String) throws -> Command) throws -> Double {
        let photographs = DemoPhotographs.all
        let cell = PixelSize(width: 8, height: 16)
        return try photographs.reduce(0) { sum, photograph in
            let path = try session.directory.file(photograph.name, photograph.bytes)
            let printed = PrintedPixels(try ChildProcess.output(of: try command(path)), cell: cell)
            let judge = try ExactReduction(photograph.bytes)
            guard let likeness = judge.likeness(of: printed, cellHeight: cell.height, blurredBy: 2) else {
                throw Failure("what was printed of \(photograph.name) cannot be read")
            }
            return sum + likeness / Double(photographs.count)
        }
    }

    /// Returns the time to choose the characters of a cell.
    private static func speed(_ session: BenchmarkSession) throws -> [Finding] {
        let size = CellSize(columns: 200, rows: 60)
        let bitmap = SyntheticPicture(width: 8 * size.columns, height: 8 * size.rows).bitmap()
        let sets: [GlyphSet] = [.blocks, .sextants, .octants]
        let times = try Rounds.times(
            session.runs,
            sets.map { set in
                let renderer = PictureRenderer(colors: .direct, glyphs: set)
                return Subject(name: set.rawValue) {
                    Clock.thread.seconds { _ in consume(renderer.cells(for: bitmap, background: .terminal)) }
                        / Double(size.columns * size.rows)
                }
            })
        return zip(sets, times).map { set, time in
            Finding(
                name: "P16", work: "a cell in \(set.rawValue)", ours: time, goal: set == .blocks ? .within(250e-9) : nil
            )
        }
    }
}
