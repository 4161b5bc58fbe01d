import OptionParsing

/// The options of `benchmarks`.
@MainActor
struct Options {
    var rounds: Int?
    /// A folder of photos to measure instead of the made ones.
    var photos: String?
    var showsHelp = false

    static var rows: [OptionRow<Options>] {
        [
            OptionRow("rounds", .number("N", 1...10_000), help: "rounds of each (default: its own number)") {
                $0.rounds = $1
            },
            OptionRow(
                "photos", ArgumentKind("FOLDER", expected: "a folder") { $0 },
                help: "a folder of JPEGs for print, sheet and fidelity (default: made photos)"
            ) { $0.photos = $1 },
            OptionRow("help", short: "h", help: "this help") { $0.showsHelp = true },
        ]
    }

    static var help: String {
        """
        usage: benchmarks [OPTION...] [NAME...]

        Measures halftone against the goals of its design, beside the peers that are installed.
        Build halftone first: swift build -c release && swift run -c release benchmarks

        \(OptionFacts.help(rows.map(\.facts)))

        measurements:
        \(OptionFacts.columns(Benchmark.all.map { ($0.name, $0.summary) }))
        """
    }
}
