import Basis
import ImageLab
import TerminalScreen

/// What `halftone lab` understands.
struct LabOptions {
    var common = CommonOptions()
    var serves = false
    var port: UInt16 = 0
    var scriptPath: String?
    var scenario: LabScenario?
    /// `nil`: the first one.
    var feed: LabFeed?
    var theme = Theme.Choice.auto
    /// The screen of a script that nobody watches.
    var size = CellSize(columns: 160, rows: 50)

    /// The options that the config file has a say in. The Lab empties its caches: those of the gallery are never its own,
    /// unless somebody names them for it.
    static var settings: [OptionSpec<LabOptions>] { specs.filter { $0.name != "cache-dir" } }

    static var specs: [OptionSpec<LabOptions>] {
        [
            OptionSpec("serve", help: "run the server alone") { (target, _) throws(UsageError) in target.serves = true
            },
            OptionSpec("port", argument: "N", help: "listen there; any free port by default") {
                (target, value) throws(UsageError) in
                guard let port = UInt16(value) else { throw UsageError("--port is a number up to 65535") }
                target.port = port
            },
            OptionSpec(
                "feed", argument: "NAME", values: .words(LabFeed.allCases.map(\.rawValue)),
                help: "begin with it: " + LabFeed.allCases.map(\.rawValue).joined(separator: ", ")
            ) {
                (target, value) throws(UsageError) in target.feed = try choice("--feed", value, LabFeed.allCases)
            },
            OptionSpec(
                "script", argument: "FILE", values: .file, help: "play it and say what held; - for standard input"
            ) {
                (target, value) throws(UsageError) in
                guard !value.isEmpty else { throw UsageError("--script needs a file") }
                target.scriptPath = value
            },
            OptionSpec(
                "scenario", argument: "NAME", values: .words(LabScenario.all.map(\.name)),
                help: "play a script that is built in"
            ) {
                (target, value) throws(UsageError) in
                guard let scenario = LabScenario.named(value) else {
                    let names = LabScenario.all.map(\.name).joined(separator: ", ")
                    throw UsageError("--scenario is one of \(names), not '\(Sanitiser.clean(value))'")
                }
                target.scenario = scenario
            },
            OptionSpec("size", argument: "COLUMNSxROWS", help: "the screen of a script that nobody watches; 160x50") {
                (target, value) throws(UsageError) in
                let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
                guard sides.count == 2, let columns = sides[0], let rows = sides[1], (20...1000).contains(columns),
                    (5...1000).contains(rows)
                else { throw UsageError("--size is COLUMNSxROWS, from 20x5 to 1000x1000") }
                target.size = CellSize(columns: columns, rows: rows)
            },
            .theme(\.theme),
        ] + CommonOptions.specs(\.common)
    }

    /// Throws for options that exclude each other.
    func check() throws(UsageError) {
        let chosen = [serves, scriptPath != nil, scenario != nil].count { $0 }
        guard chosen <= 1 else { throw UsageError("lab does one of --serve, --script and --scenario") }
        if serves { try common.refuseTrace(of: "lab --serve") }
        try common.checkTrace(besides: [scriptPath].compactMap { $0.map { .path(FilePath($0)) } })
    }
}
