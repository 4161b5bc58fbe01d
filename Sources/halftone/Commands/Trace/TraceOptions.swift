import OptionParsing

/// The options of `halftone trace`.
struct TraceOptions: CommandOptions {
    var common = CommonOptions()
    /// The path of the export for Chrome and Perfetto; `-` for standard output.
    var chromePath: String?

    static var rows: [OptionRow<TraceOptions>] {
        [
            OptionRow("chrome", .file("OUT"), help: "write it for Chrome and Perfetto; - for standard output") {
                $0.chromePath = $1
            }
        ]
    }
}
