import HalftoneCore
import OptionParsing

/// The options of `halftone config`.
struct ConfigOptions: CommandOptions {
    var common = CommonOptions()

    static var rows: [OptionRow<ConfigOptions>] {
        [OptionRow("print-default", help: "print the settings, as without an option") { _ in }]
    }
}

struct ConfigCommand: Subcommand {
    static let name = "config"
    static let summary = "print the settings with their defaults"
    static let usage = "config [--print-default]"
    static let about = "Prints the settings with their defaults, as a file to begin with."
    static let operands: ArgumentCompletion? = nil
    /// The command is useful when the config file is invalid, so it does not read it.
    static let readsConfig = false

    static func run(_ options: ConfigOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        Output.print(ConfigTemplate.text) ? 0 : 1
    }
}
