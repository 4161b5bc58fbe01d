import ImageLoading

/// What `halftone trace` understands.
struct TraceOptions {
    var common = CommonOptions()
    /// Where the trace is written for Chrome and Perfetto; `-` for standard output.
    var chromePath: String?
    var mostLoads = 100

    static var specs: [OptionSpec<TraceOptions>] {
        [
            OptionSpec(
                "chrome", argument: "OUT", values: .file,
                help: "write it for Chrome and Perfetto; - for standard output"
            ) {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--chrome needs a file") }
                target.chromePath = value
            },
            OptionSpec("loads", argument: "N", help: "loads that the waterfall shows at most; 100") {
                (target, value) throws(UsageError) in
                target.mostLoads = try number("--loads", value, 0...10_000_000)
            },
        ] + CommonOptions.specs(\.common)
    }
}
