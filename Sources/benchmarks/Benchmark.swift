/// A benchmark: a name, a default number of rounds, and the measuring itself.
@MainActor
struct Benchmark {
    /// The name of the goal, such as `P1`, or of the measurement.
    let name: String
    let summary: String
    /// Default number of rounds; `--runs` overrides it.
    let runs: Int
    let measure: @MainActor (BenchmarkSession) throws -> [Finding]

    static let all =
        againstPeers + [
            .fullFrame, .scrolledRow, .downloads, .memoryHit, .flingHitRate, .diskRead, .flungGallery, .firstFrame,
            .pixelUpload,
        ]

    /// The benchmarks that run only when they are named.
    static let onRequest: [Benchmark] = [.scrolling]

    /// The benchmarks that compare time, memory and fidelity of printed pictures with those of other viewers.
    static let againstPeers: [Benchmark] = [
        .largePhotograph, .smallPhotograph, .drawing, .webPicture, .startUp, .contactSheet, .fidelity, .largePictures,
        .sharpness, .jailedPictures,
    ]
}

/// The state that the benchmarks of one run share.
@MainActor
final class BenchmarkSession {
    let programs: Programs
    let directory: TemporaryDirectory
    /// Remarks to print below the table.
    private(set) var notes: [String] = []
    /// Duration of benchmarks that measure over time.
    let seconds: Int
    private let askedRuns: Int?
    private var usualRuns = 1

    init(programs: Programs, directory: TemporaryDirectory, runs: Int?, seconds: Int) {
        self.seconds = seconds
        self.programs = programs
        self.directory = directory
        askedRuns = runs
    }

    /// Number of rounds of the current benchmark.
    var runs: Int { askedRuns ?? usualRuns }

    func note(_ line: String) {
        if !notes.contains(line) { notes.append(line) }
    }

    /// Runs a benchmark and returns its findings. If it fails, the notes give the reason, and the other benchmarks run.
    func findings(of benchmark: Benchmark) -> [Finding] {
        usualRuns = benchmark.runs
        do {
            return try benchmark.measure(self)
        } catch {
            note("\(benchmark.name) was not measured: \(error)")
            return []
        }
    }
}
