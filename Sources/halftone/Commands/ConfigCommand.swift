import Basis

/// `halftone config --print-default`.
@MainActor
struct ConfigCommand {
    let options: ConfigOptions

    func run() -> Int32 {
        let time = SystemTime()
        let start = time.now
        guard Output.print(Setting.template) else { return 1 }
        report(time.now - start)?.say()
        return 0
    }

    /// Which file the other commands read, and whether they can: what is wrong with it is theirs to refuse.
    private func report(_ time: Duration) -> VerboseReport? {
        var common = options.common
        var mistake: UsageError?
        do throws(UsageError) {
            let file = try ConfigFile(common.configPath)
            common.settingsPath = file?.path
            var gallery = BrowseOptions()
            try file?.apply(to: &gallery, BrowseOptions.specs)
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
