/// The texts of `--help`.
enum Help {
    static let version = "0.1.0"

    static let summary = """
        usage: halftone [browse] [OPTION...] [SOURCE...]
               halftone print [OPTION...] IMAGE...
               halftone cache info|path|trim|clear [--json]
               halftone doctor [--json] [--wait MS]
               halftone lab [OPTION...]
               halftone trace [OPTION...] FILE
               halftone config --print-default
               halftone --help | --version | help COMMAND

        Without a SOURCE it opens the demo feed. A SOURCE is the URL or file of a feed (RSS, Atom, JSON Feed), of a list
        of feeds (OPML) or of a web page; a folder, a picture, a pattern such as '**/*.jpg'; a text file with one URL or
        path a line, or - for such a list on standard input.
        """

    @MainActor
    static func text(for command: Command) -> String {
        switch command {
        case .browse:
            summary + "\n\n" + list(BrowseOptions.specs) + "\n\nkeys:\n" + KeyHelp<Action>.text(indent: "  ")
        case .print:
            "usage: halftone print [OPTION...] IMAGE...\n\nPrints pictures as half blocks. An IMAGE is a file, a URL, "
                + "or - for one on standard input.\n\n" + list(PrintOptions.specs) + "\n\n"
                + "in the FORMAT of a title:\n"
                + PictureTitle.Place.allCases.map { "   %\($0.rawValue)  \($0.meaning)\n" }.joined()
                + "   %%  a percent sign"
        case .cache:
            "usage: halftone cache info|path|trim|clear [OPTION...]\n\n"
                + "info says what the disk cache holds, path where it is; trim removes what is too old or too much,\n"
                + "clear everything.\n\n" + list(CacheOptions.specs)
        case .doctor:
            "usage: halftone doctor [--json] [--wait MS]\n\nSays what this build consists of and what it knows "
                + "about this terminal.\n\n" + list(DoctorOptions.specs)
        case .lab: LabHelp.text(options: list(LabOptions.specs))
        case .config:
            "usage: halftone config --print-default\n\nPrints the settings with what they are by default, as a file to "
                + "begin with.\n\n" + list(ConfigOptions.specs)
        case .trace:
            "usage: halftone trace [OPTION...] FILE\n\nSays what a trace tells that --trace wrote: what it adds up to, "
                + "when each load did what,\nwhich were the slowest and what failed. - reads it from standard input.\n\n"
                + list(TraceOptions.specs)
        }
    }

    private static func list<Target>(_ specs: [OptionSpec<Target>]) -> String {
        let rows = specs.map { spec in
            let short = spec.short.map { "-\($0), " } ?? ""
            return (short + "--" + spec.name + (spec.argument.map { " " + $0 } ?? ""), spec.help)
        }
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return "options:\n"
            + rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 }.joined(
                separator: "\n")
    }
}

/// The first word of the command line.
enum Command: String, CaseIterable {
    case browse
    case print
    case cache
    case doctor
    case lab
    case trace
    case config
}
