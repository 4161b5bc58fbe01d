/// Something that `benchmarks` can measure.
@MainActor
struct Benchmark {
    /// The goal's name in DESIGN.md's section 7.
    let name: String
    let summary: String
    /// Rounds, unless `--runs` says otherwise.
    let runs: Int
    let measure: @MainActor (BenchmarkSession) throws -> [Finding]

    static let all =
        againstPeers + [
            .fullFrame, .scrolledRow, .downloads, .memoryHit, .flingHitRate, .diskRead, .flungGallery, .firstFrame,
        ]

    /// What is measured only when it is named.
    static let onRequest: [Benchmark] = [.scrolling]

    /// What printing a picture takes, and how true it is, beside the other viewers.
    static let againstPeers: [Benchmark] = [
        .largePhotograph, .smallPhotograph, .drawing, .webPicture, .startUp, .contactSheet, .fidelity, .largePictures,
    ]
}

/// What the benchmarks of one run share.
@MainActor
final class BenchmarkSession {
    let programs: Programs
    let directory: TemporaryDirectory
    /// What the reader of the table must know besides.
    private(set) var notes: [String] = []
    /// How long what goes on for a time does so.
    let seconds: Int
    private let askedRuns: Int?
    private var usualRuns = 1

    init(programs: Programs, directory: TemporaryDirectory, runs: Int?, seconds: Int) {
        self.seconds = seconds
        self.programs = programs
        self.directory = directory
        askedRuns = runs
    }

    /// How many rounds the present benchmark takes.
    var runs: Int { askedRuns ?? usualRuns }

    func note(_ line: String) {
        if !notes.contains(line) { notes.append(line) }
    }

    /// What a benchmark found. One that fails says why in the notes and leaves the others alone.
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
