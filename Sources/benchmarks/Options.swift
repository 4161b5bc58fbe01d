import OptionParsing

/// The options of `benchmarks`.
struct Options {
    var runs: Int?
    /// Duration of benchmarks that measure over time, in seconds.
    var seconds = 60
    var isAgainstPeers = false
    var printsJSON = false
    var lists = false
    var showsHelp = false

    static var rows: [OptionRow<Options>] {
        [
            OptionRow(
                "against-peers",
                help: "P1 to P6, P12, P16, P18: printing pictures, compared with chafa, timg, jp2a, catimg"
            ) { $0.isAgainstPeers = true },
            OptionRow("runs", .number("N", 1...10_000), help: "rounds of each (default: until the result is steady)") {
                $0.runs = $1
            },
            OptionRow("seconds", .number("N", 1...10_000), help: "how long `scroll` scrolls (default: 60)") {
                $0.seconds = $1
            },
            OptionRow("json", help: "the result as JSON") { $0.printsJSON = true },
            OptionRow("list", help: "what can be measured") { $0.lists = true },
            OptionRow("help", short: "h", help: "this help") { $0.showsHelp = true },
        ]
    }

    static var help: String {
        """
        usage: benchmarks [OPTION...] [NAME...]

        Measures halftone against the goals of its design, beside the peers that are installed.
        Build halftone first: swift build -c release && swift run -c release benchmarks

        \(OptionFacts.help(rows.map(\.facts)))
        """
    }
}
