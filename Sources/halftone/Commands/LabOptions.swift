import HalftoneCore
import ImageFeeds
import ImageLab
import LabScreens
import OptionParsing
import ScreenKit
import TerminalScreen

/// The options of `halftone lab`.
struct LabOptions: CommandOptions {
    var common = CommonOptions()
    var serves = false
    var port: UInt16 = 0
    var lab = LabRun.Settings()
    var theme = Theme.Choice.auto

    /// The Lab empties its caches, so it uses the gallery's cache only if the command line names it.
    static let optionsNotInConfig: Set<String> = ["cache-dir"]

    static var rows: [OptionRow<LabOptions>] {
        [
            OptionRow("serve", help: "run the server alone") { $0.serves = true },
            OptionRow("port", .number("N", 0...65535), help: "port of the server (default: any free one)") {
                $0.port = UInt16($1)
            },
            OptionRow(
                "feed", .choice("NAME", LabFeed.allCases),
                help: "first feed: " + LabFeed.allCases.map(\.rawValue).joined(separator: ", ")
            ) { $0.lab.feed = $1 },
            OptionRow(
                "scenario", .choice("NAME", LabScenario.all, \.name), help: "play a scenario that checks itself"
            ) { $0.lab.scenario = $1 },
            OptionRow(
                "size",
                .cells(
                    from: CellSize(columns: 20, rows: LabScenario.screenRows.lowerBound),
                    to: CellSize(columns: 1000, rows: LabScenario.screenRows.upperBound)),
                help: "the screen of a scenario without a terminal (default: 160x50)"
            ) { $0.lab.size = $1 },
            CommonOptions.theme { $0.theme = $1 },
            CommonOptions.trace(),
        ]
    }

    /// Throws for options that exclude each other.
    func check() throws(UsageError) {
        // A theme of the config file does not keep the server from running alone.
        if serves, let option = ["feed", "scenario", "size", "theme", "trace"].first(where: common.typed.contains) {
            throw UsageError("--serve and --\(option) cannot be combined")
        }
        guard lab.feed == nil || lab.scenario == nil else {
            let feed = LabScenario.initialFeed.rawValue
            throw UsageError("--feed and --scenario cannot be combined: a scenario begins with the feed \(feed)")
        }
        try common.checkTrace(besides: [])
    }
}
