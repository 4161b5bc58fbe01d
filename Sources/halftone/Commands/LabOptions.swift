import HalftoneCore
import ImageFeeds
import ImageLab
import OptionParsing
import TerminalScreen

/// The options of `halftone lab`.
struct LabOptions: CommandOptions {
    var common = CommonOptions()
    var serves = false
    var port: UInt16 = 0
    var scriptPath: String?
    var scenario: LabScenario?
    /// The path to which the frames of the selected row's picture are written at the end.
    var framesPath: String?
    /// Whether a script on a terminal runs as fast as possible and ends by itself, as without a terminal.
    var isFast = false
    /// The initial feed; `nil` for the default.
    var feed: LabFeed?
    var theme = Theme.Choice.auto
    /// The size of the screen of a script that runs offscreen.
    var size = CellSize(columns: 160, rows: 50)

    /// The Lab empties its caches, so it uses the gallery's cache only if the command line names it.
    static let optionsNotInConfig: Set<String> = ["cache-dir"]

    static var rows: [OptionRow<LabOptions>] {
        [
            OptionRow(
                "serve", help: "run the server alone",
                manual: "Run the server alone and print its address, until it is interrupted."
            ) { $0.serves = true },
            OptionRow(
                "port", .number("N", 0...65535), help: "listen there; any free port by default",
                manual: "Listen there; on any free port by default."
            ) { $0.port = UInt16($1) },
            OptionRow(
                "feed", .choice("NAME", LabFeed.allCases),
                help: "begin with it: " + LabFeed.allCases.map(\.rawValue).joined(separator: ", "),
                manual: "The feed to begin with: \(LabFeed.allCases.map(\.rawValue).joined(separator: ", "))."
            ) { $0.feed = $1 },
            OptionRow(
                "script", .file(), help: "play it and say what held; - for standard input",
                manual: """
                    Play a script and print what held;
                    .Sq Fl
                    is standard input.
                    """
            ) { $0.scriptPath = $1 },
            OptionRow(
                "scenario", .choice("NAME", LabScenario.all, \.name), help: "play a script that is built in",
                manual: """
                    Play a script that is built in; see
                    .Sx SCRIPTS .
                    """
            ) { $0.scenario = $1 },
            OptionRow(
                "fast", help: "play it as fast as it can, also on a terminal, and end",
                manual: """
                    Play a script on a terminal as fast as possible, and end with it, as without a terminal. By default a
                    script on a terminal is paced for a person, and the Lab stays open at its end.
                    """
            ) { $0.isFast = true },
            OptionRow(
                "frames", .file(), help: "write each frame of the selected row's picture there, as text",
                manual: """
                    Write each frame of the selected row's picture to that file as text, at the end: when it was seen, what the
                    cell was doing, a digest of its cells with all their colors, and the brightness of its pixels, from a space
                    to @.
                    A file that the command reads, and any picture, is not overwritten.
                    """
            ) { $0.framesPath = $1 },
            OptionRow(
                "size",
                .cells(from: CellSize(columns: 20, rows: 5), to: CellSize(columns: 1000, rows: 1000)),
                help: "the screen of a script without a terminal (default: 160x50)",
                manual: "The size of the screen when a script is played without a terminal; 160x50 by default."
            ) { $0.size = $1 },
            OptionRow(
                "theme", .choice("NAME", Theme.Choice.allCases), configDefault: .auto, help: Theme.optionHelp,
                manual: """
                    .Cm auto , dark , light
                    or
                    .Cm none ,
                    as in the gallery.
                    """
            ) { $0.theme = $1 },
        ]
    }

    /// Throws for options that exclude each other.
    func check() throws(UsageError) {
        let chosen = [serves, scriptPath != nil, scenario != nil].count { $0 }
        guard chosen <= 1 else { throw UsageError("lab does one of --serve, --script and --scenario") }
        if serves { try common.refuseTrace(of: "lab --serve") }
        let inputs = [scriptPath].compactMap { $0.map { FeedSource.path(FilePath($0)) } }
        try common.checkTrace(besides: inputs)
        guard let framesPath else { return }
        try common.check(output: framesPath, of: "--frames", besides: inputs)
        if let tracePath = common.tracePath,
            tracePath == framesPath || FileIdentity.isOneFile(FilePath(tracePath), FilePath(framesPath))
        {
            throw UsageError("--frames and --trace name the same file")
        }
    }
}
