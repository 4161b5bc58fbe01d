import HalftoneCore
import OptionParsing

/// `halftone config --print-default`.
struct ConfigCommand: Subcommand {
    static let name = "config"
    static let summary = "print the settings with their defaults"
    static let usage = ["config --print-default"]
    static let about = "Prints the settings with their defaults, as a file to begin with."
    static let operands: ArgumentCompletion? = nil
    /// The command is useful when the config file is invalid, so it does not read it.
    static let readsConfig = false

    let options: ConfigOptions

    static func run(_ options: ConfigOptions, _ operands: [FilePath]) throws(UsageError) -> Int32 {
        guard options.printsDefault else { throw UsageError("config needs --print-default") }
        return ConfigCommand(options: options).run()
    }

    private func run() -> Int32 {
        let time = SystemTime()
        let start = time.now
        guard Output.print(ConfigTemplate.text) else { return 1 }
        report(time.now - start)?.say()
        return 0
    }

    /// Returns a report that names the file that other commands read. These, not this command, report its mistakes.
    private func report(_ time: Duration) -> VerboseReport? {
        var common = options.common
        var mistake: UsageError?
        do throws(UsageError) {
            let file = try ConfigFile(common.configPath)
            common.settingsPath = file?.path
            var gallery = BrowseOptions()
            try file?.apply(to: &gallery, BrowseOptions.allRows)
        } catch {
            common.settingsPath = common.configPath ?? ConfigFile.usualPath
            mistake = error
        }
        guard var report = VerboseReport(common) else { return nil }
        if let mistake { report.add("\(mistake)") }
        report.addCost(time)
        return report
    }
}
