/// A measurement that guards goals of the design: a name, a default number of rounds, and the measuring itself.
@MainActor
struct Benchmark {
    let name: String
    let summary: String
    /// Default number of rounds; `--rounds` overrides it.
    let rounds: Int
    let measure: @MainActor (BenchmarkSession) throws -> [Finding]

    private init(
        _ name: String, _ summary: String, rounds: Int,
        _ measure: @escaping @MainActor (BenchmarkSession) throws -> [Finding]
    ) {
        (self.name, self.summary, self.rounds, self.measure) = (name, summary, rounds, measure)
    }

    static let all = [
        Benchmark("print", "P1 to P4: photos, a PNG, a WebP, a pixel, beside viewers", rounds: 9, printing),
        Benchmark("sheet", "P5: 60 photos on one sheet, beside timg --grid", rounds: 5, contactSheet),
        Benchmark("fidelity", "P6: photos at 80x40 cells, against an exact reduction", rounds: 1, fidelity),
        Benchmark("drawing", "P7, P8: a frame beside a loop in C, a scroll by a row", rounds: 25, drawing),
        Benchmark("downloads", "P9: 1,000 images of 36 KB, beside curl and URLSession", rounds: 5, downloads),
        Benchmark("hit", "P10: a hit in memory, beside a locked dictionary", rounds: 31, memoryHit),
        Benchmark("memory", "P12, P20: 100 megapixels, and 40 files of 30 MB in a grid", rounds: 3, memory),
        Benchmark("fling", "P13: flings through 10,000 rows", rounds: 1, fling),
        Benchmark("start", "P14: the gallery's first frame, first image, and rest", rounds: 21, start),
        Benchmark("jail", "P18: a 12-megapixel AVIF, beside chafa", rounds: 7, jail),
    ]
}

/// The state that the benchmarks of one run share.
@MainActor
final class BenchmarkSession {
    let directory: TemporaryDirectory
    let photos: Photos
    /// Number of rounds of the current benchmark.
    private(set) var rounds = 1
    /// Remarks to print below the table.
    private(set) var notes: [String] = []
    private let askedRounds: Int?

    init(_ options: Options, directory: TemporaryDirectory) {
        self.directory = directory
        photos = Photos(folder: options.photos, directory: directory)
        askedRounds = options.rounds
    }

    func note(_ line: String) {
        if !notes.contains(line) { notes.append(line) }
    }

    /// Runs a benchmark and returns its findings. If it fails, the notes give the reason.
    func findings(of benchmark: Benchmark) -> [Finding] {
        rounds = askedRounds ?? benchmark.rounds
        do {
            return try benchmark.measure(self)
        } catch {
            note("\(benchmark.name) was not measured: \(error)")
            return []
        }
    }
}
