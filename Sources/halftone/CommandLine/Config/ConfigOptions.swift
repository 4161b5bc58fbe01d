import OptionParsing

/// The options of `halftone config`.
struct ConfigOptions: CommandOptions {
    var common = CommonOptions()
    var printsDefault = false

    static var rows: [OptionRow<ConfigOptions>] {
        [
            OptionRow(
                "print-default", help: "print a config file to begin with",
                manual: "Print a config file to begin with: every setting, its possible values, and its default."
            ) { $0.printsDefault = true }
        ]
    }
}
