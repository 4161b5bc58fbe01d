import OptionParsing

/// The options of `halftone trace`.
struct TraceOptions: CommandOptions {
    var common = CommonOptions()
    /// The path of the export for Chrome and Perfetto; `-` for standard output.
    var chromePath: String?
    var mostLoads = 100
    /// The range of seconds whose loads are reported.
    var from = 0.0
    var to = Double.infinity

    static var rows: [OptionRow<TraceOptions>] {
        [
            OptionRow(
                "chrome", .file("OUT"), help: "write it for Chrome and Perfetto; - for standard output",
                manual: """
                    Write the trace to that file in the format of Chrome and Perfetto;
                    .Sq Fl
                    writes that to standard output, and nothing else.
                    """
            ) { $0.chromePath = $1 },
            OptionRow(
                "loads", .number("N", 0...10_000_000), help: "loads that the waterfall shows at most; 100",
                manual: "Loads that the waterfall shows at most; 100 by default."
            ) { $0.mostLoads = $1 },
            OptionRow(
                "from", .time, help: "leave out what had ended before that second of the trace",
                manual: "Leave out loads that had ended before that second of the trace, such as 1.5."
            ) { $0.from = $1 },
            OptionRow(
                "to", .time, help: "leave out what began after that second of the trace",
                manual: "Leave out loads that began after that second of the trace."
            ) { $0.to = $1 },
        ]
    }
}

extension ArgumentKind where Value == Double {
    /// The kind of times in a trace, in seconds since its start.
    static var time: ArgumentKind {
        ArgumentKind("SECONDS", expected: "a number of seconds, such as 1.5") { text in
            guard text.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
            return Double(text).flatMap { $0 <= 1e9 ? $0 : nil }
        }
    }
}
